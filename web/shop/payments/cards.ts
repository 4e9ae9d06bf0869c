import { isZip, tidyZip } from '#contract/addresses.ts'
import { CARD } from '#web/texts/payment-form.ts'

/** `isAbroad`: the card's address has a postal code of another country, in `zip`. */
export type CardForm = { number: string; expiry: string; cvv: string; zip: string; isAbroad?: boolean }

/** The token of a card, or the error of each wrong field. */
export type CardToken = { sourceId: string } | { fields: Partial<Record<CardField, string>> }
export type CardField = Exclude<keyof CardForm, 'isAbroad'>

/** The test card that the demo shows to visitors. */
export const TEST_CARD = '4111 1111 1111 1111'

const DECLINED_CARD = '4000000000000002'
const GIFT_CARD = '7783320000000000'
const TEST_CARDS = new Set([
  '4111111111111111',
  '5105105105105100',
  '6011000000000004',
  '30000000000004',
  '3569990010095841',
  '340000000000009',
  '6222988812340000',
  GIFT_CARD,
])

/**
 * The sandbox token of a test card, made in the browser: card numbers, real ones above all, never leave it. Some values
 * cause an error, as in Square's own sandbox.
 */
export function testCardToken(form: CardForm, now: Date): CardToken {
  const number = form.number.replaceAll(/\D/g, '')
  const fields = cardProblems(form, now)
  if (Object.keys(fields).length > 0) return { fields }
  if (number === DECLINED_CARD) return { sourceId: 'cnon:card-nonce-declined' }
  if (!TEST_CARDS.has(number)) return { fields: { number: CARD.realCardRefused(TEST_CARD) } }
  if (form.cvv === '911') return { sourceId: 'cnon:card-nonce-rejected-cvv' }
  if (form.zip === '99999') return { sourceId: 'cnon:card-nonce-rejected-postalcode' }
  if (form.expiry === '01/40') return { sourceId: 'cnon:card-nonce-rejected-expiration' }
  return { sourceId: 'cnon:card-nonce-ok' }
}

/** The error of each field at `now`. `number` may contain spaces. */
export function cardProblems({ number: spacedNumber, expiry, cvv, zip, isAbroad }: CardForm, now: Date) {
  const number = spacedNumber.replaceAll(/\D/g, '')
  const problems: Partial<Record<CardField, string>> = {}
  if (!/^\d{13,19}$/.test(number)) problems.number = CARD.numberWrong
  const expiryText = expiryProblem(expiry, now)
  if (expiryText) problems.expiry = expiryText
  if (number !== GIFT_CARD && !/^\d{3,4}$/.test(cvv)) problems.cvv = CARD.cvvWrong
  if (!isAbroad && !isZip(tidyZip(zip))) problems.zip = CARD.zipWrong
  return problems
}

/**
 * The reason why `MM/YY` cannot be a card's expiry date at `now`; null when it can. A card is valid until the end of
 * its month.
 */
export function expiryProblem(text: string, now: Date): string | null {
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(text) ?? []
  if (!month || !year) return CARD.expiryWrong
  const firstBadDay = new Date(2000 + Number(year), Number(month), 1)
  return now < firstBadDay ? null : CARD.expired
}

/** A card number in groups, as on the card: of four digits, or 4-6-5 for American Express. */
export function formatCardNumber(text: string): string {
  const digits = text.replaceAll(/\D/g, '').slice(0, 19)
  const groups = /^3[47]/.test(digits) ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?/ : null
  if (groups) return (groups.exec(digits) ?? []).slice(1).filter(Boolean).join(' ')
  return digits.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
}

/** `12/30` for the typed texts 1230, 12 30, 12/2030 or 12-30; a month from 2 on needs no zero. */
export function formatExpiry(text: string): string {
  const digits = text.replaceAll(/\D/g, '').replace(/^([2-9])/, '0$1')
  const year = digits.slice(2)
  const short = year.length === 4 && year.startsWith('20') ? year.slice(2) : year.slice(0, 4)
  return digits.length > 2 ? `${digits.slice(0, 2)}/${short}` : digits
}
