import { trackingUrl } from '#contract/carriers.ts'
import { formatDollars } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import type { Sender } from './messages.ts'
import { type OrderLetter, orderMessage } from './order-email.ts'
import { CANCELED, ORDER, RECEIPT, REFUNDED, SHIPPED } from './texts.ts'

/** What the buyer gets when an order is paid. */
export const receipt = (order: Order, shop: Sender) =>
  toBuyer(order, shop, {
    subject: RECEIPT.subject(order.number, shop.name),
    opening: RECEIPT.opening[shop.voice](order.user.name, RECEIPT.paid[order.paidBy ?? 'card']),
    destination: ORDER.shippingTo,
  })

/** What the buyer gets when the package is on its way. */
export const shippedNotice = (order: Order, shop: Sender) =>
  toBuyer(order, shop, {
    subject: SHIPPED.subject(order.number),
    opening: SHIPPED.opening(order.user.name),
    more: packageOf(order),
    destination: ORDER.shippingTo,
  })

/** What the buyer gets when an order is canceled. */
export const cancellation = (order: Order, shop: Sender) =>
  toBuyer(order, shop, {
    subject: CANCELED.subject(order.number),
    opening: CANCELED.opening(order.number, shop.name, order.isDelivered),
    more: { text: moneyOf(order) },
  })

/** Money that went back to a buyer, in cents. `card` is the card it went back to; none when it was no card. */
export type Refunded = { cents: number; card: string | null }

/** What the buyer gets when money has been refunded. */
export const refundNotice = (order: Order, shop: Sender, { cents, card }: Refunded) =>
  toBuyer(order, shop, {
    subject: REFUNDED.subject(order.number),
    opening: REFUNDED.opening[shop.voice](formatDollars(cents), order.number, shop.name) + endOf(order),
    more: { text: card ? REFUNDED.toCard(card) : REFUNDED.otherwise },
  })

/** A full refund of what was not shipped yet ends the order. */
const endOf = ({ isRefunded, isDelivered }: Order) => (isRefunded && !isDelivered ? REFUNDED.canceled : '')

type ToBuyer = Pick<OrderLetter, 'subject' | 'opening' | 'more' | 'destination'>

const toBuyer = (order: Order, shop: Sender, letter: ToBuyer) =>
  orderMessage(order, shop, {
    to: order.user.email,
    replyTo: shop.email,
    link: { href: `${shop.url}/order/${order._id}`, text: ORDER.seeOrder },
    ...letter,
  })

/** Who carries the package, and where it can be tracked; nothing while that is not known. */
function packageOf({ carrier, trackingNumber }: Order): OrderLetter['more'] {
  const words = [carrier && SHIPPED.carrier(carrier), trackingNumber && SHIPPED.trackingNumber(trackingNumber)]
  const text = words.filter(Boolean).join(' ')
  const href = trackingUrl(carrier, trackingNumber)
  return text ? { text, link: href ? { href, text: SHIPPED.track } : undefined } : undefined
}

/** What happens to the money of a canceled order. */
function moneyOf({ totalPrice, isPaid, paidBy, refunded }: Order) {
  if (paidBy === 'gift') return CANCELED.notCharged
  if (refunded > 0) return CANCELED.refunded(formatDollars(refunded))
  return totalPrice > 0 && isPaid ? CANCELED.toBeRefunded : CANCELED.notCharged
}
