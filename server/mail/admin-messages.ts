// Messages to the shop's own address.
import { formatDollars } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { plainLetter, richLetter, richLink } from './email-layout.ts'
import { html } from './markup.ts'
import type { Message, Sender } from './messages.ts'
import { type OrderLetter, orderMessage } from './order-email.ts'
import { CANCELED_ORDER, NEW_ORDER, PAYMENTS_TO_CHECK } from './texts.ts'

/** What the seller gets when an order is paid. A reply goes to the buyer. */
export const newOrder = (order: Order, shop: Sender) =>
  toShop(order, shop, {
    subject: NEW_ORDER.subject(order.number, formatDollars(order.totalPrice)),
    opening: NEW_ORDER.opening(order.user.name, order.number),
    destination: NEW_ORDER.shipTo,
  })

/** What the seller gets when an order is canceled. A reply goes to the buyer. */
export const cancelledOrder = (order: Order, shop: Sender) =>
  toShop(order, shop, {
    subject: CANCELED_ORDER.subject(order.number),
    opening: CANCELED_ORDER.opening(order.user.name, order.number, order.isDelivered),
  })

const toShop = (order: Order, shop: Sender, letter: Pick<OrderLetter, 'subject' | 'opening' | 'destination'>) =>
  orderMessage(order, shop, {
    to: shop.email,
    replyTo: order.user.email || shop.email,
    link: { href: `${shop.url}/order/${order._id}`, text: NEW_ORDER.link(order.number) },
    ...letter,
  })

/** A difference between the shop's books and the card service's: what it is, and the order it is about, if any. */
export type Discrepancy = { sentence: string; order: { id: string; number: number } | undefined }

/** What the seller gets when payments need to be looked at by a person. */
export function paymentsToCheck(found: Discrepancy[], { name, url, email }: Sender): Message {
  const subject = PAYMENTS_TO_CHECK.subject(found.length)
  const opening = PAYMENTS_TO_CHECK.opening(name)
  const lines = found.map(({ sentence, order }) => ({
    text: order ? PAYMENTS_TO_CHECK.ofOrder(order.number, sentence) : sentence,
    href: order && `${url}/order/${order.id}`,
  }))
  const all = { href: `${url}/admin/discrepancies`, text: PAYMENTS_TO_CHECK.link }
  return {
    shopName: name,
    to: email,
    replyTo: email,
    subject,
    text: plainLetter(name, [
      opening,
      '',
      ...lines.map(({ text, href }) => `- ${text}${href ? ` ${href}` : ''}`),
      '',
      `${all.text}: ${all.href}`,
    ]),
    html: richLetter(
      name,
      subject,
      html`<p>${opening}</p>
<ul>${lines.map(({ text, href }) => html`<li>${href ? richLink(href, text) : text}</li>`)}</ul>
<p>${richLink(all.href, all.text)}</p>`,
    ),
  }
}
