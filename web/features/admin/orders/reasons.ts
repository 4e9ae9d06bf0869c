import { TEXT } from '#contract/texts.ts'

type Standing = { number: number; isPaid: boolean; isDelivered: boolean }

/** Why one would rather not delete the order; null when nothing speaks against it (D24). */
export function reasonNotToDelete({ isPaid, isDelivered }: Standing): string | null {
  if (isDelivered) return 'This order is paid and shipped.'
  return isPaid ? 'This order is paid and waits to be shipped.' : null
}

/** Why one would rather not mark the order as shipped; null when nothing speaks against it (D24). */
export function reasonNotToShip({ isPaid, isDelivered }: Standing): string | null {
  if (isDelivered) return 'This order is marked as shipped already.'
  return isPaid ? null : 'This order is not paid.'
}

/** What marking the order as shipped does. */
export const shippingSentence = ({ number, isDelivered }: Standing) =>
  isDelivered
    ? 'Nothing changes, and its buyer hears nothing.'
    : `Order ${number} is marked as shipped, and its buyer gets a message.`

/** What deleting the order does. */
export const deletionSentence = ({ number, isPaid }: Standing) =>
  isPaid
    ? `Order ${number} leaves every list, its buyer’s too. The record of its payment is kept; no money goes back.`
    : `Order ${number} leaves every list, its buyer’s too.`

/** What is told of an order when it is gone. */
export const deletedBanner = (number: number) => `Order ${number} Deleted!`

/** How far an order is, in the words of its badges. */
export const standingOf = ({ isPaid, isDelivered }: Standing) => ({
  paid: isPaid ? TEXT.paid : TEXT.notPaid,
  delivered: isDelivered ? TEXT.shipped : TEXT.notShipped,
})
