// What the clock of a turn says, on the pages from a piece to the payment.

import type { StoredTurn } from './drop-tickets.ts'
import { LINE, TURN } from './texts.ts'

export type TurnView = {
  /** On screen, every second. */
  text: string
  /** Read out when it changes, which is now and then. */
  news: string
  link?: { to: string; label: string }
}

/** For how long after a turn the pages say that it is over. */
const TOLD_MS = 30 * 60_000

/** Whether the pages say something of a turn: it has not been paid, and is not long over. */
export const isTold = ({ endsAt, isPaid }: StoredTurn, now: number) => !isPaid && Date.parse(endsAt) > now - TOLD_MS

/** How much time is left when it is read out. */
const TOLD_SECONDS = [600, 300, 120, 60, 30]

/**
 * The view of the turn that matters, at a moment in milliseconds of the server's clock: the one that ends first, else
 * the latest that is over. `orderId` is the order to be paid on this page. Undefined when there is nothing to say.
 */
export function turnView(turns: readonly StoredTurn[], now: number, orderId?: string): TurnView | undefined {
  const timeLeft = ({ endsAt }: StoredTurn) => Date.parse(endsAt) - now
  const openTurns = turns
    .filter((one) => isTold(one, now) && (!orderId || one.order === orderId))
    .sort((one, other) => timeLeft(one) - timeLeft(other))
  const turn = openTurns.find((one) => timeLeft(one) > 0) ?? openTurns.at(-1)
  if (!turn) return undefined
  const left = Math.ceil(timeLeft(turn) / 1_000)
  if (left <= 0) {
    const text = turn.order ? TURN.overUnpaid : TURN.over
    return { text, news: text, link: { to: `/drops/${turn.slug}`, label: TURN.toLine } }
  }
  const { words, spoken } = turn.order ? TURN.toPay : TURN.toOrder
  const told = TOLD_SECONDS.findLast((seconds) => left <= seconds)
  return {
    text: words(clockTime(left)),
    news: spoken(told ?? left),
    ...(turn.order && !orderId && { link: { to: `/order/${turn.order}`, label: LINE.ordered.link } }),
  }
}

/** 462 seconds are 7:42. */
const clockTime = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
