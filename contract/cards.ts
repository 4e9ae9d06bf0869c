import { CARD } from './messages.ts'
import type { PaidCard } from './orders.ts'

/** A card as people know it, within a sentence: `Visa ending in 1111`. */
export const cardText = ({ brand, last4 }: PaidCard) => CARD.ending(CARD.brands[brand ?? ''] ?? CARD.card, last4)
