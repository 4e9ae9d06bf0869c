import { TEXT } from '#contract/texts.ts'
import { DELETE_ORDER, MARK_SHIPPED, ORDER_COLUMNS } from '../../../texts/admin-orders.ts'

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
  if (order.isDelivered) return DELETE_ORDER.isShipped
  return isOwed(order) ? DELETE_ORDER.isToShip : null
}

/** Why one would rather not mark the order as shipped; null when nothing speaks against it. */
export function reasonNotToShip({ isPaid, isDelivered, isRefunded }: Standing): string | null {
  if (isDelivered) return MARK_SHIPPED.isShipped
  if (isRefunded) return MARK_SHIPPED.isRefunded
  return isPaid ? null : MARK_SHIPPED.isUnpaid
}

/** What marking the order as shipped does. */
export function shippingSentence({ number, totalPrice, isPaid, isDelivered, isRefunded }: Standing) {
  if (isDelivered) return MARK_SHIPPED.nothingChanges
  if (isRefunded) return MARK_SHIPPED.nothingToShip
  if (isPaid) return MARK_SHIPPED.sentence(number)
  return MARK_SHIPPED.unpaidSentence(number, totalPrice)
}

/** What deleting the order does. */
export const deletionSentence = ({ number, isPaid }: Standing) =>
  isPaid ? DELETE_ORDER.paidSentence(number) : DELETE_ORDER.sentence(number)

/** What is asked a second time before an order is deleted that is paid and neither shipped nor refunded. */
export const secondDeletionQuestion = (order: Standing) =>
  isOwed(order)
    ? {
        sentence: DELETE_ORDER.again(order.number, order.totalPrice),
        action: DELETE_ORDER.anyway,
      }
    : undefined

/** How far an order is, in the words of its badges. */
export const standingOf = ({ isPaid, isDelivered }: Standing) => ({
  paid: isPaid ? TEXT.paid : TEXT.notPaid,
  delivered: isDelivered ? TEXT.shipped : TEXT.notShipped,
})

/** What a paid order is called when nothing is left of its payment. */
export const refundedWord = ({ totalPrice }: Pick<Standing, 'totalPrice'>) =>
  totalPrice > 0 ? ORDER_COLUMNS.refunded : ORDER_COLUMNS.canceled
