// The common part of messages about an order: items, totals and shipping address.
import { formatDollars } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { emailLink, htmlEmail, textEmail } from './email-layout.ts'
import { html, type Markup } from './markup.ts'
import type { Message, Sender } from './messages.ts'
import { DEMO, ORDER } from './texts.ts'

type Link = { href: string; text: string }

/** What differs between messages about orders; the items and totals are the same. */
export type OrderEmailContent = {
  to: string
  replyTo: string
  subject: string
  opening: string
  more?: { text: string; link?: Link | undefined } | undefined
  /** The words above the shipping address; without them the address is left out. */
  destination?: string
  link: Link
}

/** A message about an order, in plain text and HTML. */
export function orderEmail(order: Order, { name }: Sender, written: OrderEmailContent): Message {
  const letter = markedAsDemo(order, written)
  const { to, replyTo, subject } = letter
  return {
    shopName: name,
    to,
    replyTo,
    subject,
    text: textBody(name, order, letter),
    html: htmlBody(name, order, letter),
  }
}

/** Messages of a demo order begin with a sentence that says so. */
const markedAsDemo = ({ isDemo }: Order, letter: OrderEmailContent): OrderEmailContent =>
  isDemo ? { ...letter, subject: DEMO.subject(letter.subject), opening: DEMO.opening(letter.opening) } : letter

/** The amounts of an order, in the order in which they add up. */
const figuresOf = (order: Order): [string, string][] => [
  [ORDER.items, formatDollars(order.itemsPrice)],
  [ORDER.shipping, formatDollars(order.shippingPrice)],
  [ORDER.tax, formatDollars(order.taxPrice)],
  ...(order.discount > 0 ? [[ORDER.discount, `-${formatDollars(order.discount)}`] as [string, string]] : []),
  [ORDER.total, formatDollars(order.totalPrice)],
  ...(order.refunded > 0 ? [[ORDER.refunded, `-${formatDollars(order.refunded)}`] as [string, string]] : []),
]

const addressOf = ({ shippingAddress: to }: Order) => [
  to.address,
  `${to.city}, ${to.state} ${to.postalCode}`,
  to.country,
]

function textBody(shopName: string, order: Order, { opening, more, destination, link }: OrderEmailContent) {
  const items = order.orderItems.map(({ name, qty, price }) => `${qty} x ${name}: ${formatDollars(price * qty)}`)
  const figures = figuresOf(order).map(([name, amount]) => `${name}: ${amount}`)
  return textEmail(shopName, [
    opening,
    '',
    ...(more ? [more.text, ...(more.link ? [`${more.link.text}: ${more.link.href}`] : []), ''] : []),
    ORDER.heading(order.number),
    ...items,
    '',
    ...figures,
    '',
    ...(destination ? [destination, ...addressOf(order), ''] : []),
    `${link.text}: ${link.href}`,
  ])
}

function htmlBody(shopName: string, order: Order, { subject, opening, more, destination, link }: OrderEmailContent) {
  const row = (name: string, amount: string): Markup =>
    html`<tr><td style="padding:4px 0">${name}</td><td style="padding:4px 0;text-align:right">${amount}</td></tr>`
  const items = order.orderItems.map(({ name, qty, price }) => row(`${qty} × ${name}`, formatDollars(price * qty)))
  const figures = figuresOf(order).map(([name, amount]) => row(name, amount))
  const address = addressOf(order).map((line) => html`${line}<br>`)
  return htmlEmail(
    shopName,
    subject,
    html`<p>${opening}</p>${more ? htmlMore(more) : ''}
<h2 style="font-size:18px;font-weight:normal">${ORDER.heading(order.number)}</h2>
<table role="presentation" style="width:100%;border-collapse:collapse">${items}</table>
<hr style="border:0;border-top:1px solid #d9cbb8">
<table role="presentation" style="width:100%;border-collapse:collapse">${figures}</table>
${destination ? html`<p>${destination}<br>${address}</p>\n` : ''}<p>${emailLink(link.href, link.text)}</p>`,
  )
}

const htmlMore = ({ text, link }: NonNullable<OrderEmailContent['more']>) =>
  html`
<p>${text}${link ? html`<br>${emailLink(link.href, link.text)}` : ''}</p>`
