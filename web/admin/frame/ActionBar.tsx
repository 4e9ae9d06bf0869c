import type { ReactNode } from 'react'

/** The buttons of a seller's screen, at the window's lower edge for as long as its parent is in view: above the tabs. */
export const ActionBar = ({ label, children }: { label: string; children: ReactNode }) => (
  <section
    data-action-bar
    aria-label={label}
    className="sticky bottom-(--tabs) z-10 -mx-4 mt-8 flex flex-wrap items-center gap-x-6 gap-y-3 border-t border-line bg-paper px-4 py-3 sm:-mx-6 sm:px-6 lg:mx-0 lg:px-0 lg:py-4"
  >
    {children}
  </section>
)
