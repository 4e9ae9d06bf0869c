import { formatDollars } from '#contract/money.ts'
import type { ShownBuyer } from '#contract/orders.ts'
import { paragraphsOf } from '#server/shop/messages/email-layout.ts'
import { notice } from '#server/shop/messages/notice.ts'
import type { Sender } from '#server/shop/messages/sender.ts'
import type { ReturnPolicy } from '../admin-contract.ts'
import type { ReturnKind } from '../contract.ts'
import { momentToTheSecond } from './seconds.ts'
import { RETURN_ACCEPTED, RETURN_ASKED, RETURN_EXCHANGED, RETURN_REFUSED, WITHDRAWAL_RECEIPT } from './texts.ts'

/** What messages say of a return. */
export type MailedReturn = {
  number: number
  kind: ReturnKind
  askedAt: Date
  answer: string | null
  reason: string
  buyer: ShownBuyer
  pieces: string
}

/** Tells the seller of a return; `link` opens the order at the desk. */
export const returnAskedEmail = (
  to: string,
  { kind, number, buyer, pieces, reason }: MailedReturn,
  link: string,
  shop: Sender,
) =>
  notice(shop, {
    to,
    subject: RETURN_ASKED.subject[kind](number),
    paragraphs: [RETURN_ASKED.opening[kind](buyer.name, number), pieces, ...paragraphsOf(reason)],
    links: [{ href: link, text: RETURN_ASKED.link }],
  })

/** Confirms to the buyer when a withdrawal arrived, to the second, and what it covers. */
export const withdrawalReceiptEmail = (mailed: MailedReturn, link: string, timeZone: string, shop: Sender) =>
  toBuyer(mailed, link, shop, {
    subject: WITHDRAWAL_RECEIPT.subject(mailed.number),
    paragraphs: [
      WITHDRAWAL_RECEIPT.opening(mailed.number, shop.name, momentToTheSecond(mailed.askedAt, timeZone)),
      WITHDRAWAL_RECEIPT.covers(mailed.pieces),
      WITHDRAWAL_RECEIPT.confirms[shop.voice],
    ],
  })

/** Tells the buyer that a return is accepted, where the parcel goes and who pays for it. */
export const returnAcceptedEmail = (
  mailed: MailedReturn,
  link: string,
  postage: ReturnPolicy['postage'],
  shop: Sender,
) =>
  toBuyer(mailed, link, shop, {
    subject: RETURN_ACCEPTED.subject(mailed.number),
    paragraphs: [
      RETURN_ACCEPTED.opening(mailed.pieces),
      ...paragraphsOf(mailed.answer ?? ''),
      ...(shop.postalAddress ? [RETURN_ACCEPTED.sendTo(shop.postalAddress.split('\n').join(', '))] : []),
      RETURN_ACCEPTED.postage[postage],
      ...(mailed.kind === 'withdrawal' ? [RETURN_ACCEPTED.withinDays] : []),
      RETURN_ACCEPTED.refund[shop.voice],
    ],
  })

/** Tells the buyer that a return is refused, and why. */
export const returnRefusedEmail = (mailed: MailedReturn, link: string, shop: Sender) =>
  toBuyer(mailed, link, shop, {
    subject: RETURN_REFUSED.subject(mailed.number),
    paragraphs: [RETURN_REFUSED.opening(mailed.number, shop.name), ...paragraphsOf(mailed.answer ?? '')],
  })

/** Tells the buyer which order replaces the returned units, and what is left to pay in cents. */
export const returnExchangedEmail = (
  { buyer, pieces }: MailedReturn,
  { number, left }: { number: number; left: number },
  link: string,
  shop: Sender,
) =>
  notice(shop, {
    to: buyer.email,
    subject: RETURN_EXCHANGED.subject(number),
    paragraphs: [
      RETURN_EXCHANGED.opening(pieces, number),
      left === 0 ? RETURN_EXCHANGED.paid : RETURN_EXCHANGED.toPay(formatDollars(left)),
    ],
    links: [{ href: link, text: left === 0 ? RETURN_EXCHANGED.link : RETURN_EXCHANGED.pay }],
  })

/** `link` opens the order with its key. */
const toBuyer = (
  { buyer }: MailedReturn,
  link: string,
  shop: Sender,
  words: { subject: string; paragraphs: string[] },
) => notice(shop, { to: buyer.email, ...words, links: [{ href: link, text: RETURN_ACCEPTED.link }] })
