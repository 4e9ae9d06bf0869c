// Messages to the seller, at the shop's address.
import { formatCalendarDay } from '#contract/dates.ts'
import { formatDollars } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { html } from '#server/platform/outbox/markup.ts'
import type { Message } from '#server/platform/outbox/message.ts'
import type { Fault } from '#server/shop/alerts/alerts.ts'
import { ALERT_ADVICE, ALERT_EMAIL } from '#server/shop/alerts/texts.ts'
import { emailButton, emailLink, emailParagraph, htmlEmail, paragraphsOf, textEmail } from './email-layout.ts'
import { notice } from './notice.ts'
import { type OrderEmailContent, orderEmail } from './order-email.ts'
import type { Sender } from './sender.ts'
import { CANCEL_REQUEST, CANCELED_ORDER, MONEY_WANTED, NEW_ORDER, PAYMENTS_TO_CHECK, TEST } from './texts.ts'

/** Tells the seller of a paid order: where it goes, how and until when, or that its buyer picks it up. Replies go to the buyer. */
export const newOrderEmail = (order: Order, shop: Sender) => {
  const { number, shipping, user, totalPrice } = order
  const travel = travelOf(order)
  return toShop(order, shop, {
    subject: (shipping?.pickup ? NEW_ORDER.pickUpSubject : NEW_ORDER.subject)(number, formatDollars(totalPrice)),
    opening: NEW_ORDER.opening(user.name, number),
    ...(travel.length > 0 && { more: { paragraphs: travel } }),
    ...(!shipping?.pickup && { destination: NEW_ORDER.shipTo }),
  })
}

function travelOf({ shipping, shipBy, user, isDelivered }: Order): string[] {
  if (isDelivered) return []
  const day = shipBy ? formatCalendarDay(shipBy) : null
  if (!shipping) return day ? [NEW_ORDER.shipsBy(day)] : []
  const { name, pickup } = shipping
  return pickup
    ? [NEW_ORDER.pickUp(user.name, day), NEW_ORDER.atPlace(name, pickup.address)]
    : [NEW_ORDER.travel(name, day)]
}

/** Tells the seller of a canceled order. Replies go to the buyer. */
export const canceledOrderEmail = (order: Order, shop: Sender) =>
  toShop(order, shop, {
    subject: CANCELED_ORDER.subject(order.number),
    opening: CANCELED_ORDER.opening(order.user.name, order.number, order.isDelivered),
  })

/** Tells the seller that the buyer of a delayed order wants the money back. Replies go to the buyer. */
export const moneyWantedEmail = (order: Order, shop: Sender) =>
  toShop(order, shop, {
    subject: MONEY_WANTED.subject(order.number),
    opening: MONEY_WANTED.opening(order.user.name, order.number),
  })

/** Tells the seller that the buyer asks to cancel a paid order. Replies go to the buyer. */
export const cancelRequestEmail = (order: Order, shop: Sender) =>
  toShop(order, shop, {
    subject: CANCEL_REQUEST.subject(order.number),
    opening: CANCEL_REQUEST.opening(order.user.name, order.number),
    more: { paragraphs: paragraphsOf(order.cancelRequest?.reason ?? '') },
  })

type ToShop = Pick<OrderEmailContent, 'subject' | 'opening' | 'more' | 'destination'>

const toShop = (order: Order, shop: Sender, letter: ToShop) =>
  orderEmail(order, shop, {
    to: shop.email,
    replyTo: order.user.email || shop.email,
    link: { href: `${shop.url}/order/${order._id}`, text: NEW_ORDER.link(order.number) },
    ...letter,
  })

/** A discrepancy in words, and its order, if any. */
export type Discrepancy = { sentence: string; order: { id: string; number: number } | undefined }

/** Tells the seller of new discrepancies. */
export function paymentsToCheckEmail(discrepancies: Discrepancy[], shop: Sender): Message {
  const { name, url, email } = shop
  const subject = PAYMENTS_TO_CHECK.subject(discrepancies.length)
  const opening = PAYMENTS_TO_CHECK.opening(name)
  const lines = discrepancies.map(({ sentence, order }) => ({
    text: order ? PAYMENTS_TO_CHECK.ofOrder(order.number, sentence) : sentence,
    href: order && `${url}/order/${order.id}`,
  }))
  const all = { href: `${url}/admin/discrepancies`, text: PAYMENTS_TO_CHECK.link }
  return {
    shopName: name,
    to: email,
    replyTo: email,
    subject,
    text: textEmail(shop, [
      opening,
      '',
      ...lines.map(({ text, href }) => `- ${text}${href ? ` ${href}` : ''}`),
      '',
      `${all.text}: ${all.href}`,
    ]),
    html: htmlEmail(
      shop,
      { subject, preview: opening },
      html`${emailParagraph(opening)}
<ul style="margin:0;padding-left:20px">${lines.map(({ text, href }) => html`<li style="margin-bottom:8px">${href ? emailLink(shop, { href, text }) : text}</li>`)}</ul>
${emailButton(shop, all)}`,
    ),
  }
}

/** The test email of the setup page. */
export const testEmail = (to: string, shop: Sender) =>
  notice(shop, {
    to,
    subject: TEST.subject(shop.name),
    paragraphs: [TEST.opening(shop.name)],
    links: [{ href: `${shop.url}/admin/shop-check`, text: TEST.link }],
  })

/** Tells the seller of a fault that has begun. */
export const alertEmail = ({ kind, finding }: Fault, shop: Sender) =>
  notice(shop, {
    to: shop.email,
    subject: ALERT_EMAIL.subject(shop.name),
    paragraphs: [`${finding} ${ALERT_ADVICE[kind]}`],
    links: [{ href: `${shop.url}/admin/shop-check`, text: ALERT_EMAIL.link }],
  })
