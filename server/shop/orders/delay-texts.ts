// What the server says about an order that ships later.

export const DELAYS = {
  notPaid: 'This order is not paid.',
  shipped: 'This order has shipped.',
  refunded: 'This order is refunded.',
  dayChanged: 'Another day has been named for this order since. Reload the page to see it.',
  notLater: 'Choose a day after the one that the buyer knows.',
  past: 'Choose a day from today on.',
  tooFar: 'Choose a day within a year.',
  linkGone: 'This link no longer works. If you got a later email about this order, use the link in it.',
  none: 'This order is not delayed.',
  refundWanted: 'You have asked for your money back already. If you want to wait after all, please write to the shop.',
} as const
