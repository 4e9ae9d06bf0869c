// Texts of the admin screens of orders: list, order, refunds, packing slip and pick list.
import { formatDollars } from '#contract/money.ts'

const ordersAre = (count: number) => (count === 1 ? '1 order is' : `${count} orders are`)

export const ORDER_LIST = {
  title: 'Orders',
  deletedTitle: 'Deleted orders',
  search: 'Search orders',
  nouns: ['order', 'orders'],
  empty: 'No paid orders yet. They appear here as soon as someone pays.',
  nameOf: (number: number) => `order ${number}`,
  show: 'Show',
  current: 'Orders',
  deleted: 'Deleted',
  payment: 'Payment',
  delivery: 'Delivery',
  deliveries: { all: 'All', waiting: 'To ship', refund: 'Delayed, to refund', ready: 'Ready to collect' },
  dueFirst: 'Due first',
  export: 'Export as CSV',
} as const

export const ORDER_COLUMNS = {
  id: 'ID',
  customer: 'Customer',
  guest: 'Guest',
  email: 'Email',
  total: 'Total',
  refundedOf: (cents: number) => `${formatDollars(cents)} refunded`,
  paid: 'Paid?',
  delivered: 'Delivered?',
  demo: 'Demo',
  refunded: 'Refunded',
  canceled: 'Canceled',
  asksToCancel: 'Asks to cancel',
  late: (day: string) => `Late: was to ship by ${day}`,
  shipBy: (day: string) => `Ship by ${day}`,
  lateToCollect: (day: string) => `Late: was to be ready by ${day}`,
  readyBy: (day: string) => `Ready by ${day}`,
  handedOver: 'Handed over',
  notHandedOver: 'Not handed over',
  ready: 'Ready',
  notReady: 'Not ready',
  collected: 'Collected',
  partlyShipped: (shipped: number, of: number) => `${shipped} of ${of} shipped`,
  more: (count: number) => `and ${count} more`,
} as const

export const ORDER_ACTIONS = {
  open: 'Go To Order',
  openOrder: (number: number) => `Go To Order ${number}`,
  markShippedOrder: (button: string, number: number) => `${button}: order ${number}`,
  delete: 'Delete',
  deleteOrder: (number: number) => `Delete order ${number}`,
  alreadyShipped: (number: number) => `Order ${number} was already shipped.`,
  shipped: (number: number) => `Order ${number} is marked as shipped.`,
  ready: (number: number) => `Order ${number} is ready to collect.`,
  handedOver: (number: number) => `Order ${number} is handed over.`,
  takenBack: (number: number) => `Order ${number} waits again, and its buyer gets no email.`,
  restore: 'Restore',
  restoreOrder: (number: number) => `Restore order ${number}`,
  restored: (number: number) => `Order ${number} is back in your orders.`,
} as const

export const SELECTED_ORDERS = {
  label: 'Selected',
  sentence: (count: number) =>
    count === 1
      ? 'Ship the selected order? A buyer who gets emails is told. It is skipped if there is nothing to ship.'
      : `Ship the ${count} selected orders? Buyers who get emails are told. Orders with nothing to ship are skipped.`,
  markShipped: 'Mark shipped',
  slips: 'Packing slips',
  printSlips: 'Print packing slips',
  pickList: 'Pick list',
  printPickList: 'Print pick list',
  shipped: (shipped: number, skipped: number) =>
    skipped === 0
      ? `${ordersAre(shipped)} marked as shipped.`
      : `${ordersAre(shipped)} marked as shipped. ${skipped} skipped: unpaid, canceled, refunded, already shipped or to be refunded.`,
} as const

/** Who has bought something, after the account is erased. */
export const ERASED_BUYER = 'the buyer'

const NO_EMAIL = 'The buyer gets no email.'

const takesStock = (gets: string, noEmails: boolean) =>
  `Its products are taken out of stock, and the buyer ${noEmails ? 'gets no email' : gets}.`

