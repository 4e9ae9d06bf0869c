import { Icon } from './Icon.tsx'
import { Link } from './Link.tsx'

export type Step = {
  label: string
  /** Below the label, such as a day. */
  note?: string | undefined
  /** Where the label leads. */
  to?: string | undefined
}

type Props = {
  steps: readonly Step[]
  /** The index of the present step: those before it are done. Their number when all are done. */
  at: number
}

/**
 * Steps in a row, with those that are done, the present one and those to come. The narrowest phones have room for the
 * labels of links and of the present step.
 */
export const Steps = ({ steps, at }: Props) => (
  <ol className="isolate grid auto-cols-fr grid-flow-col">
    {steps.map(({ label, note, to }, index) => (
      <li key={label} aria-current={index === at ? 'step' : undefined} className={`${RAIL} ${lookOf(index, at)}`}>
        <span aria-hidden="true" className={DOT}>
          {index < at ? <Icon name="check" className="size-4" /> : index + 1}
        </span>
        {to && index !== at ? (
          <Link to={to}>{label}</Link>
        ) : (
          <span className={index === at ? '' : 'max-xs:sr-only'}>{label}</span>
        )}
        {note && <span className="text-xs font-normal text-balance text-muted max-xs:sr-only">{note}</span>}
      </li>
    ))}
  </ol>
)

// The line to the previous step runs behind the dots, from center to center.
const RAIL =
  'relative grid content-start justify-items-center gap-1 px-0.5 text-center text-xs max-xs:tracking-tight before:absolute before:top-3.5 before:-z-10 before:right-1/2 before:h-px before:w-full first:before:hidden sm:gap-2 sm:text-sm'
const DOT = 'relative grid size-7 place-items-center rounded-full border font-semibold'

function lookOf(index: number, at: number) {
  if (index === at)
    return 'font-semibold text-ink before:bg-accent *:first:border-accent *:first:bg-accent *:first:text-card'
  if (index < at) return 'text-ink before:bg-accent *:first:border-accent *:first:bg-card *:first:text-accent'
  return 'text-muted before:bg-line *:first:border-line *:first:bg-paper'
}
