import { CARD } from './messages.ts'
import type { PaidCard } from './orders.ts'

/** What paid, as people know it, within a sentence: `Visa ending in 1111`, or `Cash App`. */
export function cardText({ brand, last4 }: PaidCard) {
  const name = CARD.brands[brand ?? '']
  return last4 ? CARD.ending(name ?? CARD.card, last4) : (name ?? CARD.wallet)
}