export const MARK_SHIPPED = {
  ready: 'Ready to collect',
  readySentence: (number: number, buyer: string | null) =>
    buyer === null
      ? `Mark order ${number} as ready to collect? ${NO_EMAIL}`
      : `Email ${buyer} that order ${number} can be collected?`,
  readyAction: 'Ready, send the email',
  handOver: 'Mark as handed over',
  handOverSentence: (number: number) => `Mark order ${number} as handed over? The buyer gets no email about it.`,
  isShipped: 'This order is already marked as shipped.',
  isRefunded: 'This order was refunded in full, so there is nothing to ship.',
  isCanceled: 'This order was canceled, so there is nothing to ship.',
  isUnpaid: 'This order is not paid.',
  moneyWanted: 'The buyer wants the money back.',
  notAgreed: 'The buyer has not agreed to the later day.',
  nothingChanges: 'Nothing will change, and the buyer gets no email.',
  sentence: (number: number, buyer: string | null) =>
    buyer === null
      ? `Mark order ${number} as shipped? ${NO_EMAIL}`
      : `Email ${buyer} that order ${number} has shipped?`,
  action: 'Ship and email',
  unpaidSentence: (number: number, cents: number, noEmails: boolean) =>
    `Mark order ${number} as paid (${formatDollars(cents)}) and shipped? ${takesStock('gets an email', noEmails)}`,
  howPaid: 'How was it paid?',
  paidBy: { cash: 'In cash', other: 'Another way', gift: 'A gift' },
  note: 'Note',
  noteHint: 'Only you see it, in the order’s timeline.',
} as const

export const MARK_PAID = {
  title: 'Payment',
  hint: 'Paid in cash or another way? Record it here, and ship later.',
  sentence: (number: number, cents: number, noEmails: boolean) =>
    `Mark order ${number} as paid (${formatDollars(cents)})? ${takesStock('gets a receipt', noEmails)}`,
  button: 'Mark as paid',
} as const

export const DELETE_ORDER = {
  isShipped: 'This order is paid and shipped.',
  isToShip: 'This order is paid and waiting to be shipped.',
  sentence: (number: number) => `Delete order ${number}? It disappears from your lists and the buyer’s.`,
  paidSentence: (number: number) =>
    `Delete order ${number}? It disappears from your lists and the buyer’s. The payment record is kept; nothing is refunded.`,
  again: (number: number, cents: number) =>
    `Order ${number} is paid (${formatDollars(cents)}) and has not been shipped or refunded. Once it is deleted, no list will remind you to ship it.`,
  anyway: 'Delete anyway',
  deleted: (number: number) => `Order ${number} Deleted!`,
} as const

export const ERASE_GUEST = {
  download: 'Download the buyer’s data',
  button: 'Erase the buyer’s data',
  erased: 'The buyer’s data is erased.',
  addressStays: 'The buyer’s data is erased. Name and address stay until 30 days after shipping, for the parcel.',
  action: 'Erase',
  sentence: (name: string, isWaiting: boolean) =>
    `Erase the data of ${name} for good, in all orders with this email address that were placed without an account? The orders and their payments stay, their links end, and unpaid ones are canceled. ${
      isWaiting ? 'The address stays until 30 days after shipping.' : 'The address goes 30 days after shipping.'
    }`,
} as const

export const ADMIN_ORDER = {
  title: 'Order desk',
  allOrders: 'All orders',
  slip: 'Packing slip',
  delete: 'Delete order',
  more: 'More',
  notesAndTimeline: 'Notes and timeline',
  timeline: 'Timeline',
  noEmails: 'The buyer gets no emails about this order. Tell them yourself what they should know.',
} as const

export const ORDER_NOTES = {
  label: 'Note',
  hint: 'Only admins see it.',
  add: 'Add note',
} as const

export const ORDER_DELAY = {
  title: 'Running late?',
  next: 'Enter the new day. The buyer gets it by email and can wait or cancel.',
  law: 'What the law asks',
  lawAbout: 'if there is no answer',
  rule: {
    first: 'Up to 30 days late, no answer means yes. Longer than that, refund the order without an answer.',
    again: 'This is another delay: refund the order without an answer.',
  },
  day: 'New day to ship by',
  words: 'Your words to the buyer',
  wordsHint: 'What happened, if you like. They are part of the email.',
  send: 'Email the new day',
  days: (was: string, now: string) => `Moved from ${was} to ${now}.`,
  silent: 'The buyer has not answered, which means yes.',
  asked: (day: string) => `No answer yet: refund by ${day} without one.`,
  overdue: (day: string) => `No answer by ${day}: refund this order.`,
  agreed: 'The buyer agreed to wait.',
  refundWanted: 'The buyer wants the money back.',
  toRefund: 'Refund it',
} as const

