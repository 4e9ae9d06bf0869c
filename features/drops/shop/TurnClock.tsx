import type { ReactNode, Ref } from 'react'
import { TURN } from './texts.ts'

type Props = {
  /** By which the script of a page that is plain HTML finds it. */
  id?: string
  /** Only the turn of this drop. */
  drop?: string
  /** Only the turn by which this order was placed. */
  order?: string | undefined
  className?: string
  bar?: string
  place?: Ref<HTMLDivElement>
  /** What stands here while there is no turn. */
  children?: ReactNode
}

/** The clock of a turn, which a script fills in the browser of somebody whose turn it is. */
export const TurnClock = ({ id, drop, order, className, bar, place, children }: Props) => (
  <div ref={place} id={id} data-drop={drop} data-order={order} className={`print:hidden ${className ?? ''}`}>
    {/* Apart from the time, which changes every second. */}
    <p data-news role="status" className="sr-only" />
    <div data-bar hidden className={bar}>
      <p data-text role="timer" className="font-medium tabular-nums" />
      <a data-link href="/shop" hidden className="inline-flex min-h-11 items-center font-semibold">
        {TURN.toLine}
      </a>
    </div>
    {children && <div data-otherwise>{children}</div>}
  </div>
)
