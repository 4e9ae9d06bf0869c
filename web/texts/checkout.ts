import { formatDollars } from '#contract/money.ts'
import { fewerLeft } from '#contract/texts.ts'

// Texts from the cart to the paid order, screen by screen. Fixed sentences are in contract/texts.ts.

export const CART = {
  title: 'Shopping Cart',
  description: 'The pieces you have chosen, and what they cost with tax and shipping.',
  each: (price: number) => `${formatDollars(price)} each`,
  quantityOf: (piece: string) => `Quantity of ${piece}`,
  remove: 'Remove',
  removePiece: (piece: string) => `Remove ${piece}`,
  removed: (piece: string) => `${piece} has been removed.`,
  undo: 'Undo',
  undoRemoval: (piece: string) => `Undo: put ${piece} back`,
  subtotal: (count: number) => `Subtotal (${count} ${count === 1 ? 'item' : 'items'})`,
  shipping: 'Shipping',
  estimatedTax: 'Estimated tax',
  estimatedTotal: 'Estimated total',
  atCheckout: 'At checkout',
  shipsBy: (day: string) => `Ships by ${day} if you order today.`,
  discountCode: 'Have a discount code? Enter it at checkout.',
  gift: 'Is it a gift? Add a note at checkout.',
  notForSale: 'This piece is no longer for sale.',
  soldOut: (piece: string) => `${piece} is out of stock.`,
  priceChanged: (piece: string, before: number, now: number) =>
    `The price of ${piece} changed from ${formatDollars(before)} to ${formatDollars(now)}.`,
  askedAnew: (piece: string) => `${piece} has been removed: its page asks for something new. Please add it again.`,
  unpaid: (order: number) => `Order ${order} is waiting to be paid.`,
  payUnpaid: (order: number) => `Pay for order ${order}`,
  inUnpaid: (pieces: string[]) =>
    `It already has ${new Intl.ListFormat('en').format(pieces)}. Order again only if you want more.`,
  mostPerOrder: (piece: string, most: number) =>
    `An order can have ${most} of ${piece}. The quantity in your cart is now ${most}.`,
  fewerLeft: (piece: string, left: number) => `${fewerLeft(piece, left)} The quantity in your cart is now ${left}.`,
}

export const CHECKOUT = {
  steps: 'Checkout',
  details: 'Your details',
  pay: 'Pay',
  toPayment: 'Continue to payment',
  showSummary: 'Show order summary',
  hideSummary: 'Hide order summary',
}

export const SHIPPING = {
  addressNeeded: 'Enter the street and number.',
  cityNeeded: 'Enter the city.',
  stateNeeded: 'Choose the state.',
  zipNeeded: 'Enter the ZIP code.',
  zipWrong: 'Enter a ZIP code with five digits.',
  countryNeeded: 'Enter the country.',
  regionNeeded: 'Enter the state, province or region.',
  postalCodeNeeded: 'Enter the postal code.',
  phoneNeeded: 'Enter a phone number.',
  phoneWrong: 'Enter a phone number with at least five digits.',
  region: 'State, province or region',
  phone: 'Phone',
  phoneHint: 'For the carrier or customs, if there’s a problem with delivery.',
  optional: (field: string) => `${field} (optional)`,
  zipElsewhere: (zip: string, state: string) => `ZIP code ${zip} is in ${state}. Check the ZIP code and the state.`,
  zipQuestion: 'The ZIP code and the state don’t match. Fix them, or press the button again to keep them.',
  addAddress2: 'Add an apartment, suite or company',
  address2: 'Apartment, suite or company',
  saved: 'Saved addresses',
  chooseSaved: 'Choose an address',
  save: 'Save this address for my next order',
  addRecipient: 'Ship to someone else',
  recipient: 'Name of the recipient',
}

export const SHIPPING_METHODS = {
  title: 'Shipping method',
  free: 'Free',
  contact: 'Contact the shop',
}

export const CHOOSE_PAYMENT = {
  select: 'Select a method',
  wallets: 'Apple Pay and Google Pay work too, if your device has them.',
  whenCharged: 'You’ll enter your card on the last page. Nothing is charged until you press Pay.',
}

export const PLACE_ORDER = {
  editAddress: 'Edit address',
  editPayment: 'Edit payment',
  total: 'Total',
  pricesChanged: (total: number) =>
    `Prices have changed, and your total is now ${formatDollars(total)}. Check the new total, then try again.`,
}

export const GIFT = {
  isGift: 'It’s a gift',
  noPrices: 'The packing slip shows no prices.',
  wrap: (cents: number) => (cents > 0 ? `Gift wrap (+${formatDollars(cents)})` : 'Gift wrap (free)'),
  note: 'Gift note (optional)',
  length: (count: number, most: number) => `Printed on the packing slip. ${count} of ${most} characters.`,
}

