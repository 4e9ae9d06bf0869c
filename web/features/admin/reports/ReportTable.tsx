import type { ReactNode } from 'react'

/** The cells that stay in sight while the others scroll. */
export const FIRST_CELL = 'sticky left-0 bg-card px-4 py-3 text-left max-sm:max-w-36 max-sm:whitespace-normal'

/** A table of figures with its first column in sight. On a narrow page it scrolls sideways. */
export const ReportTable = ({ caption, children }: { caption: string; children: ReactNode }) => (
  <section
    aria-label={caption}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard.
    tabIndex={0}
    className="overflow-x-auto rounded-lg border border-line bg-card"
  >
    <table className="w-full text-sm whitespace-nowrap tabular-nums">
      <caption className="sr-only">{caption}</caption>
      {children}
    </table>
  </section>
)
