import { trackingUrl } from '#contract/carriers.ts'
import { formatDollars } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import type { Voice } from '#contract/shop-info.ts'
import { type OrderLetter, orderMessage } from './order-letter.ts'

/** Who writes: the shop, its address on the web for the links, its email address for replies, and how it speaks. */
export type Sender = { name: string; url: string; email: string; voice: Voice }

/** A message of a shop in both forms. `link`, if there is one, is what its reader waits for. */
export type Message = {
  shopName: string
  to: string
  replyTo: string
  subject: string
  text: string
  html: string
  link?: string
}

/**
 * Where messages go. `key` names a message, the same on every try, in letters, digits and hyphens. Throws on failure,
 * `MessageRefused` when no later try can succeed.
 */
export type Mailer = { send(key: string, message: Message): Promise<void>; close(): void }

/** The mail server refuses this message, or its recipient, for good. */
export class MessageRefused extends Error {}

/** What the buyer gets when an order is paid. */
export const receipt = (order: Order, shop: Sender) =>
  toBuyer(order, shop, {
    subject: `Your order ${order.number} at ${shop.name}`,
    opening: `Thank you for your order, ${order.user.name}. ${paymentOf(order)}, and ${shop.voice} will pack your pieces with care.`,
    destination: DESTINATION,
  })

const PAID_BY = { cash: 'It is paid in cash', other: 'It is paid without a card', gift: 'It is a gift' }
const paymentOf = ({ paidBy }: Order) => (paidBy ? PAID_BY[paidBy] : 'It is paid')

/** What the buyer gets when the parcel is on its way. */
export const shippedNotice = (order: Order, shop: Sender) =>
  toBuyer(order, shop, {
    subject: `Your order ${order.number} is on its way`,
    opening: `Good news, ${order.user.name}: your order is on its way to you.`,
    more: parcelOf(order),
    destination: DESTINATION,
  })

/** What the buyer gets when an order is cancelled. */
export const cancellation = (order: Order, shop: Sender) =>
  toBuyer(order, shop, {
    subject: `Your order ${order.number} is cancelled`,
    opening: `Your order ${order.number} at ${shop.name} has been cancelled.${order.isDelivered ? '' : ' Nothing will be shipped.'}`,
    more: { text: moneyOf(order) },
  })

/** Money that went back to a buyer, in cents. `card` is the card it went back to; none when it was no card. */
export type Refunded = { cents: number; card: string | null }

/** What the buyer gets when money has been given back. */
export const refundNotice = (order: Order, shop: Sender, { cents, card }: Refunded) =>
  toBuyer(order, shop, {
    subject: `A refund for your order ${order.number}`,
    opening: `${shop.voice === 'I' ? 'I' : 'We'} have refunded ${formatDollars(cents)} for your order ${order.number} at ${shop.name}.${order.isRefunded && !order.isDelivered ? ' Your order is cancelled and will not be shipped.' : ''}`,
    more: {
      text: card
        ? `It goes back to your ${card}. Banks usually take 2 to 7 business days to show it on your statement.`
        : 'You get it back in the way in which you paid.',
    },
  })

const DESTINATION = 'Shipping to:'

type ToBuyer = Pick<OrderLetter, 'subject' | 'opening' | 'more' | 'destination'>

const toBuyer = (order: Order, shop: Sender, letter: ToBuyer) =>
  orderMessage(order, shop, {
    to: order.user.email,
    replyTo: shop.email,
    link: { href: `${shop.url}/order/${order._id}`, text: 'See your order' },
    ...letter,
  })

/** With whom the parcel travels, and where it can be followed; nothing while that is not known. */
function parcelOf({ carrier, trackingNumber }: Order): OrderLetter['more'] {
  const words = [carrier && `Shipped with ${carrier}.`, trackingNumber && `Tracking number: ${trackingNumber}`]
  const text = words.filter(Boolean).join(' ')
  const href = trackingUrl(carrier, trackingNumber)
  return text ? { text, link: href ? { href, text: 'Follow your package' } : undefined } : undefined
}

/** What happens to the money of a cancelled order. */
function moneyOf({ totalPrice, isPaid, paidBy, refunded }: Order) {
  if (paidBy === 'gift') return NOTHING_CHARGED
  if (refunded > 0) return `${formatDollars(refunded)} has been refunded or is on its way back to you.`
  if (totalPrice > 0 && isPaid) return 'You will get another message as soon as your payment is refunded.'
  return NOTHING_CHARGED
}

const NOTHING_CHARGED = 'Nothing was charged, so there is nothing to refund.'
