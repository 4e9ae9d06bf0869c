// What the server says about payments and refunds.

export const PAYMENTS = {
  totalDiffers: (total: string) => `The total of this order is ${total}. Please check it and try again.`,
  beingChecked:
    'An earlier payment of this order is being checked, so it cannot be paid again. Please contact the shop.',
  empty: 'No items are left in this order, so it cannot be paid.',
  unclearOrder: 'It is not clear which order you want to pay. Open the order and try again.',
  timedOut: 'The payment took too long. You have not been charged; please try again.',
  unconfirmed: 'We could not confirm the payment. You have not been charged twice; we are checking.',
  notOfOrder: 'This payment does not belong to this order.',
  badSignature: 'The signature of this message is invalid.',
} as const

/** Messages for a seller who marks an order as paid. */
export const MANUAL_PAYMENTS = {
  itemsGone: (products: string) =>
    `Not enough in stock, or no longer for sale: ${products}. Change that under Products, then try again.`,
  couponUnusable: {
    expired: (code: string) =>
      `The coupon ${code} of this order has expired. Change it under Coupons, or ask the buyer to open the order, which removes it. Then try again.`,
    used: (code: string) =>
      `The coupon ${code} of this order has already been used. Change it under Coupons, or ask the buyer to open the order, which removes it. Then try again.`,
    deleted: (code: string) =>
      `The coupon ${code} of this order was deleted. Ask the buyer to open the order, which removes it. Then try again.`,
  },
  inDoubt: 'A payment of this order may have been taken already. Look under Payment problems before you ship it.',
} as const

/** Messages for a shopper whose card was refused. */
export const CARDS = {
  securityCode: 'The security code did not match.',
  zipCode: 'The billing ZIP code did not match.',
  expired: 'The card has expired.',
  declined: 'Your card was declined. Try another card or call your bank.',
  formTimedOut: 'The card form timed out. Enter the card again.',
  unavailable: 'Card payments are unavailable right now. You have not been charged.',
} as const

export const REFUNDS = {
  refused: 'The card service refused the refund. Nothing was refunded.',
  notPaid: 'Only a paid order can be refunded.',
  demo: 'This order was paid in the demo. No money moved, so there is nothing to refund.',
  inProgress: 'A refund of this order is already in progress.',
  disputed: 'The buyer’s bank claims this money back, so the order cannot be refunded until the bank has decided.',
  alreadyRestocked: 'The products of this order are already restocked.',
  nothingLeft: 'This payment is already refunded in full.',
  tooMuch: 'This is more than is left of the payment.',
  unknownLine: 'This order has no such line.',
  unitsRefunded: (item: string) => `There are not that many of ${item} left to refund. Load the page again.`,
  unitsRestocked: (item: string) => `There are not that many of ${item} left to restock. Load the page again.`,
  shippingRefunded: 'The shipping of this order is already refunded.',
  freeIsWhole: 'This order was free: it can only be canceled as a whole.',
  restockNeedsAll: 'Products can only be restocked with a full refund.',
  recorded: 'The refund is recorded in the order now.',
  /** What a refund is for, in words. */
  ofShipping: 'shipping',
} as const
