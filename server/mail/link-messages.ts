// Messages with the links of guests' orders, and with the code that proves an address.
import { emailButton, emailParagraph, htmlEmail, textEmail } from './email-layout.ts'
import { html } from './markup.ts'
import type { Message, Sender } from './messages.ts'
import { EMAIL_CODE, ORDER_LINKS } from './texts.ts'

/** The links of orders that were placed without an account, newest first. */
export function orderLinksEmail(to: string, links: { number: number; href: string }[], shop: Sender): Message {
  const subject = ORDER_LINKS.subject(shop.name)
  const opening = ORDER_LINKS.opening(shop.name)
  const texts = links.map(({ number, href }) => `${ORDER_LINKS.link(number)}: ${href}`)
  const buttons = links.map(({ number, href }) => emailButton(shop, href, ORDER_LINKS.link(number)))
  return {
    ...{ shopName: shop.name, to, replyTo: shop.email, subject },
    text: textEmail(shop.name, [opening, '', ...texts, '', ORDER_LINKS.closing]),
    html: htmlEmail(shop, subject, html`${emailParagraph(opening)}${buttons}${emailParagraph(ORDER_LINKS.closing)}`),
  }
}

/** The code with which the owner of an address adds orders to the account. */
export function emailCodeEmail(to: string, code: string, shop: Sender): Message {
  const subject = EMAIL_CODE.subject(shop.name)
  const opening = EMAIL_CODE.opening(shop.name)
  return {
    ...{ shopName: shop.name, to, replyTo: shop.email, subject },
    text: textEmail(shop.name, [opening, '', code, '', EMAIL_CODE.closing]),
    html: htmlEmail(
      shop,
      subject,
      html`${emailParagraph(opening)}<p style="margin:16px 0;font-size:28px;line-height:1.3;font-weight:600;letter-spacing:4px">${code}</p>${emailParagraph(EMAIL_CODE.closing)}`,
    ),
  }
}
