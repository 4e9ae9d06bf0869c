import type { OrderWay } from '#contract/admin/orders.ts'
import { formatCalendarDay } from '#contract/dates.ts'
import type { Delay } from '#contract/delays.ts'
import { greetingName } from '#contract/names.ts'
import type { OrderShipping } from '#contract/orders.ts'
import { HANDED_OVER } from '#contract/rates.ts'
import { TEXT } from '#contract/texts.ts'
import { DELETE_ORDER, ERASED_BUYER, MARK_SHIPPED, ORDER_COLUMNS, ORDER_DELAY } from '#web/texts/admin-orders.ts'

type Standing = {
  number: number
  totalPrice: number
  isPaid: boolean
  isDelivered: boolean
  isRefunded: boolean
  isCanceled?: true | undefined
  shipping?: OrderShipping | undefined
  delay?: Delay | undefined
  collectedAt?: string | undefined
  /** Units in parcels, while others wait, and all units. */
  shippedItems?: number | undefined
  items?: number | undefined
  noEmails?: true | undefined
}

/** Whether it is paid and neither shipped nor refunded. */
const isOwed = ({ isPaid, isDelivered, isRefunded }: Standing) => isPaid && !isDelivered && !isRefunded

/** By which day an order that waits to be shipped ships, and whether it is late on the shop's day `today`; null for others. */
export function shipByWords(order: Standing & { shipBy?: string | undefined }, today: string) {
  return order.shipBy && isOwed(order) ? dueWords(order.shipBy, today, wayOf(order)) : null
}

/** How an order gets to its buyer. */
export function wayOf({ shipping }: Pick<Standing, 'shipping'>): OrderWay {
  if (shipping?.pickup) return 'pickup'
  return shipping?.method === HANDED_OVER ? 'hand' : 'parcel'
}

/** As `shipByWords`, for the day of an order that is known to wait. */
export function dueWords(shipBy: string, today: string, way: OrderWay) {
  const isLate = shipBy < today
  const words = way === 'pickup' ? (['lateToCollect', 'readyBy'] as const) : (['late', 'shipBy'] as const)
  return { isLate, text: ORDER_COLUMNS[words[isLate ? 0 : 1]](formatCalendarDay(shipBy)) }
}

type Buyer = { user: { name: string; email: string }; noEmails?: true | undefined }

/** Whether the buyer of an order is told of it by email: an erased one has no address. */
export const getsEmails = ({ user, noEmails }: Buyer) => !noEmails && user.email !== ''

/** The name by which the seller knows the buyer of an order. */
export const buyerOf = ({ user }: Pick<Buyer, 'user'>) => (user.email ? greetingName(user.name) : ERASED_BUYER)

/** What the buyer of an order that waits has answered to a later day, on the shop's day `today`; null without a delay. */
export function delayWords(order: Standing, today: string) {
  if (!order.delay || !isOwed(order)) return null
  const { answer, answerBy } = order.delay
  const [toRefund, toAsk] = [{ kind: 'error', isToRefund: true }, { isToRefund: false }] as const
  if (answer === 'refund') return { ...toRefund, text: ORDER_DELAY.refundWanted }
  if (answer === 'wait') return { ...toAsk, kind: 'success', text: ORDER_DELAY.agreed } as const
  if (!answerBy) return { ...toAsk, kind: 'info', text: ORDER_DELAY.silent } as const
  const day = formatCalendarDay(answerBy)
  if (answerBy < today) return { ...toRefund, text: ORDER_DELAY.overdue(day) }
  return { ...toAsk, kind: 'warning', text: ORDER_DELAY.asked(day) } as const
}

/** Why the seller should not delete the order; null without a reason. */
export function reasonNotToDelete(order: Standing): string | null {
  if (order.isDelivered) return DELETE_ORDER.isShipped
  return isOwed(order) ? DELETE_ORDER.isToShip : null
}

