import { formatDollars } from '#contract/money.ts'

/** On the form that orders a product without JavaScript, and on the page after it. */
export const PLAIN_CHECKOUT = {
  title: 'Order without JavaScript',
  lead: 'This form orders one piece. You need no account, and it charges nothing.',
  howPaid:
    'You pay by card afterwards. The card form needs JavaScript, so your order comes with a link by email, which you can open in any browser.',
  piece: 'Your piece',
  to: 'You and your address',
  code: 'Discount code (optional)',
  addressFirst: 'Shipping and tax depend on the address. Fill in the form to see the total before you order.',
  fields: {
    recipient: 'Name of the recipient, if it is not you (optional)',
    address2: 'Apartment, suite or company (optional)',
    showCountry: 'Show the fields of this country',
  },
  showTotal: 'Show the total',
  update: 'Update the total',
  check: 'Please check the fields that are marked.',
  newTotal: (cents: number) => `The total is ${formatDollars(cents)}. If that is right, press the button once more.`,
  back: 'Back to the piece',
}

export const ORDER_PLACED = {
  title: 'Your order is placed',
  total: 'To pay',
  mailed: 'Its link is on the way to your email address.',
  toPay:
    'To pay by card, open that link in any browser with JavaScript, on this device or another one. The card form needs it.',
  notReserved: 'Your pieces aren’t reserved until you pay.',
  again: 'If no email comes, check your spam folder.',
}