export const PACKAGE = {
  title: 'Package',
  carrier: 'Carrier',
  none: 'None',
  trackingNumber: 'Tracking number',
  hint: 'Included in the shipping email and on the buyer’s order page.',
  shippedHint: 'Shown on the buyer’s order page.',
  corrected: 'Saved. The buyer’s order page shows it.',
  next: (number: number) => `Next to ship: order ${number}`,
  saveTracking: 'Save Tracking',
  copyAddress: 'Copy address',
  changeAddress: 'Change address',
  saveAddress: 'Save address',
  keepAddress: 'Keep the old one',
  amountsStay: 'The buyer gets an email. Shipping and tax of this order stay as they are.',
  amountsStayPaid: 'The buyer gets an email. Shipping and tax stay as they were paid, also for another state.',
  copied: 'Copied',
  addressCopied: 'The address is copied.',
  selected: 'The address is selected. Copy it with your keyboard or menu.',
} as const

/** The pieces of an order, for the bench. */
export const ORDER_PIECES = {
  title: 'Products',
  wrap: 'Wrap it as a gift.',
  giftNote: 'Gift note, printed on the packing slip',
  shipped: 'Shipped',
  partlyShipped: (shipped: number, of: number) => `${shipped} of ${of} shipped`,
  refunded: 'Refunded',
  partlyRefunded: (refunded: number, of: number) => `${refunded} of ${of} refunded`,
} as const

export const PARCELS = {
  part: 'Ship a part',
  all: 'Ship all of it',
  inThis: 'In this parcel',
  unitsOf: (piece: string) => `How many of ${piece}`,
  unitsOfAll: (qty: number, of: number) => `${qty} of ${of}`,
  sent: 'Parcels sent',
  title: (place: number, day: string) => `Parcel ${place}, ${day}`,
  correct: 'Correct tracking',
  correctParcel: (place: number) => `Correct tracking of parcel ${place}`,
  keep: 'Cancel',
  nothingElse: 'Nothing else ships',
  nothingElseSentence: (number: number) =>
    `Mark order ${number} as shipped without another parcel? The buyer gets no email.`,
} as const

/** After something that the buyer is told by email, which waits for half a minute. */
export const UNDO = {
  button: 'Undo',
  allWait: (shipped: string) => `${shipped} The emails go out in 30 seconds.`,
  takenBack: ({ takenBack, tooLate }: { takenBack: number; tooLate: number }) =>
    [
      takenBack > 0 &&
        (takenBack === 1
          ? '1 order waits again, and its buyer gets no email.'
          : `${takenBack} orders wait again, and their buyers get no emails.`),
      tooLate > 0 && `For ${tooLate === 1 ? '1 order' : `${tooLate} orders`} it is too late: the email is on its way.`,
    ]
      .filter(Boolean)
      .join(' '),
  shippedWaits: (buyer: string) => `Shipped. The email to ${buyer} goes out in 30 seconds.`,
  shippedTold: (buyer: string) => `Saved. ${buyer} was told it is on its way.`,
  shippedSilently: 'Shipped. The buyer gets no email.',
  readyWaits: (buyer: string) => `Ready. The email to ${buyer} goes out in 30 seconds.`,
  readyTold: (buyer: string) => `Saved. ${buyer} was told it is ready.`,
  readySilently: 'Ready. The buyer gets no email.',
} as const

export const PICKUP = {
  title: 'Pick-up',
  lead: (buyer: string) => `${buyer} picks this order up. Press the button when it is ready.`,
  isReady: (buyer: string) => `It is ready and waits for ${buyer}.`,
  isCollected: (buyer: string) => `${buyer} has it.`,
  collect: 'Collected',
  collectSentence: (number: number, buyer: string) =>
    `Mark order ${number} as collected? ${buyer} gets no email about it.`,
  uncollect: 'Not collected yet',
} as const

