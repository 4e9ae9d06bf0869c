// Messages to a user about their account.

import type { Message } from '#server/platform/outbox/message.ts'
import type { AccountFacts, KeyCounts } from '#server/shop/notifications/kinds.ts'
import { notice } from './notice.ts'
import type { Sender } from './sender.ts'
import {
  ADDRESS_CHANGED,
  ADDRESS_CHANGING,
  ADDRESS_REGISTERED,
  ADDRESS_SET,
  DATA_DELETED,
  ORDER_CLAIMED,
  PASSWORD_CHANGED,
  RESET_LINK,
} from './texts.ts'

/** The message with the link to set a new password. */
export const resetLinkEmail = (to: string, link: string, shop: Sender): Message => ({
  ...notice(shop, {
    to,
    subject: RESET_LINK.subject(shop.name),
    paragraphs: [RESET_LINK.opening(shop.name)],
    links: [{ href: link, text: RESET_LINK.link }],
    closing: RESET_LINK.closing,
  }),
  link,
})

/** Tells a user that their password changed, and whether their API keys still work. */
export const passwordChangedEmail = (to: string, shop: Sender, keys: KeyCounts = {}) =>
  notice(shop, {
    to,
    subject: PASSWORD_CHANGED.subject(shop.name),
    paragraphs: [PASSWORD_CHANGED.opening(shop.name, wordsOf(keys))],
    links: [{ href: `${shop.url}/forgot-password`, text: PASSWORD_CHANGED.link }],
    closing: PASSWORD_CHANGED.closing,
  })

function wordsOf({ endedKeys = 0, keptKeys = 0 }: KeyCounts) {
  if (endedKeys > 0) return PASSWORD_CHANGED.keysEnded(endedKeys)
  return keptKeys > 0 ? PASSWORD_CHANGED.keysKept(keptKeys) : ''
}

/** Tells the address of an account that another one is to take its place. */
export const addressChangingEmail = (to: string, shop: Sender) =>
  notice(shop, {
    to,
    subject: ADDRESS_CHANGING.subject(shop.name),
    paragraphs: [ADDRESS_CHANGING.opening(shop.name)],
    links: [{ href: `${shop.url}/forgot-password`, text: ADDRESS_CHANGING.link }],
    closing: ADDRESS_CHANGING.closing,
  })

/** Tells the old address that the account has a new one. */
export const addressChangedEmail = (to: string, shop: Sender) => aboutAddress(to, shop, ADDRESS_CHANGED)

/** Tells the new address of an account. */
export const addressSetEmail = (to: string, shop: Sender) => aboutAddress(to, shop, ADDRESS_SET)

const aboutAddress = (to: string, shop: Sender, texts: typeof ADDRESS_CHANGED | typeof ADDRESS_SET) =>
  notice(shop, {
    to,
    subject: texts.subject(shop.name),
    paragraphs: [texts.opening(shop.name)],
    links: [{ href: `${shop.url}/contact`, text: texts.link[shop.voice] }],
    closing: texts.closing,
  })

/** Tells a user that somebody tried to register with their address. */
export const addressRegisteredEmail = (to: string, shop: Sender) =>
  notice(shop, {
    to,
    subject: ADDRESS_REGISTERED.subject(shop.name),
    paragraphs: [ADDRESS_REGISTERED.opening(shop.name)],
    links: [{ href: `${shop.url}/forgot-password`, text: ADDRESS_REGISTERED.link }],
    closing: ADDRESS_REGISTERED.closing,
  })

/** Tells the address with which an order was placed that it is in an account now. */
export const orderClaimedEmail = (to: string, shop: Sender, { orderNumber = 0 }: AccountFacts) =>
  notice(shop, {
    to,
    subject: ORDER_CLAIMED.subject(orderNumber),
    paragraphs: [ORDER_CLAIMED.opening(orderNumber, shop.name)],
    links: [{ href: `${shop.url}/contact`, text: ORDER_CLAIMED.link[shop.voice] }],
    closing: ORDER_CLAIMED.closing,
  })

/** Tells a person that their data is deleted. */
export const dataDeletedEmail = (to: string, shop: Sender) =>
  notice(shop, {
    to,
    subject: DATA_DELETED.subject(shop.name),
    paragraphs: [DATA_DELETED.opening(shop.name)],
    links: [{ href: `${shop.url}/contact`, text: DATA_DELETED.link[shop.voice] }],
    closing: DATA_DELETED.closing,
  })
