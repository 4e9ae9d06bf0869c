import { trackingUrl } from '#contract/carriers.ts'
import { formatDollars } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { plainLetter, richLetter, richLink } from './letter.ts'
import { html, type Markup } from './markup.ts'

/** Who writes: the shop's name, and its address for the links in messages. */
export type Sender = { name: string; url: string }

/** A message of a shop in both forms. `link`, if there is one, is what its reader waits for. */
export type Message = { shopName: string; to: string; subject: string; text: string; html: string; link?: string }

/** Where messages go. `key` names a message, the same on every try, in letters, digits and hyphens. Throws on failure. */
export type Mailer = { send(key: string, message: Message): Promise<void>; close(): void }

/** What the buyer gets when an order is paid. */
export function receipt(order: Order, shop: Sender): Message {
  return message(order, shop, {
    subject: `Your order ${order.number} at ${shop.name}`,
    opening: `Thank you for your order, ${order.user.name}. It is paid, and we will pack your pieces with care.`,
    link: `${shop.url}/order/${order._id}`,
  })
}

/** What the buyer gets when the parcel is on its way. */
export function shippedNotice(order: Order, shop: Sender): Message {
  return message(order, shop, {
    subject: `Your order ${order.number} is on its way`,
    opening: `Good news, ${order.user.name}: your parcel has left our table and is on its way to you.`,
    link: `${shop.url}/order/${order._id}`,
    parcel: parcelOf(order),
  })
}

/** With whom a parcel travels, and where it can be followed. */
type Parcel = { words: string; followed: string | null }

type Letter = { subject: string; opening: string; link: string; parcel?: Parcel | null }

function parcelOf({ carrier, trackingNumber }: Order): Parcel | null {
  const words = [carrier && `It travels with ${carrier}.`, trackingNumber && `Tracking number: ${trackingNumber}`]
  const known = words.filter(Boolean).join(' ')
  return known ? { words: known, followed: trackingUrl(carrier, trackingNumber) } : null
}

function message(order: Order, { name }: Sender, written: Letter): Message {
  const letter = marked(order, written)
  return {
    shopName: name,
    to: order.user.email,
    subject: letter.subject,
    text: plain(name, order, letter),
    html: rich(name, order, letter),
  }
}

/** Whoever gets a message about an order of the demo is told first that nothing of it is real. */
const marked = ({ isDemo }: Order, letter: Letter): Letter =>
  isDemo ? { ...letter, subject: `Demo: ${letter.subject}`, opening: `${DEMO} ${letter.opening}` } : letter

const DEMO = 'This message comes from a demo: no money moved, and nothing will be sent.'

/** The figures of an order, in the order in which they are added up. */
const figuresOf = (order: Order): [string, string][] => [
  ['Items', formatDollars(order.itemsPrice)],
  ['Shipping', formatDollars(order.shippingPrice)],
  ['Tax', formatDollars(order.taxPrice)],
  ...(order.discount > 0 ? [['Discount', `-${formatDollars(order.discount)}`] as [string, string]] : []),
  ['Total', formatDollars(order.totalPrice)],
]

const addressOf = ({ shippingAddress: to }: Order) => [
  to.address,
  `${to.city}, ${to.state} ${to.postalCode}`,
  to.country,
]

function plain(shopName: string, order: Order, { opening, link, parcel }: Letter) {
  const items = order.orderItems.map(({ name, qty, price }) => `${qty} x ${name}: ${formatDollars(price * qty)}`)
  const figures = figuresOf(order).map(([name, amount]) => `${name}: ${amount}`)
  return plainLetter(shopName, [
    opening,
    '',
    ...(parcel ? [parcel.words, ...(parcel.followed ? [`Follow your parcel: ${parcel.followed}`] : []), ''] : []),
    `Order ${order.number}`,
    ...items,
    '',
    ...figures,
    '',
    'It goes to:',
    ...addressOf(order),
    '',
    `See your order: ${link}`,
  ])
}

function rich(shopName: string, order: Order, { subject, opening, link, parcel }: Letter) {
  const row = (name: string, amount: string): Markup =>
    html`<tr><td style="padding:4px 0">${name}</td><td style="padding:4px 0;text-align:right">${amount}</td></tr>`
  const items = order.orderItems.map(({ name, qty, price }) => row(`${qty} × ${name}`, formatDollars(price * qty)))
  const figures = figuresOf(order).map(([name, amount]) => row(name, amount))
  return richLetter(
    shopName,
    subject,
    html`<p>${opening}</p>${parcel ? richParcel(parcel) : ''}
<h2 style="font-size:18px;font-weight:normal">Order ${order.number}</h2>
<table role="presentation" style="width:100%;border-collapse:collapse">${items}</table>
<hr style="border:0;border-top:1px solid #d9cbb8">
<table role="presentation" style="width:100%;border-collapse:collapse">${figures}</table>
<p>It goes to:<br>${addressOf(order).map((line) => html`${line}<br>`)}</p>
<p>${richLink(link, 'See your order')}</p>`,
  )
}

const richParcel = ({ words, followed }: Parcel) =>
  html`
<p>${words}${followed ? html`<br>${richLink(followed, 'Follow your parcel')}` : ''}</p>`
