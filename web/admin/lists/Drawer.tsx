import { type ReactNode, useId } from 'react'
import { LISTS } from '#web/texts/admin.ts'
import { Button } from '#web/ui/Button.tsx'

type Props = {
  label: ReactNode
  icon: ReactNode
  /** How many of the controls are set. */
  count?: number
  className?: string
  children: ReactNode
}

/** Controls in a row on a wide page; on a narrow one a button opens them at the foot of the window. */
export function Drawer({ label, icon, count = 0, className = '', children }: Props) {
  const id = useId()
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className="inline-flex min-h-12 shrink-0 items-center gap-2 rounded-md border border-edge bg-card px-4 font-medium hover:border-ink lg:hidden"
      >
        {icon}
        {label}
        {count > 0 && (
          <span className="grid size-6 place-items-center rounded-full bg-accent text-xs font-semibold text-card">
            <span aria-hidden="true">{count}</span>
            <span className="sr-only">{LISTS.filtersSet(count)}</span>
          </span>
        )}
      </button>
      <div
        id={id}
        popover="auto"
        className={`text-ink max-lg:inset-x-0 max-lg:top-auto max-lg:z-30 max-lg:bottom-0 max-lg:w-full max-lg:max-w-none max-lg:gap-4 max-lg:rounded-t-lg max-lg:bg-paper max-lg:p-5 max-lg:pb-[calc(1.25rem+env(safe-area-inset-bottom))] max-lg:shadow-lg max-lg:backdrop:bg-shade/45 max-lg:open:grid lg:static lg:flex lg:flex-wrap lg:gap-4 lg:overflow-visible lg:bg-transparent ${className}`}
      >
        {children}
        <Button type="button" popoverTarget={id} popoverTargetAction="hide" className="col-span-full lg:hidden">
          {LISTS.done}
        </Button>
      </div>
    </>
  )
}
