// Messages that browser and server share: on fields that shoppers fill in, on changed orders, and on the card that paid.
// contract/admin/messages.ts has the admin's fields, availability-texts.ts what pages of products say, texts.ts the
// fixed sentences.
import { PASSWORD_MAX, PASSWORD_MIN } from './passwords.ts'

export const ACCOUNT_FIELDS = {
  enterName: 'Enter a name.',
  nameTooLong: 'A name can have at most 100 characters.',
  nameOnOneLine: 'Enter the name on one line.',
  enterEmail: 'Enter an email address.',
  invalidEmail: 'Enter a valid email address.',
  emailTooLong: 'An email address can have at most 254 characters.',
  enterPassword: 'Enter your password.',
  passwordTooShort: `A password needs at least ${PASSWORD_MIN} characters.`,
  passwordTooLong: `A password can have at most ${PASSWORD_MAX} characters.`,
} as const

export const ORDER_FIELDS = {
  addressTooLong: 'This is too long for a shipping label. Use at most 200 characters.',
  chooseState: 'Choose one of the 50 states.',
  chooseCountry: 'Choose your country.',
  regionTooLong: (most: number) => `Use at most ${most} characters for the region.`,
  postalCodeTooLong: (most: number) => `Use at most ${most} characters for the postal code.`,
  enterPhone: 'Enter a phone number with at least five digits.',
  noItems: 'An order needs at least one item.',
  giftNoteTooLong: (most: number) => `A gift note can have at most ${most} characters.`,
  giftNoteCharacters: 'Remove the characters that cannot be displayed from the gift note.',
  enterReason: 'Say why, in a sentence.',
  enterAnswer: 'Write a sentence for the buyer.',
  wordsTooLong: (most: number) => `This can have at most ${most} characters.`,
  wordsCharacters: 'Remove the characters that cannot be displayed.',
} as const

/** What a buyer abroad reads beside the address. */
export const ABROAD = { duties: 'Your country may charge duties and taxes on delivery. They aren’t included.' } as const

export const MAKE_DAYS = {
  invalid: 'Enter a whole number of days from 1 to 365.',
  reversed: '“To” must be at least “From”.',
} as const

/** On a question about a product, as the seller enters it. */
export const QUESTION_FIELDS = {
  enterLabel: 'Enter the question.',
  wholeNumber: (most: number) => `Enter a whole number from 1 to ${most}, or leave this blank.`,
  enterOptions: 'Enter what the buyer can choose from, one on each line.',
} as const

/** On the answer to a question about a product, which is named by its label. */
export const ANSWERS = {
  missing: (label: string) => `Please answer: ${label}`,
  notYes: (label: string) => `Tick the box or leave it empty: ${label}`,
  notAnOption: (label: string) => `Choose one of the options: ${label}`,
  tooLong: (label: string, most: number, count: number) =>
    `${label}: use ${most === 1 ? '1 character' : `${most} characters or fewer`} (now ${count}).`,
  tooManyLines: (label: string, most: number) => `${label}: at most ${most === 1 ? '1 line' : `${most} lines`}.`,
  unprintable: (label: string) => `${label}: remove the characters that cannot be displayed.`,
  noEmoji: (label: string) => `${label}: emoji cannot be made.`,
  letters: {
    any: (label: string) => `${label}: use letters.`,
    latin: (label: string) => `${label}: use letters of the Latin alphabet.`,
    'A-Z0-9': (label: string) => `${label}: use capital letters and digits.`,
  },
} as const

export const REQUEST_FIELDS = {
  wordsTooLong: (most: number) => `A message can have at most ${most} characters.`,
} as const

export const LIST_FIELDS = {
  invalidPage: 'A page number must be a whole number of 1 or more.',
} as const

export const TEXT_FIELDS = {
  mailedCode: 'Enter the six digits of the code.',
  unprintable: 'Remove the characters that cannot be displayed.',
} as const

export const AMOUNT_FIELDS = {
  enterAmount: 'Enter an amount in dollars and cents, such as 12.50.',
  wholeCents: 'An amount can have at most two decimals.',
  percentRange: 'Enter a percentage from 0 to 100.',
  percentDecimals: 'A percentage can have at most two decimals.',
} as const

export const API_KEY_FIELDS = {
  enterName: 'Name the key, so that you recognize it later.',
  nameTooLong: 'A key name can have at most 100 characters.',
  chooseRight: 'Choose what the key may do.',
  wrongDays: 'A key works for 1 to 365 days.',
} as const

/** Why a discount code can no longer be used: the end of a sentence that begins with it. */
export const COUPON_LOST = {
  expired: 'has expired',
  used: 'has already been used',
  deleted: 'is no longer valid',
} as const

/** Sentences on changes of an order since it was placed; `total` is the new total. */
export const ORDER_CHANGES = {
  itemLowered: (left: number) => `The quantity in this order is now ${left}.`,
  couponRemoved: (code: string, reason: keyof typeof COUPON_LOST, total: string | null) =>
    `The discount code ${code} ${COUPON_LOST[reason]}${total ? `, so the total is now ${total}` : ''}.`,
  pricesChanged: (total: string | null) =>
    `Prices have changed since you placed this order.${total ? ` The total is now ${total}.` : ''}`,
} as const

/** A card that paid an order; the brands have the names of Square. */
export const CARD = {
  brands: {
    VISA: 'Visa',
    MASTERCARD: 'Mastercard',
    AMERICAN_EXPRESS: 'American Express',
    DISCOVER: 'Discover',
    DISCOVER_DINERS: 'Diners Club',
    JCB: 'JCB',
    CHINA_UNIONPAY: 'UnionPay',
    INTERAC: 'Interac',
    SQUARE_GIFT_CARD: 'gift card',
    CASH_APP: 'Cash App',
    AFTERPAY: 'Afterpay',
    CLEARPAY: 'Clearpay',
  } as Record<string, string>,
  card: 'card',
  wallet: 'digital wallet',
  ending: (brand: string, last4: string) => `${brand} ending in ${last4}`,
  paidWith: (card: string) => `Paid with ${card}`,
}
