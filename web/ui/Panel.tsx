import type { ReactNode } from 'react'

/** A card of lighter paper on the page. */
export const Panel = ({ children }: { children: ReactNode }) => (
  <div className="rounded-lg border border-line bg-card p-5 shadow-sm sm:p-8">{children}</div>
)