/** Why the order can no longer be marked as shipped: it is canceled or fully refunded. Null without a reason. */
export function neverShips({ isDelivered, isRefunded, isCanceled, totalPrice }: Standing): string | null {
  if (isCanceled || (isRefunded && !isDelivered && totalPrice === 0)) return MARK_SHIPPED.isCanceled
  return isRefunded && !isDelivered ? MARK_SHIPPED.isRefunded : null
}

/** Why the seller should not mark the order as shipped; null without a reason. */
export function reasonNotToShip(order: Standing): string | null {
  const { isPaid, isDelivered, delay } = order
  if (isDelivered) return MARK_SHIPPED.isShipped
  const final = neverShips(order)
  if (final) return final
  if (delay?.answer === 'refund') return MARK_SHIPPED.moneyWanted
  if (delay?.answerBy && !delay.answer) return MARK_SHIPPED.notAgreed
  return isPaid ? null : MARK_SHIPPED.isUnpaid
}

/** The sentence that says what marking the order as shipped does. */
export function shippingSentence(order: Standing & Buyer) {
  const { number, totalPrice, isPaid, isDelivered, shipping } = order
  const buyer = getsEmails(order) ? buyerOf(order) : null
  if (isDelivered) return MARK_SHIPPED.nothingChanges
  if (isPaid && shipping?.pickup) return MARK_SHIPPED.readySentence(number, buyer)
  if (isPaid && wayOf(order) === 'hand') return MARK_SHIPPED.handOverSentence(number)
  if (isPaid) return MARK_SHIPPED.sentence(number, buyer)
  return MARK_SHIPPED.unpaidSentence(number, totalPrice, buyer === null)
}

/** The button that marks the order as shipped, ready or handed over. */
export const shippingButton = (order: Standing) =>
  ({ parcel: TEXT.markShipped, pickup: MARK_SHIPPED.ready, hand: MARK_SHIPPED.handOver })[wayOf(order)]

/** The button that confirms it. */
export function shippingAction(order: Standing & Buyer) {
  const { isPaid, isDelivered } = order
  const isTold = isPaid && !isDelivered && getsEmails(order)
  const action = { parcel: MARK_SHIPPED.action, pickup: MARK_SHIPPED.readyAction, hand: MARK_SHIPPED.handOver }
  return isTold ? action[wayOf(order)] : shippingButton(order)
}

/** The sentence that says what deleting the order does. */
export const deletionSentence = ({ number, isPaid }: Standing) =>
  isPaid ? DELETE_ORDER.paidSentence(number) : DELETE_ORDER.sentence(number)

/** The second confirmation before a paid order that is neither shipped nor refunded is deleted. */
export const secondDeletionQuestion = (order: Standing) =>
  isOwed(order)
    ? {
        sentence: DELETE_ORDER.again(order.number, order.totalPrice),
        action: DELETE_ORDER.anyway,
      }
    : undefined

/** The words of an order's status badges. */
export const statusWords = (order: Standing) => ({
  paid: order.isPaid ? TEXT.paid : TEXT.notPaid,
  delivered: deliveryWords(order),
})

function deliveryWords({ isDelivered, collectedAt, shipping, shippedItems, items = 0 }: Standing) {
  const way = wayOf({ shipping })
  if (collectedAt) return ORDER_COLUMNS.collected
  if (way === 'pickup') return isDelivered ? ORDER_COLUMNS.ready : ORDER_COLUMNS.notReady
  if (way === 'hand') return isDelivered ? ORDER_COLUMNS.handedOver : ORDER_COLUMNS.notHandedOver
  if (shippedItems) return ORDER_COLUMNS.partlyShipped(shippedItems, items)
  return isDelivered ? TEXT.shipped : TEXT.notShipped
}

/** The badge of a fully refunded order. */
export const refundedWord = ({ totalPrice }: Pick<Standing, 'totalPrice'>) =>
  totalPrice > 0 ? ORDER_COLUMNS.refunded : ORDER_COLUMNS.canceled