export const HAND_OVER = {
  title: 'Hand over',
  lead: (buyer: string) => `You hand this order to ${buyer} yourself. Press the button when that is done.`,
  isDone: (buyer: string) => `${buyer} has it.`,
} as const

/** Of a refunded or canceled order. */
export const NOTHING_TO_SHIP = {
  refunded: 'Refunded in full: nothing to ship.',
  canceled: 'Canceled: nothing to ship.',
} as const

export const SCAN = {
  button: 'Scan',
  title: 'Scan the label',
  picture: 'Picture of the camera',
  starting: 'Starting the camera…',
  hint: 'Hold the barcode of the label straight in the frame.',
  unknown: (barcode: string) => `This barcode is no tracking number of USPS, UPS, FedEx or DHL: ${barcode}`,
  useAnyway: 'Use it anyway',
  type: 'Type it instead',
  scanned: (number: string, carrier: string | null) => `Scanned ${number}${carrier ? ` of ${carrier}` : ''}.`,
  again: 'Try again',
  reload: 'Reload the page',
  troubles: {
    denied: 'The browser does not allow the camera here. Allow it in the settings of this page, or type the number.',
    missing: 'This device has no camera that the browser can use. Type the number instead.',
    busy: 'The camera gives no picture. Maybe another program uses it: close that one and try again, or type the number.',
    elsewhere: 'The camera works once this page is loaded again. What you have typed and not saved is lost then.',
    unloaded: 'The scanner was not loaded. Check your connection and try again, or type the number.',
  },
} as const

export const REFUND = {
  title: 'Refund',
  refunded: (cents: number) => `Refunded: ${formatDollars(cents)}. A refund reaches the card in a few days.`,
  all: 'This order is refunded in full, or the refund is on its way.',
  restocked: 'Its products are back in stock once the refund is done.',
  amount: 'Amount in dollars',
  amountWrong: (most: number) => `Enter an amount from $0.01 to ${formatDollars(most)}.`,
  restock: 'Restock these products',
  what: 'What to refund',
  ways: { all: 'All that is left', pieces: 'Products and shipping', amount: 'Another amount' },
  units: 'Refund',
  unit: 'Refund',
  unitOf: (name: string) => `Refund ${name}`,
  unitsOf: (piece: string) => `Refund how many of ${piece}`,
  unitsRefunded: (refunded: number, qty: number) =>
    refunded === qty ? 'Refunded.' : `${refunded} of ${qty} refunded.`,
  restockUnits: 'Restock',
  restockUnitsOf: (piece: string) => `Restock ${piece}`,
  restockPieces: 'Put these products back in stock? No money moves.',
  shippingOf: (cents: number) => `Shipping, ${formatDollars(cents)}`,
  shippingRefunded: 'The shipping is refunded.',
  reason: 'Reason',
  tellReason: 'Tell the buyer the reason',
  reasonHidden: 'Otherwise only you see it, in the timeline.',
  button: 'Refund',
  buttonOf: (cents: number) => `Refund ${formatDollars(cents)}`,
  toCard: (cents: number, name: string) => `Refund ${formatDollars(cents)} to ${name}’s card?`,
  byHand: (cents: number, name: string) =>
    `Record that you gave ${formatDollars(cents)} back to ${name}? No card is refunded.`,
  restocks: 'The products will be restocked.',
  doesNotRestock: 'The products won’t be restocked.',
  restockOnly: (number: number) => `Put the products of order ${number} back in stock? No money moves.`,
  restockAction: 'Restock',
} as const

export const CANCEL = {
  title: 'Cancel',
  canceled: 'This order is canceled.',
  restocked: 'Its products are back in stock.',
  notRestocked: 'Its products were not restocked.',
  free: (name: string) => `${name} paid nothing for this order, so there is nothing to refund.`,
  sentence: (number: number) => `Cancel order ${number} and email the buyer?`,
  button: 'Cancel this order',
} as const

