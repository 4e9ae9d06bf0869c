import { formatDollars } from '#contract/money.ts'
import type { PaidBy } from '#contract/orders.ts'
import { TEXT } from '#contract/texts.ts'

type Standing = {
  number: number
  totalPrice: number
  isPaid: boolean
  isDelivered: boolean
  isRefunded: boolean
}

/** Whether it is paid and its buyer has neither the parcel nor the money. */
const isOwed = ({ isPaid, isDelivered, isRefunded }: Standing) => isPaid && !isDelivered && !isRefunded

/** Why one would rather not delete the order; null when nothing speaks against it. */
export function reasonNotToDelete(order: Standing): string | null {
  if (order.isDelivered) return 'This order is paid and shipped.'
  return isOwed(order) ? 'This order is paid and waits to be shipped.' : null
}

/** Why one would rather not mark the order as shipped; null when nothing speaks against it. */
export function reasonNotToShip({ isPaid, isDelivered, isRefunded }: Standing): string | null {
  if (isDelivered) return 'This order is marked as shipped already.'
  if (isRefunded) return 'All of this order has been refunded.'
  return isPaid ? null : 'This order is not paid.'
}

/** What marking the order as shipped does. */
export function shippingSentence({ number, totalPrice, isPaid, isDelivered, isRefunded }: Standing) {
  if (isDelivered) return 'Nothing changes, and its buyer hears nothing.'
  if (isRefunded) return 'Nothing changes: there is nothing to ship.'
  if (isPaid) return `Order ${number} is marked as shipped, and its buyer gets a message.`
  return `Order ${number} is recorded as paid (${formatDollars(totalPrice)}) and marked as shipped. Its pieces leave the shelf, and its buyer gets a message.`
}

/** What deleting the order does. */
export const deletionSentence = ({ number, isPaid }: Standing) =>
  isPaid
    ? `Order ${number} leaves every list, its buyer’s too. The record of its payment is kept; no money goes back.`
    : `Order ${number} leaves every list, its buyer’s too.`

/** What is asked a second time before an order is deleted that is paid and neither shipped nor refunded. */
export const secondDeletionQuestion = (order: Standing) =>
  isOwed(order)
    ? {
        sentence: `Order ${order.number} is paid (${formatDollars(order.totalPrice)}), and it has not been shipped or refunded. Once it is deleted, no list reminds you to ship it.`,
        action: 'Delete anyway',
      }
    : undefined

/** What is told of an order when it is gone. */
export const deletedBanner = (number: number) => `Order ${number} Deleted!`

/** How far an order is, in the words of its badges. */
export const standingOf = ({ isPaid, isDelivered }: Standing) => ({
  paid: isPaid ? TEXT.paid : TEXT.notPaid,
  delivered: isDelivered ? TEXT.shipped : TEXT.notShipped,
})

/** What a paid order is called when nothing is left of its payment. */
export const refundedWord = ({ totalPrice }: Pick<Standing, 'totalPrice'>) => (totalPrice > 0 ? 'Refunded' : 'Canceled')

/** How an order can be paid without a card, in words. */
export const PAID_BY: Record<PaidBy, string> = { cash: 'In cash', other: 'Another way', gift: 'A gift' }
