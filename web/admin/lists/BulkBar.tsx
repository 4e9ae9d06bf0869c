import type { ReactNode } from 'react'
import { LISTS } from '#web/texts/admin.ts'
import { Button } from '#web/ui/Button.tsx'

type Props = { label: string; count: number; onClear(): void; children: ReactNode }

/** The actions for all selected rows, floating over the end of the list; narrow on a phone. */
export const BulkBar = ({ label, count, onClear, children }: Props) =>
  count > 0 && (
    <section
      aria-label={label}
      className="sticky bottom-[calc(var(--tabs)+0.75rem)] z-10 flex animate-rise flex-wrap items-center gap-x-6 rounded-lg border border-edge bg-card px-4 py-1 text-sm shadow-lg sm:px-5 sm:py-2"
    >
      <p role="status" className="font-semibold">
        {LISTS.selected(count)}
      </p>
      <Button variant="quiet" onClick={onClear} className="max-md:ml-auto">
        {LISTS.clear}
      </Button>
      <div className="flex flex-wrap items-center gap-x-6 max-md:w-full max-md:justify-between max-md:border-t max-md:border-line">
        {children}
      </div>
    </section>
  )
