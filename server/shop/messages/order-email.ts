// The common part of messages about an order: items, totals and shipping address.
import { cityLine } from '#contract/addresses.ts'
import { cardText } from '#contract/cards.ts'
import { CARD } from '#contract/messages.ts'
import { formatDollars } from '#contract/money.ts'
import { answerText } from '#contract/order-items.ts'
import type { Order, OrderItem } from '#contract/orders.ts'
import { EMAIL_PHOTO, PLACEHOLDER_PHOTO, photoUrl } from '#contract/photos.ts'
import { html, type Markup } from '#server/platform/outbox/markup.ts'
import type { Message } from '#server/platform/outbox/message.ts'
import {
  emailButton,
  emailParagraph,
  htmlEmail,
  type Link,
  paragraphsOf,
  secondaryEmailButton,
  textEmail,
} from './email-layout.ts'
import type { MailedOrder, Sender } from './sender.ts'
import { DEMO, ORDER } from './texts.ts'

/** What differs between messages about orders; the items and totals are the same. */
export type OrderEmailContent = {
  to: string
  replyTo: string
  subject: string
  /** The first words to the buyer; in HTML the headline, in place of the subject. */
  greeting?: string
  /** The sentences after that, or empty. */
  opening: string
  more?: { paragraphs: string[]; links?: Link[] } | undefined
  /** The words above the shipping address; without them the address is left out. */
  destination?: string
  /** The last sentence, or empty. */
  thanks?: string
  link: Link
}

/** A message about an order, in plain text and HTML. */
export function orderEmail(order: Order, shop: Sender, content: OrderEmailContent): Message {
  const letter = markedAsDemo(order, content)
  const { to, replyTo, subject } = letter
  return {
    shopName: shop.name,
    to,
    replyTo,
    subject,
    text: textBody(shop, order, letter),
    html: htmlBody(shop, order, letter),
  }
}

/** The order without all that its buyer typed: name, address, phone, gift note and answers. */
export const withoutTypedWords = ({ giftNote: _, ...order }: MailedOrder): MailedOrder => ({
  ...order,
  user: { ...order.user, name: '' },
  shippingAddress: { ...NO_ADDRESS, countryCode: order.shippingAddress.countryCode },
  orderItems: order.orderItems.map(({ answers, ...item }) => item),
})

const NO_ADDRESS = { address: '', city: '', state: '', postalCode: '', country: '' }

type MarkedContent = OrderEmailContent & { notice?: string }

/** Messages of a demo order begin with a sentence that says so. */
const markedAsDemo = ({ isDemo }: Order, letter: OrderEmailContent): MarkedContent =>
  isDemo ? { ...letter, subject: DEMO.subject(letter.subject), notice: DEMO.notice } : letter

/** The amounts of an order, in the order in which they add up. */
const figuresOf = (order: Order): [string, string][] => [
  [ORDER.items, formatDollars(order.itemsPrice)],
  [ORDER.shipping, formatDollars(order.shippingPrice)],
  ...(order.wrapPrice === undefined ? [] : [[ORDER.wrap, formatDollars(order.wrapPrice)] as [string, string]]),
  ...(order.tax?.isIncluded ? [] : [[ORDER.tax, formatDollars(order.taxPrice)] as [string, string]]),
  ...discountsOf(order),
  [ORDER.total, formatDollars(order.totalPrice)],
  ...(order.tax?.isIncluded ? [[ORDER.includedTax, formatDollars(order.taxPrice)] as [string, string]] : []),
  ...(order.refunded > 0 ? [[ORDER.refunded, `−${formatDollars(order.refunded)}`] as [string, string]] : []),
]

/** The discount without a code by its name, and the rest. */
function discountsOf({ discount, automatic }: Order) {
  const parts: [string, number][] = [
    [automatic?.name ?? '', automatic?.amount ?? 0],
    [ORDER.discount, discount - (automatic?.amount ?? 0)],
  ]
  return parts.flatMap(([name, cents]): [string, string][] => (cents > 0 ? [[name, `−${formatDollars(cents)}`]] : []))
}

/** Nothing for an order that goes nowhere. */
const addressOf = ({ user, shippingAddress: to }: Order) => (to.city === '' ? [] : linesOf(to, user.name))

const linesOf = (to: Order['shippingAddress'], name: string) => [
  to.recipient ?? name,
  to.address,
  ...(to.address2 ? [to.address2] : []),
  cityLine(to),
  to.country,
  ...(to.phone ? [to.phone] : []),
]

function textBody(shop: Sender, order: Order, letter: MarkedContent) {
  const { more, destination, thanks, link } = letter
  const items = order.orderItems.flatMap(({ name, qty, price, answers = [] }) => [
    `${qty} × ${name}: ${formatDollars(price * qty)}`,
    ...answers.map((one) => `   ${answerText(one)}`),
  ])
  const figures = figuresOf(order).map(([name, amount]) => `${name}: ${amount}`)
  const address = addressOf(order)
  return textEmail(shop, [
    firstWords(letter),
    '',
    ...(more ? [...more.paragraphs, ...(more.links ?? []).map(({ text, href }) => `${text}: ${href}`), ''] : []),
    ORDER.heading(order.number),
    ...items,
    '',
    ...figures,
    ...(order.card ? [CARD.paidWith(cardText(order.card))] : []),
    '',
    ...(order.giftNote ? [ORDER.giftNote, ...paragraphsOf(order.giftNote), ''] : []),
    ...(destination && address.length > 0 ? [destination, ...address, ''] : []),
    `${link.text}: ${link.href}`,
    ...(thanks ? ['', thanks] : []),
  ])
}

