// Messages about requests of shoppers for a product. A message to an address that nobody has confirmed holds nothing of
// what was typed with it.
import type { RequestKind } from '#contract/requests.ts'
import { paragraphsOf } from '#server/shop/messages/email-layout.ts'
import { notice } from '#server/shop/messages/notice.ts'
import type { Sender } from '#server/shop/messages/sender.ts'
import { NEW_REQUEST, REQUEST_ANSWER, REQUEST_BACK, REQUEST_CONFIRM } from './texts.ts'

export type RequestedProduct = { name: string; slug: string }

/** Asks the owner of an address to confirm a request that was made with it. */
export const confirmRequestEmail = (
  to: string,
  kind: RequestKind,
  { name }: RequestedProduct,
  link: string,
  shop: Sender,
) => ({
  ...notice(shop, {
    to,
    subject: REQUEST_CONFIRM.subject(name),
    paragraphs: [REQUEST_CONFIRM.opening[kind](name, shop.name)],
    links: [{ href: link, text: REQUEST_CONFIRM.link }],
    closing: REQUEST_CONFIRM.closing,
  }),
  link,
})

/** Tells a shopper that a product can be bought again; `endLink` stops such messages. */
export const backEmail = (to: string, { name, slug }: RequestedProduct, endLink: string, shop: Sender) =>
  notice(shop, {
    to,
    subject: REQUEST_BACK.subject(name),
    paragraphs: [REQUEST_BACK.opening(name, shop.name), REQUEST_BACK.closing],
    links: [{ href: `${shop.url}/products/${slug}`, text: REQUEST_BACK.link }],
    end: { href: endLink, text: REQUEST_BACK.end },
  })

/** The seller's answer to a request for a sister product; `listed` is the product that she has listed. */
export const answerEmail = (
  to: string,
  requestedProduct: RequestedProduct,
  { words, listed }: { words: string; listed: RequestedProduct | null },
  shop: Sender,
) =>
  notice(shop, {
    to,
    subject: REQUEST_ANSWER.subject(requestedProduct.name),
    paragraphs: paragraphsOf(words),
    links: [
      listed
        ? { href: `${shop.url}/products/${listed.slug}`, text: REQUEST_ANSWER.listed(listed.name) }
        : { href: `${shop.url}/products/${requestedProduct.slug}`, text: REQUEST_ANSWER.asked(requestedProduct.name) },
    ],
  })

/** Tells the seller of a request for a sister product. Replies go to the shopper. */
export const newRequestEmail = (email: string, { name }: RequestedProduct, words: string, shop: Sender) => ({
  ...notice(shop, {
    to: shop.email,
    subject: NEW_REQUEST.subject(name),
    paragraphs: [NEW_REQUEST.opening(email, name), ...paragraphsOf(words)],
    links: [{ href: `${shop.url}/admin/requests`, text: NEW_REQUEST.link }],
  }),
  replyTo: email,
})
