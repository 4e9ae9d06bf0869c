import { arrivalText } from '#contract/arrival-texts.ts'
import { trackingUrl } from '#contract/carriers.ts'
import { formatCalendarDay } from '#contract/dates.ts'
import { ABROAD } from '#contract/messages.ts'
import { formatDollars } from '#contract/money.ts'
import type { Order, OrderShipping } from '#contract/orders.ts'
import { orderPath } from '../orders/order-links.ts'
import { paragraphsOf } from './email-layout.ts'
import type { MailedOrder, Sender } from './messages.ts'
import { type OrderEmailContent, orderEmail } from './order-email.ts'
import { CANCEL_DECLINED, CANCELED, DELAYED, ORDER, READDRESSED, READY, RECEIPT, REFUNDED, SHIPPED } from './texts.ts'

/** The receipt of a paid order. */
export const receiptEmail = (order: MailedOrder, shop: Sender) =>
  toBuyer(order, shop, {
    subject: RECEIPT.subject(order.number, shop.name),
    opening: thanksFor(order, shop),
    more: travelOf(order),
    thanks: shop.thanks,
    destination: ORDER.shippingTo,
  })

/** The thank-you of a receipt, for an order that has not shipped yet with what comes next, by its day if it has one. */
function thanksFor({ user, paidBy, shipBy, shipping, isDelivered, isRefunded }: Order, { voice }: Sender) {
  const paid = RECEIPT.paid[paidBy ?? 'card']
  const opening = shipping?.pickup ? RECEIPT.toCollect : RECEIPT.opening
  return isDelivered || isRefunded
    ? RECEIPT.nothingToShip(user.name, paid)
    : opening[voice](user.name, paid, shipBy ? formatCalendarDay(shipBy) : null)
}

/**
 * The way to ship of an order, with its days and, abroad, a note on duties, or where it can be collected. Undefined for an
 * order without one.
 */
function travelOf(order: Order): OrderEmailContent['more'] {
  const { shipping, arrives, isRefunded } = order
  if (!shipping || isRefunded) return undefined
  const { name, pickup } = shipping
  const days = arrives && arrivalText(arrives, pickup !== undefined)
  const travel = [name, days, ...(pickup ? placeOfPickup(pickup) : [])].filter(Boolean).join('. ').concat('.')
  return { paragraphs: [travel, ...(leavesCountry(order) ? [ABROAD.duties] : [])] }
}

const leavesCountry = ({ shipping, shippingAddress }: Order) =>
  Boolean(shippingAddress.countryCode && !shipping?.pickup)

const placeOfPickup = ({ address, hours }: NonNullable<OrderShipping['pickup']>) => [address, hours]

/** The notice that an order can be collected, with place and hours. */
const readyEmail = (order: MailedOrder, shop: Sender, pickup: NonNullable<OrderShipping['pickup']>) =>
  toBuyer(order, shop, {
    subject: READY.subject(order.number),
    opening: READY.opening(order.user.name),
    more: { paragraphs: [placeOfPickup(pickup).filter(Boolean).join('. ').concat('.')] },
    thanks: shop.thanks,
  })

/** The shipping notice, with tracking; for an order that is collected, the notice that it is ready. */
export const shippedEmail = (order: MailedOrder, shop: Sender) =>
  order.shipping?.pickup ? readyEmail(order, shop, order.shipping.pickup) : onItsWayEmail(order, shop)

const onItsWayEmail = (order: MailedOrder, shop: Sender) =>
  toBuyer(order, shop, {
    subject: SHIPPED.subject(order.number),
    opening: SHIPPED.opening(order.user.name),
    more: packageOf(order),
    thanks: shop.thanks,
    destination: ORDER.shippingTo,
  })

/** The addresses of the two answers to a delay. */
export type DelayLinks = { wait: string; refund: string }

