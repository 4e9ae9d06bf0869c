import { arrivalText } from '#contract/arrival-texts.ts'
import { cardText } from '#contract/cards.ts'
import { trackingUrl } from '#contract/carriers.ts'
import { formatCalendarDay } from '#contract/dates.ts'
import { ABROAD } from '#contract/messages.ts'
import { formatDollars } from '#contract/money.ts'
import { greetingName } from '#contract/names.ts'
import { itemName } from '#contract/order-items.ts'
import type { Order, OrderParcel, OrderShipping, PaidCard } from '#contract/orders.ts'
import { orderPath } from '#server/shop/orders/order-links.ts'
import { paragraphsOf } from './email-layout.ts'
import { type OrderEmailContent, orderEmail } from './order-email.ts'
import type { MailedOrder, Sender } from './sender.ts'
import {
  CANCEL_DECLINED,
  CANCELED_MAIL,
  DELAYED_MAIL,
  NEW_ADDRESS_MAIL,
  ORDER,
  READY,
  RECEIPT,
  REFUND_MAIL,
  SHIPPED_MAIL,
} from './texts.ts'

/** The receipt of a paid order. */
export const receiptEmail = (order: MailedOrder, shop: Sender) =>
  toBuyer(order, shop, {
    subject: RECEIPT.subject(order.number, shop.name),
    greeting: RECEIPT.greeting(greetingName(order.user.name)),
    opening: afterThanks(order, shop),
    more: travelOf(order),
    thanks: shop.thanks,
    destination: ORDER.shippingTo,
  })

/** How an order was paid and, if it has not shipped yet, what comes next, by its day if it has one. */
function afterThanks({ paidBy, shipBy, shipping, isDelivered, isRefunded }: Order, { voice }: Sender) {
  const paymentText = RECEIPT.paid[paidBy ?? 'card']
  if (isDelivered || isRefunded) return paymentText
  const whatNext = shipping?.pickup ? RECEIPT.toCollect : RECEIPT.whatNext
  return `${paymentText} ${whatNext[voice](shipBy ? formatCalendarDay(shipBy) : null)}`
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
    greeting: READY.greeting(greetingName(order.user.name)),
    opening: READY.opening,
    more: { paragraphs: [placeOfPickup(pickup).filter(Boolean).join('. ').concat('.')] },
    thanks: shop.thanks,
  })

/**
 * The shipping notice of a parcel, with tracking, and with what is in it when that is not all; for an order that is
 * collected, the notice that it is ready. Without a parcel it is about the order as a whole.
 */
export const shippedEmail = (order: MailedOrder, shop: Sender, parcelId?: string) =>
  order.shipping?.pickup
    ? readyEmail(order, shop, order.shipping.pickup)
    : onItsWayEmail(
        order,
        shop,
        order.parcels?.find(({ _id }) => _id === parcelId),
      )

function onItsWayEmail(order: MailedOrder, shop: Sender, parcel: OrderParcel | undefined) {
  const { subject, greeting } = SHIPPED_MAIL[parcel && isPart(parcel, order) ? 'part' : 'whole']
  return toBuyer(order, shop, {
    subject: subject(order.number),
    greeting: greeting(greetingName(order.user.name)),
    opening: '',
    more: packageOf(parcel ?? order, parcel ? contentOf(parcel, order) : []),
    thanks: shop.thanks,
    destination: ORDER.shippingTo,
  })
}

/** Whether the order has pieces that are not in the parcel. */
const isPart = ({ items }: OrderParcel, { orderItems }: Order) =>
  orderItems.some(({ line, qty }) => qtyIn(items, line) < qty)

const qtyIn = (items: OrderParcel['items'], line: number) => items.find((item) => item.line === line)?.qty ?? 0

/** What is in a parcel, and whether more follows; empty when it has the whole order. */
function contentOf(parcel: OrderParcel, order: Order): string[] {
  if (!isPart(parcel, order)) return []
  const pieces = order.orderItems.flatMap((item) => {
    const qty = qtyIn(parcel.items, item.line)
    return qty > 0 ? [`${qty} × ${itemName(item)}`] : []
  })
  return [SHIPPED_MAIL.content(pieces.join(', ')), ...(order.isDelivered ? [] : [SHIPPED_MAIL.restFollows])]
}

