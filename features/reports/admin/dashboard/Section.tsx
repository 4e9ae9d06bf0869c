import { type ReactNode, useId } from 'react'

type Props = { title: string; aside?: ReactNode; className?: string; children: ReactNode }

/** A card of the dashboard with a heading. `aside` stands at the heading's right. */
export function Section({ title, aside, className = '', children }: Props) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={`grid min-w-0 content-start gap-4 rounded-lg border border-line bg-card p-5 shadow-sm sm:p-6 ${className}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** Says why a card is empty. */
export const EmptyNote = ({ children }: { children: ReactNode }) => <p className="text-muted">{children}</p>