/** Tells the buyer of a new day by which a paid order ships, and asks to wait or to take the money back. */
export const delayEmail = (order: Order, shop: Sender, links: DelayLinks) => {
  const { wasBy = '', shipBy = '', words = '', answerBy = null } = order.delay ?? {}
  const { subject, opening, silent, asked, wait, refund } = DELAYED
  return toBuyer(order, shop, {
    subject: subject(order.number),
    opening: opening[shop.voice](order.number, formatCalendarDay(wasBy), formatCalendarDay(shipBy)),
    more: {
      paragraphs: [
        ...paragraphsOf(words),
        answerBy ? asked[shop.voice](formatCalendarDay(answerBy)) : silent[shop.voice],
      ],
      links: [
        { href: links.wait, text: wait },
        { href: links.refund, text: refund },
      ],
    },
  })
}

/** Tells the buyer of a cancellation, and what becomes of the money. */
export const canceledEmail = (order: MailedOrder, shop: Sender) =>
  toBuyer(order, shop, {
    subject: CANCELED.subject(order.number),
    opening: CANCELED.opening(order.number, shop.name, order.isDelivered),
    more: { paragraphs: [moneyOf(order)] },
  })

/** Tells a buyer who asked to cancel a paid order why it goes on its way, in the seller's words. */
export const declinedCancelEmail = (order: MailedOrder, shop: Sender) =>
  toBuyer(order, shop, {
    subject: CANCEL_DECLINED.subject(order.number),
    opening: CANCEL_DECLINED.opening[shop.voice](order.number, shop.name),
    more: { paragraphs: paragraphsOf(order.cancelRequest?.answer ?? '') },
    destination: ORDER.shippingTo,
  })

/** Tells the buyer that the seller has changed the shipping address. */
export const newAddressEmail = (order: Order, shop: Sender) =>
  toBuyer(order, shop, {
    subject: READDRESSED.subject(order.number),
    opening: READDRESSED.opening[shop.voice](order.number, shop.name),
    ...(leavesCountry(order) && { more: { paragraphs: [ABROAD.duties] } }),
    destination: ORDER.shippingTo,
  })

/**
 * A refund in cents; `card` is the card that it went to, null when the order was not paid by card. `parts` are the
 * units and the shipping that it is for, empty for an amount by hand, and `reason` the seller's, if she tells it.
 */
export type Refunded = { cents: number; card: string | null; parts: string; reason: string | null }

/** Tells the buyer of a refund. */
export const refundEmail = (order: MailedOrder, shop: Sender, { cents, card, parts, reason }: Refunded) =>
  toBuyer(order, shop, {
    subject: REFUNDED.subject(order.number),
    opening: REFUNDED.opening[shop.voice](formatDollars(cents), order.number, shop.name) + endOf(order),
    more: {
      paragraphs: [
        [
          parts && REFUNDED.isFor(parts),
          reason && REFUNDED.reason(reason),
          card ? REFUNDED.toCard(card) : REFUNDED.otherwise,
        ]
          .filter(Boolean)
          .join(' '),
      ],
    },
  })

/** A full refund before shipping cancels the order. */
const endOf = ({ isRefunded, isDelivered }: Order) => (isRefunded && !isDelivered ? REFUNDED.canceled : '')

type ToBuyer = Pick<OrderEmailContent, 'subject' | 'opening' | 'more' | 'destination' | 'thanks'>

const toBuyer = (order: MailedOrder, shop: Sender, letter: ToBuyer) =>
  orderEmail(order, shop, {
    to: order.user.email,
    replyTo: shop.email,
    link: { href: `${shop.url}${orderPath(order._id, order.key)}`, text: ORDER.seeOrder },
    ...letter,
  })

/** The carrier and the tracking link; undefined while unknown. */
function packageOf({ carrier, trackingNumber }: Order): OrderEmailContent['more'] {
  const words = [carrier && SHIPPED.carrier(carrier), trackingNumber && SHIPPED.trackingNumber(trackingNumber)]
  const text = words.filter(Boolean).join(' ')
  const href = trackingUrl(carrier, trackingNumber)
  return text ? { paragraphs: [text], links: href ? [{ href, text: SHIPPED.track }] : [] } : undefined
}

/** The sentence about the money of a canceled order. */
function moneyOf({ totalPrice, isPaid, paidBy, refunded }: Order) {
  if (paidBy === 'gift') return CANCELED.notCharged
  if (refunded > 0) return CANCELED.refunded(formatDollars(refunded))
  return totalPrice > 0 && isPaid ? CANCELED.toBeRefunded : CANCELED.notCharged
}