/** The addresses of the two answers to a delay. */
export type DelayLinks = { wait: string; refund: string }

/** Tells the buyer of a new day by which a paid order ships, and asks to wait or to take the money back. */
export const delayEmail = (order: Order, shop: Sender, links: DelayLinks) => {
  const { wasBy = '', shipBy = '', words = '', answerBy = null } = order.delay ?? {}
  const { subject, opening, silent, asked, wait, refund } = DELAYED_MAIL
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
    subject: CANCELED_MAIL.subject(order.number),
    opening: CANCELED_MAIL.opening(order.number, shop.name, order.isDelivered),
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
    subject: NEW_ADDRESS_MAIL.subject(order.number),
    opening: NEW_ADDRESS_MAIL.opening[shop.voice](order.number, shop.name),
    ...(leavesCountry(order) && { more: { paragraphs: [ABROAD.duties] } }),
    destination: ORDER.shippingTo,
  })

/**
 * A refund in cents; `card` is what it went to, null when the order was not paid through the card service. `parts` are the
 * units and the shipping that it is for, empty for an amount by hand, and `reason` the seller's, if she tells it.
 */
export type RefundFacts = { cents: number; card: PaidCard | null; parts: string; reason: string | null }

/** Tells the buyer of a refund. */
export const refundEmail = (order: MailedOrder, shop: Sender, { cents, card, parts, reason }: RefundFacts) =>
  toBuyer(order, shop, {
    subject: REFUND_MAIL.subject(order.number),
    opening: REFUND_MAIL.opening[shop.voice](formatDollars(cents), order.number, shop.name) + endOf(order),
    more: {
      paragraphs: [
        ...(parts ? [REFUND_MAIL.isFor(parts)] : []),
        ...(reason ? [REFUND_MAIL.reason(reason)] : []),
        card ? REFUND_MAIL[card.last4 ? 'toCard' : 'toWallet'](cardText(card)) : REFUND_MAIL.otherwise,
      ],
    },
  })

/** A full refund before shipping cancels the order. */
const endOf = ({ isRefunded, isDelivered, parcels }: Order) =>
  isRefunded && !isDelivered && !parcels ? REFUND_MAIL.canceled : ''

type ToBuyer = Pick<OrderEmailContent, 'subject' | 'greeting' | 'opening' | 'more' | 'destination' | 'thanks'>

const toBuyer = (order: MailedOrder, shop: Sender, letter: ToBuyer) =>
  orderEmail(order, shop, {
    to: order.user.email,
    replyTo: shop.email,
    link: { href: `${shop.url}${orderPath(order._id, order.key)}`, text: ORDER.seeOrder },
    ...letter,
  })

/** The carrier and the tracking link, and what is in the parcel; undefined when nothing of it is known. */
function packageOf(
  { carrier, trackingNumber }: Pick<Order, 'carrier' | 'trackingNumber'>,
  content: string[],
): OrderEmailContent['more'] {
  const words = [
    carrier && SHIPPED_MAIL.carrier(carrier),
    trackingNumber && SHIPPED_MAIL.trackingNumber(trackingNumber),
  ]
  const text = words.filter(Boolean).join(' ')
  const href = trackingUrl(carrier, trackingNumber)
  const paragraphs = [...content, ...(text ? [text] : [])]
  return paragraphs.length > 0 ? { paragraphs, links: href ? [{ href, text: SHIPPED_MAIL.track }] : [] } : undefined
}

/** The sentence about the money of a canceled order. */
function moneyOf({ totalPrice, isPaid, paidBy, refunded }: Order) {
  if (paidBy === 'gift') return CANCELED_MAIL.notCharged
  if (refunded > 0) return CANCELED_MAIL.refunded(formatDollars(refunded))
  return totalPrice > 0 && isPaid ? CANCELED_MAIL.toBeRefunded : CANCELED_MAIL.notCharged
}
