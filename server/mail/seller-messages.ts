// Messages to the shop's own address.
import { formatDollars } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { plainLetter, richLetter, richLink } from './letter.ts'
import { html } from './markup.ts'
import type { Message, Sender } from './messages.ts'
import { type OrderLetter, orderMessage } from './order-letter.ts'

/** What the seller gets when an order is paid. A reply goes to the buyer. */
export const newOrder = (order: Order, shop: Sender) =>
  toShop(order, shop, {
    subject: `New order ${order.number}: ${formatDollars(order.totalPrice)}`,
    opening: `${order.user.name} has placed order ${order.number}, and it is paid.`,
    destination: 'Ship it to:',
  })

/** What the seller gets when an order is cancelled. A reply goes to the buyer. */
export const cancelledOrder = (order: Order, shop: Sender) =>
  toShop(order, shop, {
    subject: `Order ${order.number} is cancelled`,
    opening: `Order ${order.number} of ${order.user.name} has been cancelled.${order.isDelivered ? '' : ' Do not ship it.'}`,
  })

const toShop = (order: Order, shop: Sender, letter: Pick<OrderLetter, 'subject' | 'opening' | 'destination'>) =>
  orderMessage(order, shop, {
    to: shop.email,
    replyTo: order.user.email || shop.email,
    link: { href: `${shop.url}/order/${order._id}`, text: `Open order ${order.number}` },
    ...letter,
  })

/** A difference between the shop's books and the card service's: what it is, and the order it is about, if any. */
export type Discrepancy = { sentence: string; order: { id: string; number: number } | undefined }

/** What the seller gets when payments need to be looked at by a person. */
export function paymentsToCheck(found: Discrepancy[], { name, url, email }: Sender): Message {
  const subject = found.length === 1 ? 'A payment needs your attention' : `${found.length} payments need your attention`
  const opening = `The records of ${name} and of the card service differ. Please check:`
  const lines = found.map(({ sentence, order }) => ({
    text: order ? `Order ${order.number}: ${sentence}` : sentence,
    href: order && `${url}/order/${order.id}`,
  }))
  const all = { href: `${url}/admin/discrepancies`, text: 'See all differences' }
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
