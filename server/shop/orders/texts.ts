// What the server says about orders.

export const ORDERS = {
  unnamedBuyer: 'Someone in person',
  noPickup: 'The shop offers no pick-up by now. Choose another way.',
  addedBefore: (number: number) =>
    `This order was added before, with other details: it is order #${number}. Open it, or start a new one.`,
  methodGone: 'This way to ship is no longer offered. Check the new total and place the order again.',
  tooLarge: 'This is more than one order can hold. Split it, or contact the shop.',
  tooManyUnpaid: (most: number) => `You have ${most} unpaid orders, and that is the limit. Pay for one of them first.`,
  choiceNeeded: (name: string) => `${name} comes in choices. Choose one of them.`,
  answerNeeded: (name: string, problems: string) => `${name}: ${problems}`,
  noGiftWrap: 'Gift wrap is no longer offered. Check the new total and place the order again.',
  priceUnconfirmed: 'The discount is more than the products cost, or nothing is left to pay. Confirm the total.',
  pricesDiffer: 'A price has changed. Check the new total and place the order again.',
  processing: 'A payment of this order is being processed. Please wait a moment.',
  pricesChanged: 'Prices have changed since you placed this order. Please check the new total and pay again.',
  beingPaid: 'This order is being paid right now. Please try again in a moment.',
  notPaidYet: 'This order is not paid yet. Ask the owner of the shop before you ship it.',
  nothingToShip: 'This order was refunded in full, so there is nothing to ship.',
  nothingToCollect: 'This order was refunded in full, so there is nothing to collect.',
  notLeft: 'Not all of these products are left: some are in a parcel by now. Load the page again to see it.',
  emptyParcel: 'Choose at least one product for the parcel.',
  shippedMeanwhile: 'Somebody has shipped a parcel of this order meanwhile. Load the page again to see it.',
  saleUndone: 'The sale is taken back.',
  saleTooOld: 'More than a minute has passed. Refund or delete this order on its page.',
  salePaidByCard: 'The buyer has paid this order by card. Refund it on its page.',
  undoTooLate: 'It is too late to take this back: the email to the buyer is on its way.',
  isPickup: 'The buyer collects this order, so it goes into no parcel.',
  isByHand: 'You hand this order over yourself, so it goes into no parcel.',
  isNoPickup: 'This order is shipped, so nobody collects it.',
  collectedUnpaid: 'This order is not paid yet. Mark it as paid first.',
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
  sent: 'If we find orders for that email, the links are on their way.',
  renewed: 'If this order was placed without an account, a new link is on the way to its email address.',
  added: 'The order is in your account now.',
} as const

/** On the form that orders a product without JavaScript. */
export const PLAIN_CHECKOUT = {
  robotCheck:
    'Several orders without an account came from your network, so the next one needs a check against robots. That check needs JavaScript. You can also try again in an hour.',
} as const

/** On a file of tracking numbers. */
export const TRACKING = {
  notCsv: (line: number) => `This file is not CSV: line ${line} cannot be read. Nothing was changed.`,
  missingColumn: {
    order: 'This file has no column “Order ID” or “Order Number”. Nothing was changed.',
    trackingNumber: 'This file has no column “Tracking Number”. Nothing was changed.',
  },
} as const
