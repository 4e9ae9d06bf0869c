// Messages to a user about their account.

import { emailButton, emailParagraph, htmlEmail, textEmail } from './email-layout.ts'
import { html } from './markup.ts'
import type { Message, Sender } from './messages.ts'
import type { AccountFacts, KeyCounts } from './outbox.ts'
import {
  ADDRESS_CHANGED,
  ADDRESS_CHANGING,
  ADDRESS_REGISTERED,
  ADDRESS_SET,
  DATA_DELETED,
  DATA_LINK,
  ORDER_CLAIMED,
  PASSWORD_CHANGED,
  RESET_LINK,
} from './texts.ts'

/** The message with the link to set a new password. */
export const resetLinkEmail = (to: string, link: string, shop: Sender): Message => ({
  ...message(to, shop, RESET_LINK.subject(shop.name), {
    opening: RESET_LINK.opening(shop.name),
    link: { href: link, text: RESET_LINK.link },
    closing: RESET_LINK.closing,
  }),
  link,
})

/** Tells a user that their password changed, and whether their API keys still work. */
export const passwordChangedEmail = (to: string, shop: Sender, keys: KeyCounts = {}) =>
  message(to, shop, PASSWORD_CHANGED.subject(shop.name), {
    opening: PASSWORD_CHANGED.opening(shop.name, wordsOf(keys)),
    link: { href: `${shop.url}/forgot-password`, text: PASSWORD_CHANGED.link },
    closing: PASSWORD_CHANGED.closing,
  })

function wordsOf({ endedKeys = 0, keptKeys = 0 }: KeyCounts) {
  if (endedKeys > 0) return PASSWORD_CHANGED.keysEnded(endedKeys)
  return keptKeys > 0 ? PASSWORD_CHANGED.keysKept(keptKeys) : ''
}

/** Tells the address of an account that another one is to take its place. */
export const addressChangingEmail = (to: string, shop: Sender) =>
  message(to, shop, ADDRESS_CHANGING.subject(shop.name), {
    opening: ADDRESS_CHANGING.opening(shop.name),
    link: { href: `${shop.url}/forgot-password`, text: ADDRESS_CHANGING.link },
    closing: ADDRESS_CHANGING.closing,
  })

/** Tells the old address that the account has a new one. */
export const addressChangedEmail = (to: string, shop: Sender) => aboutAddress(to, shop, ADDRESS_CHANGED)

/** Tells the new address of an account. */
export const addressSetEmail = (to: string, shop: Sender) => aboutAddress(to, shop, ADDRESS_SET)

const aboutAddress = (to: string, shop: Sender, texts: typeof ADDRESS_CHANGED | typeof ADDRESS_SET) =>
  message(to, shop, texts.subject(shop.name), {
    opening: texts.opening(shop.name),
    link: { href: `${shop.url}/contact`, text: texts.link[shop.voice] },
    closing: texts.closing,
  })

/** Tells a user that somebody tried to register with their address. */
export const addressRegisteredEmail = (to: string, shop: Sender) =>
  message(to, shop, ADDRESS_REGISTERED.subject(shop.name), {
    opening: ADDRESS_REGISTERED.opening(shop.name),
    link: { href: `${shop.url}/forgot-password`, text: ADDRESS_REGISTERED.link },
    closing: ADDRESS_REGISTERED.closing,
  })

/** The message with the link to the data of an address. */
export const dataLinkEmail = (to: string, href: string, shop: Sender) =>
  message(to, shop, DATA_LINK.subject(shop.name), {
    opening: DATA_LINK.opening(shop.name),
    link: { href, text: DATA_LINK.link },
    closing: DATA_LINK.closing,
  })

/** Tells the address with which an order was placed that it is in an account now. */
export const orderClaimedEmail = (to: string, shop: Sender, { orderNumber = 0 }: AccountFacts) =>
  message(to, shop, ORDER_CLAIMED.subject(orderNumber), {
    opening: ORDER_CLAIMED.opening(orderNumber, shop.name),
    link: { href: `${shop.url}/contact`, text: ORDER_CLAIMED.link[shop.voice] },
    closing: ORDER_CLAIMED.closing,
  })

/** Tells a person that their data is deleted. */
export const dataDeletedEmail = (to: string, shop: Sender) =>
  message(to, shop, DATA_DELETED.subject(shop.name), {
    opening: DATA_DELETED.opening(shop.name),
    link: { href: `${shop.url}/contact`, text: DATA_DELETED.link[shop.voice] },
    closing: DATA_DELETED.closing,
  })

type EmailContent = { opening: string; link: { href: string; text: string }; closing: string }

const message = (to: string, shop: Sender, subject: string, { opening, link, closing }: EmailContent): Message => ({
  shopName: shop.name,
  to,
  replyTo: shop.email,
  subject,
  text: textEmail(shop, [opening, '', `${link.text}: ${link.href}`, '', closing]),
  html: htmlEmail(
    shop,
    subject,
    html`${emailParagraph(opening)}${emailParagraph(closing)}${emailButton(shop, link.href, link.text)}`,
  ),
})
