// Messages with the links of guests' orders, and with the code that proves an address.
import { emailButton, emailParagraph, htmlEmail, textEmail } from './email-layout.ts'
import { html } from './markup.ts'
import type { Message, Sender } from './messages.ts'
import { EMAIL_CODE, type NEW_ADDRESS, ORDER_LINKS, PLACED_ORDER } from './texts.ts'

/** The links of orders that were placed without an account, newest first. */
export function orderLinksEmail(
  to: string,
  links: { number: number; href: string }[],
  shop: Sender,
  { subject, opening, closing }: LinkWords = askedWords(shop),
): Message {
  const texts = links.map(({ number, href }) => `${ORDER_LINKS.link(number)}: ${href}`)
  const buttons = links.map(({ number, href }) => emailButton(shop, href, ORDER_LINKS.link(number)))
  return {
    ...{ shopName: shop.name, to, replyTo: shop.email, subject },
    text: textEmail(shop, [opening, '', ...texts, '', closing]),
    html: htmlEmail(shop, subject, html`${emailParagraph(opening)}${buttons}${emailParagraph(closing)}`),
  }
}

/** What a message with links says around them. */
export type LinkWords = { subject: string; opening: string; closing: string }

const askedWords = ({ name }: Sender): LinkWords => ({
  subject: ORDER_LINKS.subject(name),
  opening: ORDER_LINKS.opening(name),
  closing: ORDER_LINKS.closing,
})

/** What a message says around the link of an order that was placed without JavaScript. */
export const placedWords = ({ number }: { number: number }, { name }: Sender): LinkWords => ({
  subject: PLACED_ORDER.subject(number, name),
  opening: PLACED_ORDER.opening(number, name),
  closing: PLACED_ORDER.closing,
})

/** The code with which the owner of an address adds orders to the account, or makes it the address of the account. */
export function emailCodeEmail(
  to: string,
  code: string,
  shop: Sender,
  texts: typeof EMAIL_CODE | typeof NEW_ADDRESS = EMAIL_CODE,
): Message {
  const subject = texts.subject(shop.name)
  const opening = texts.opening(shop.name)
  return {
    ...{ shopName: shop.name, to, replyTo: shop.email, subject },
    text: textEmail(shop, [opening, '', code, '', texts.closing]),
    html: htmlEmail(
      shop,
      subject,
      html`${emailParagraph(opening)}<p style="margin:16px 0;font-size:28px;line-height:1.3;font-weight:600;letter-spacing:4px">${code}</p>${emailParagraph(texts.closing)}`,
    ),
  }
}
