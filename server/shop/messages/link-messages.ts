// Messages with the links of guests' orders, and with the code that proves an address.

import { html } from '#server/platform/outbox/markup.ts'
import type { Message } from '#server/platform/outbox/message.ts'
import { emailFootnote, emailParagraph, htmlEmail, textEmail } from './email-layout.ts'
import { notice } from './notice.ts'
import type { Sender } from './sender.ts'
import { EMAIL_CODE, type NEW_ADDRESS, ORDER_LINKS, PLACED_ORDER } from './texts.ts'

/** The links of orders that were placed without an account, newest first. */
export function orderLinksEmail(
  to: string,
  links: { number: number; href: string }[],
  shop: Sender,
  { subject, opening, closing }: LinkWords = askedWords(shop),
): Message {
  const buttons = links.map(({ number, href }) => ({ href, text: ORDER_LINKS.link(number) }))
  return notice(shop, { to, subject, paragraphs: [opening], links: buttons, closing })
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
      { subject, preview: opening },
      html`${emailParagraph(opening)}<p style="margin:16px 0;font-size:28px;line-height:1.3;font-weight:600;letter-spacing:4px">${code}</p>${emailFootnote(shop, texts.closing)}`,
    ),
  }
}
