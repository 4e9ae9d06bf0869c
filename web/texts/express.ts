import { formatDollars } from '#contract/money.ts'

/** Texts of the wallets on the page of a product and in the cart. */
export const EXPRESS = {
  title: 'Buy in one step',
  goods: 'Items',
  shipping: 'Shipping',
  tax: 'Tax',
  total: 'Total',
  noEmail: 'Your wallet did not send an email address, and you have not been charged. Please use the checkout.',
  refused: 'Your wallet could not be read, and you have not been charged. Try again, or use the checkout.',
  robotAsked:
    'You have not been charged. Many guests have bought from your network lately, so the checkout asks you one question first. Please use it.',
  totalChanged: (total: number) =>
    `To your address the total is ${formatDollars(total)}. You have not been charged: pay again with the new total.`,
  notCharged: (why: string) => `${why} You have not been charged.`,
  working: 'Your order is being placed.',
}

/** Texts of the sheet that stands for a wallet's own in the demo. */
export const DEMO_WALLET = {
  note: 'Demo: this stands for the sheet of your wallet, with a sample buyer. No money moves.',
  shipTo: 'Ship to',
  method: 'Shipping method',
  figures: 'Amounts',
  pay: (total: number) => `Pay ${formatDollars(total)}`,
  cancel: 'Cancel',
}