export const COUPON_BOX = {
  code: 'Code',
  applied: (cents: number) => (cents > 0 ? `is applied: you save ${formatDollars(cents)}.` : 'is applied.'),
  checking: 'is being checked.',
  remove: 'Remove',
}

export const ORDER_SUMMARY = {
  items: 'Items',
  shipping: 'Shipping',
  wrap: 'Gift wrap',
  tax: 'Tax',
  includedTax: 'Included tax',
  taxAt: (tax: string, place: string, percent: number) => `${tax} (${place}, ${percent} %)`,
  discount: 'Discount',
  total: 'Total',
  totalSoFar: 'Total so far',
  afterAddress: 'Enter your address',
  refunded: 'Refunded',
}

const toShip = (day: string | null, mails: boolean) => [
  day && `ship it by ${day}`,
  mails && 'email you when it is on its way',
]
const toKeepReady = (day: string | null, mails: boolean) => [
  day && `have your pieces ready by ${day}`,
  mails && 'email you when you can collect them',
]
/** The sentence that says who does what; empty when nothing is promised. */
function promise(who: string, ...deeds: (string | false | null)[]) {
  const said = deeds.filter(Boolean)
  return said.length > 0 ? `${who} ${said.join(' and ')}.` : ''
}

export const ORDER_PAGE = {
  title: 'Order',
  repeated:
    'You have just placed this order, so it was not placed again. To order the same once more, wait half a minute.',
  ready: 'Ready to collect',
  notReady: 'Not ready yet',
  collected: 'Collected',
  shipsBy: (day: string) => `Ships by ${day}.`,
  late: {
    I: (day: string) =>
      `This order was due to ship by ${day} and is late. I’m sorry. You can always write to me about it.`,
    we: (day: string) =>
      `This order was due to ship by ${day} and is late. We’re sorry. You can always write to us about it.`,
  },
  giftNote: 'Gift note',
  numbered: (number: number) => `Order ${number}`,
  placedOn: (day: string) => `Placed on ${day}`,
  printReceipt: 'Print receipt',
  confirmed: (buyer: string) => `Thank you${buyer && `, ${buyer}`}! Your order is confirmed.`,
  /** By which day, if any is promised, and whether the shop sends emails. */
  whatNext: {
    I: (day: string | null, mails: boolean) => promise('I’ll', ...toShip(day, mails)),
    we: (day: string | null, mails: boolean) => promise('We’ll', ...toShip(day, mails)),
  },
  toCollect: {
    I: (day: string | null, mails: boolean) => promise('I’ll', ...toKeepReady(day, mails)),
    we: (day: string | null, mails: boolean) => promise('We’ll', ...toKeepReady(day, mails)),
  },
  receiptSent: (email: string) => `Receipt sent to ${email}.`,
  keepBrowsing: 'Keep browsing',
  demoPayment: 'Demo payment: no money moved',
  paidWithoutCard: { cash: 'Cash', other: 'Paid without a card', gift: 'A gift' },
  noItems: 'There are no items left in this order.',
  notFound: 'We can’t find that order',
  perhapsDeleted: 'It may have been deleted.',
  perhapsOthers: 'It may belong to another account.',
  allOrders: 'Orders',
}

/** The steps of a paid order, for its buyer. */
export const ORDER_STATUS = {
  title: 'Where your order is',
  ordered: 'Ordered',
  paid: 'Paid',
  making: 'Getting ready',
  shipped: 'Shipped',
  arrives: 'Delivered',
  ready: 'Ready',
  collected: 'Collected',
  partShipped: 'A part of your order is on its way. The rest follows.',
  parcel: (place: number) => `Parcel ${place}:`,
  by: (day: string) => `by ${day}`,
  /** Once it has shipped: only the carrier knows when it arrives. */
  askCarrier: 'See the carrier’s page',
  track: 'Track package',
  trackingNumber: (carrier: string | null, number: string) => `${carrier ?? 'Tracking number'} ${number}`,
}

/** On the page of an order that the link of an email opened. */
export const ORDER_LINK = {
  gone: 'This link no longer works',
  whyGone: 'It may have been replaced by a newer one, or the order is in an account now.',
  sendNew: 'Send me a new link',
  add: 'Add to my orders',
  addLead: 'This order was placed without an account.',
  seeInAccount: 'See it in My Orders',
  renew: 'Shared this link by mistake? Get a new one; the old one stops working once you open it.',
}

export const ORDER_PAYMENT = {
  nothingTaken: 'We checked: nothing was charged, and you can pay again.',
  processing: 'Your payment is processing.',
  updatesItself: 'This page will show the result by itself.',
  noItems: 'This order has no items left, so there is nothing to pay.',
  backToShop: 'Back to the shop',
  nothingToPay: 'There is nothing left to pay. Press the button to complete your order.',
  complete: 'Complete order',
  unconfirmed: 'We could not confirm the payment. You have not been charged twice; we are checking.',
}
