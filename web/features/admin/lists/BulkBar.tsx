import type { ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'

type Props = { count: number; onClear(): void; children: ReactNode }

/** What can be done with all rows that are selected. On a desk it floats over the end of the list; a phone has no room to lie over. */
export const BulkBar = ({ count, onClear, children }: Props) =>
  count > 0 && (
    <section
      aria-label="Selected"
      className="bottom-3 z-10 flex animate-rise md:sticky flex-wrap items-center gap-x-6 rounded-lg border border-edge bg-card px-5 py-2 text-sm shadow-lg"
    >
      <p role="status" className="font-semibold">
        {count} selected
      </p>
      <Button variant="quiet" onClick={onClear}>
        Clear
      </Button>
      {children}
    </section>
  )
