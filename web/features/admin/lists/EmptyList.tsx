import type { ReactNode } from 'react'

/** What stands in place of a list without entries. */
export const EmptyList = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-3 rounded-lg border border-dashed border-edge px-5 py-12 text-center text-muted">
    {children}
  </div>
)
