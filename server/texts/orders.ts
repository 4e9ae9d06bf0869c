// What the server says about orders, coupons, payments and refunds.

import { TIME_OFF } from '#contract/availability-texts.ts'
import { COUPON_LOST } from '#contract/messages.ts'
import type { CouponLoss } from '#contract/orders.ts'

export const ORDERS = {
  closed: TIME_OFF.refused,
  standardShipping: 'Shipping',
  pickup: 'Pick up',
  agreedShipping: 'Shipping as agreed',
  handedOver: 'Handed over',
  unnamedBuyer: 'Someone in person',
  noPickup: 'The shop offers no pick-up by now. Choose another way.',
  addedBefore: (number: number) =>
    `This order was added before, with other details: it is order #${number}. Open it, or start a new one.`,
  noShipping: (place: string) => `This shop does not ship to ${place} yet. Contact the shop to ask.`,
  methodGone: 'This way to ship is no longer offered. Check the new total and place the order again.',
  tooLarge: 'This is more than one order can hold. Split it, or contact the shop.',
  tooManyUnpaid: (most: number) => `You have ${most} unpaid orders, and that is the limit. Pay for one of them first.`,
  choiceNeeded: (name: string) => `${name} comes in choices. Choose one of them.`,
  answerNeeded: (name: string, problems: string) => `${name}: ${problems}`,
  noGiftWrap: 'Gift wrap is no longer offered. Check the new total and place the order again.',
  pricesDiffer: 'A price has changed. Check the new total and place the order again.',
  beingPaid: 'This order is being paid right now. Please try again in a moment.',
  nothingToShip: 'This order was refunded in full, so there is nothing to ship.',
  canceledUnshipped: 'This order was canceled, so there is nothing to ship.',
  deleted: 'The order is deleted.',
  guestErased: 'The data of this guest is erased.',
  canceled: 'This order was canceled, so it can no longer be paid.',
  isPaid: 'This order is paid by now. You can ask the shop to cancel it.',
  isShipped: 'This order has already shipped, so it can no longer be canceled.',
  addressTooLate: 'This order has shipped, so its address can no longer be changed.',
  addressChanged: 'Somebody else has changed this address. Load the page again to see it.',
  isUnpaid: 'This order is not paid, so there is nothing to ask: you can cancel it yourself.',
  isRefunded: 'This order is canceled and refunded already.',
  cancelAnswered: 'Nobody waits for this answer any more: the order is refunded, shipped or answered by now.',
  tooManyNotes: (most: number) => `This order has ${most} notes, and that is the limit.`,
} as const

export const ORDER_LINKS = {
  sent: 'If there are orders with that email address, their links are on the way.',
  renewed: 'If this order was placed without an account, a new link is on the way to its email address.',
  added: 'The order is in your account now.',
} as const

/** On the form that orders a product without JavaScript. */
export const PLAIN_CHECKOUT = {
  robotCheck:
    'Several orders without an account came from your network, so the next one needs a check against robots. That check needs JavaScript. You can also try again in an hour.',
} as const

export const COUPONS = {
  lost: (code: string, loss: CouponLoss) => `The code ${code} ${COUPON_LOST[loss]}.`,
  inUse: (code: string) => `The code ${code} is being used in another payment. Please try again in a minute.`,
  codeTaken: 'Another coupon has this code. Choose another.',
  codeReserved: (code: string) => `The shop itself uses the code “${code}”. Choose another.`,
} as const

export const PAYMENTS = {
  processing: 'A payment of this order is being processed. Please wait a moment.',
  totalDiffers: (total: string) => `The total of this order is ${total}. Please check it and try again.`,
  pricesChanged: 'Prices have changed since you placed this order. Please check the new total and pay again.',
  beingChecked:
    'An earlier payment of this order is being checked, so it cannot be paid again. Please contact the shop.',
  empty: 'No items are left in this order, so it cannot be paid.',
  unclearOrder: 'It is not clear which order you want to pay. Open the order and try again.',
  timedOut: 'The payment took too long. You have not been charged; please try again.',
  unconfirmed: 'We could not confirm the payment. You have not been charged twice; we are checking.',
  notOfOrder: 'This payment does not belong to this order.',
  badSignature: 'The signature of this message is invalid.',
} as const

/** What the seller is told who marks an order as paid. */
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
  inDoubt: 'A payment of this order may have been taken already. Look under Discrepancies before you ship it.',
} as const

/** What a shopper is told of a refused card. */
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
} as const

/** On a file of tracking numbers. */
export const TRACKING = {
  notCsv: (line: number) => `This file is not CSV: line ${line} cannot be read. Nothing was changed.`,
  missingColumn: {
    order: 'This file has no column “Order ID” or “Order Number”. Nothing was changed.',
    trackingNumber: 'This file has no column “Tracking Number”. Nothing was changed.',
  },
} as const
