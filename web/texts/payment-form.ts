import { formatDollars } from '#contract/money.ts'

export const PAYMENT_FORM = {
  title: 'Pay',
  lastStep: 'Last step. Your pieces aren’t reserved until you pay.',
  whenCharged: 'Your card is charged only when you press Pay.',
  handled: 'Square takes your card, encrypted. This shop never sees the number.',
  pay: (total: number) => `Pay ${formatDollars(total)}`,
  applePay: 'Apple Pay',
  googlePay: 'Google Pay',
  cashApp: 'Cash App Pay',
  afterpay: 'Afterpay',
  orByCard: 'or by card',
  /** Before and after the number of the test card. */
  demo: ['Demo: no money moves. Test card:', 'with any future date and CVV.'],
  sandbox: 'This shop is in test mode: no money moves, and only test cards work, like',
  cardNumber: 'Card number',
  expiry: 'Expiry',
  cvv: 'CVV',
  zip: 'ZIP code',
  postalCode: 'Postal code',
  opening: 'The card form is opening.',
  notOpened: 'You have not been charged. Check your connection, and whether your browser blocks scripts on this page.',
  refused: 'Your card could not be read, and you have not been charged. Press Pay again, or use another card.',
  retry: 'Retry',
  walletTotal: 'Total',
}

export const CARD = {
  numberWrong: 'Enter the card number.',
  cvvWrong: 'Enter the 3 or 4 digits.',
  zipWrong: 'Enter a valid ZIP code.',
  expiryWrong: 'Enter the month and year, as MM/YY.',
  expired: 'This card has expired.',
  realCardRefused: (testCard: string) =>
    `Real cards are not accepted here: this shop is a demo. Use the test card ${testCard}.`,
}