export const CANCEL_REQUEST = {
  title: (name: string) => `${name} asks to cancel this order`,
  noReason: 'The reason was erased with the account.',
  refund: (cents: number) => `Refund ${formatDollars(cents)}`,
  refundSentence: (number: number, cents: number, name: string) =>
    `Cancel order ${number} and refund ${formatDollars(cents)}? Its products are restocked, and ${name} gets an email.`,
  cancel: 'Cancel the order',
  cancelSentence: (number: number, name: string) =>
    `Cancel order ${number}? Its products are restocked, and ${name} gets an email.`,
  decline: 'Decline',
  answer: 'Why not?',
  answerHint: 'The buyer reads this sentence in an email and on the order’s page.',
  sendDecline: 'Decline and email the buyer',
  back: 'Back',
} as const

export const PRINT = {
  back: 'Orders',
  print: 'Print',
  nothing: 'Nothing to pack',
  choose: 'Select paid orders in the order list first.',
  leftOut: (count: number) => `${ordersAre(count)} left out: unpaid, refunded or deleted.`,
} as const

export const PACKING_SLIP = {
  title: 'Packing slips',
  label: (number: number) => `Packing slip of order ${number}`,
  order: (number: number) => `Order ${number}`,
  shipBy: (day: string) => `Ship by ${day}`,
  demo: 'Demo order: no money was paid. Do not ship anything.',
  shipTo: 'Ship to',
  packedFor: 'For',
  giftWrap: 'Wrap this order as a gift.',
  giftNote: 'Gift note',
} as const

export const PICK_LIST = {
  title: 'Pick list',
  forOrders: (numbers: string[]) => `For ${numbers.length === 1 ? 'order' : 'orders'} ${numbers.join(', ')}`,
  shipBy: (day: string) => `Ship by ${day}`,
  firstShipsBy: (day: string) => `The first one ships by ${day}`,
  demoNumber: (number: number) => `${number} (demo)`,
  share: (qty: number, number: number) => `${qty} for ${number}`,
} as const

export const POSTAGE = {
  title: 'Postage',
  open: 'Postage',
  about:
    'Print your labels where postage is cheap: import the file of your packages there, and bring the tracking numbers back here.',
  out: 'Your packages as a file',
  packages: (count: number) =>
    count === 0
      ? 'No order waits to be shipped.'
      : `The file has ${count === 1 ? '1 package' : `${count} packages`}: every paid order that waits to be shipped.`,
  pickups: (count: number) =>
    `Left out, because ${count === 1 ? 'its buyer collects it' : 'their buyers collect them'}:`,
  unweighed: (count: number) =>
    `Without a weight, because ${count === 1 ? 'it has a product that nobody has' : 'they have products that nobody has'} weighed:`,
  undeclared: (count: number) =>
    `Without what customs needs, because ${count === 1 ? 'it has a product' : 'they have products'} without HS code or name for customs when ordered:`,
  download: 'Download the file',
} as const

export const TRACKING_UPLOAD = {
  title: 'Tracking numbers from a file',
  hint: 'The CSV file from the postage service, with the columns Order ID and Tracking Number. First you see what would happen to each row; nothing is sent before you press Ship.',
  file: 'Choose a file',
  tooLarge: 'This file is too large. Split it into files of at most 5,000 rows.',
  rows: 'Rows of the file',
  columns: ['Row', 'Order', 'Tracking', 'What happens'],
  row: (line: number) => `Row ${line}`,
  summary: (ready: number, rows: number) =>
    rows === 0
      ? 'The file has no rows.'
      : `${ready} of ${rows} ${rows === 1 ? 'row' : 'rows'} would mark an order as shipped.`,
  ship: (count: number) => `Ship ${count === 1 ? '1 order' : `${count} orders`}`,
  shipped: (count: number) =>
    count === 1
      ? '1 order is marked as shipped. Its buyer gets an email, unless the order sends none.'
      : `${count} orders are marked as shipped. Their buyers get emails, but for orders that send none.`,
  outcomes: {
    ships: 'Ships',
    shipped: 'Shipped before',
    unknown: 'No such order',
    unpaid: 'Not paid',
    refunded: 'Refunded',
    voided: 'Label was voided',
    repeated: 'Same order as above',
    noOrder: 'No order number',
    noNumber: 'No tracking number',
    badNumber: 'Tracking number is damaged',
  },
} as const