const firstWords = ({ notice, greeting, opening }: MarkedContent) => inOneParagraph(notice, greeting, opening)

const inOneParagraph = (...sentences: (string | undefined)[]) => sentences.filter(Boolean).join(' ')

function htmlBody(shop: Sender, order: Order, letter: MarkedContent) {
  const { subject, notice, greeting, opening, more, destination, thanks, link } = letter
  const afterGreeting = inOneParagraph(notice, opening)
  const linkButton = more?.links?.length ? secondaryEmailButton : emailButton
  const { light, fonts } = shop.design
  const rule = html`<hr class="line" style="margin:16px 0;border:0;border-top:1px solid ${light.line}">`
  const figures = figuresOf(order).map(([name, amount]) => figureRow(name, amount, name === ORDER.total))
  const address = addressOf(order).map((line) => html`<br>${line}`)
  return htmlEmail(
    shop,
    { subject, headline: greeting, preview: firstWords(letter) },
    html`${afterGreeting && emailParagraph(afterGreeting)}${more ? htmlMore(shop, more) : ''}
<h2 style="margin:32px 0 12px;font-family:${fonts.heading};font-size:20px;line-height:1.3;font-weight:600">${ORDER.heading(order.number)}</h2>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${itemRows(shop, order.orderItems)}</table>
${rule}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${figures}</table>
${order.card ? html`<p class="muted" style="margin:8px 0 0;color:${light.muted}">${CARD.paidWith(cardText(order.card))}</p>` : ''}
${rule}
${order.giftNote ? emailParagraph(html`<span class="muted" style="color:${light.muted}">${ORDER.giftNote}</span>${order.giftNote.split('\n').map((line) => html`<br>${line}`)}`) : ''}${destination && address.length > 0 ? emailParagraph(html`<span class="muted" style="color:${light.muted}">${destination}</span>${address}`) : ''}${thanks ? html`<p style="margin:0;font-family:${fonts.heading};font-size:18px">${thanks}</p>` : ''}${linkButton(shop, link)}`,
  )
}

/** In pixels of the message; the file has more, for dense screens. */
const PHOTO_SIZE = 72

/** The products; without any photo they need no room for one. */
function itemRows(shop: Sender, items: OrderItem[]) {
  const hasPhotos = items.some(hasPhoto)
  return items.map((item) => itemRow(shop, item, hasPhotos))
}

const hasPhoto = ({ image }: OrderItem) => image !== PLACEHOLDER_PHOTO

/** A product in two rows, so that its name has the whole width of a phone beside the photo. */
function itemRow({ url, design: { light } }: Sender, item: OrderItem, hasPhotos: boolean): Markup {
  const { name, qty, price, image } = item
  // What shows while pictures are blocked. The name stands beside it, so the photo needs no text of its own.
  const tile = `display:block;width:${PHOTO_SIZE}px;height:${PHOTO_SIZE}px;border-radius:8px;background:${light.paper}`
  const photo = hasPhoto(item)
    ? html`<img class="page" src="${url + photoUrl(image, EMAIL_PHOTO.width, EMAIL_PHOTO.format)}" alt="" width="${PHOTO_SIZE}" height="${PHOTO_SIZE}" style="${tile}">`
    : html`<div class="page" style="${tile}"></div>`
  const photoCell = html`<td rowspan="2" width="${PHOTO_SIZE}" valign="top" style="padding:8px 12px 8px 0">${photo}</td>`
  const answerLines = (item.answers ?? []).map(
    (one) => html`<br><span class="muted" style="color:${light.muted}">${answerText(one)}</span>`,
  )
  return html`<tr>${hasPhotos ? photoCell : ''}<td colspan="2" valign="bottom" style="padding:8px 0 0">${name}${answerLines}</td></tr>
<tr><td class="muted" valign="top" style="padding:0 0 8px;color:${light.muted};white-space:nowrap">${qty} × ${formatDollars(price)}</td><td align="right" valign="top" style="padding:0 0 8px 12px;white-space:nowrap">${formatDollars(price * qty)}</td></tr>`
}

const figureRow = (name: string, amount: string, isTotal: boolean): Markup => {
  const font = isTotal ? 'font-size:18px;font-weight:600' : 'font-weight:400'
  return html`<tr><td style="padding:3px 0;${font}">${name}</td><td align="right" style="padding:3px 0 3px 12px;${font}">${amount}</td></tr>`
}

const htmlMore = (shop: Sender, { paragraphs, links = [] }: NonNullable<OrderEmailContent['more']>) =>
  html`${paragraphs.map(emailParagraph)}${links.map((link, index) => (index === 0 ? emailButton : secondaryEmailButton)(shop, link))}`
