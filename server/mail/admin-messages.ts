// Messages to the seller, at the shop's address.
import { formatDollars } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import type { Fault } from '../monitoring/alerts.ts'
import { ALERT_ADVICE, ALERT_EMAIL } from '../texts/alerts.ts'
import { BACKUP_FAILED } from '../texts/backups.ts'
import { emailButton, emailLink, emailParagraph, htmlEmail, paragraphsOf, textEmail } from './email-layout.ts'
import { html } from './markup.ts'
import type { Message, Sender } from './messages.ts'
import { type OrderEmailContent, orderEmail } from './order-email.ts'
import { CANCEL_REQUEST, CANCELED_ORDER, MONEY_WANTED, NEW_ORDER, PAYMENTS_TO_CHECK, TEST } from './texts.ts'

/** Tells the seller of a paid order. Replies go to the buyer. */
export const newOrderEmail = (order: Order, shop: Sender) =>
  toShop(order, shop, {
    subject: NEW_ORDER.subject(order.number, formatDollars(order.totalPrice)),
    opening: NEW_ORDER.opening(order.user.name, order.number),
    destination: NEW_ORDER.shipTo,
  })

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
export function paymentsToCheckEmail(found: Discrepancy[], shop: Sender): Message {
  const { name, url, email } = shop
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
    text: textEmail(shop, [
      opening,
      '',
      ...lines.map(({ text, href }) => `- ${text}${href ? ` ${href}` : ''}`),
      '',
      `${all.text}: ${all.href}`,
    ]),
    html: htmlEmail(
      shop,
      subject,
      html`${emailParagraph(opening)}
<ul style="margin:0;padding-left:20px">${lines.map(({ text, href }) => html`<li style="margin-bottom:8px">${href ? emailLink(shop, href, text) : text}</li>`)}</ul>
${emailButton(shop, all.href, all.text)}`,
    ),
  }
}

/** The test email of the setup page. */
export const testEmail = (to: string, shop: Sender) =>
  notice(shop, {
    to,
    subject: TEST.subject(shop.name),
    opening: TEST.opening(shop.name),
    link: { href: `${shop.url}/admin/setup`, text: TEST.link },
  })

/** Tells the seller that the daily backup failed. */
export const backupFailedEmail = (problem: string, shop: Sender) =>
  notice(shop, {
    to: shop.email,
    subject: BACKUP_FAILED.subject(shop.name),
    opening: BACKUP_FAILED.opening(problem),
    link: { href: `${shop.url}/admin/backups`, text: BACKUP_FAILED.link },
  })

/** Tells the seller of a fault that has begun. */
export const alertEmail = ({ kind, finding }: Fault, shop: Sender) =>
  notice(shop, {
    to: shop.email,
    subject: ALERT_EMAIL.subject(shop.name),
    opening: `${finding} ${ALERT_ADVICE[kind]}`,
    link: { href: `${shop.url}/admin/health`, text: ALERT_EMAIL.link },
  })

type Notice = { to: string; subject: string; opening: string; link: { href: string; text: string } }

/** A message of one paragraph and a button. */
function notice(shop: Sender, { to, subject, opening, link }: Notice): Message {
  return {
    shopName: shop.name,
    to,
    replyTo: shop.email,
    subject,
    text: textEmail(shop, [opening, '', `${link.text}: ${link.href}`]),
    html: htmlEmail(shop, subject, html`${emailParagraph(opening)}${emailButton(shop, link.href, link.text)}`),
  }
}
