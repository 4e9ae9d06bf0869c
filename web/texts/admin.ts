// Texts of the other admin screens: menus, lists, dashboard, users and coupons.
import { formatDollars } from '#contract/money.ts'

/** `1 order`, `2,000 orders`. */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

export const ADMIN = {
  title: 'Admin',
  more: 'More',
  viewShop: 'View the shop',
  viewShopNamed: (name: string) => `View ${name}`,
  closeMenu: 'Close menu',
  dashboard: 'Dashboard',
  orders: 'Orders',
  requests: 'Requests',
  discrepancies: 'Discrepancies',
  products: 'Products',
  categories: 'Categories',
  collections: 'Collections',
  drops: 'Drops',
  coupons: 'Coupons',
  imports: 'Import',
  exports: 'Export',
  pages: 'Pages',
  users: 'Users',
  look: 'Look',
  settings: 'Settings',
  salesTax: 'Sales tax',
  monthlyStatement: 'Monthly statement',
  moneyCheck: 'Money check',
  earnings: 'Earnings',
  setup: 'Setup',
  demo: 'Payments are simulated.',
  backups: 'Backups',
  auditLog: 'Audit log',
  health: 'Health',
  demoMeaning: 'No money moves, and orders paid this way stay marked as demo orders.',
  adminsOnly: 'That page is for shop admins. Sign in as one to continue.',
} as const

export const FIND = {
  label: 'Search orders, products, customers and settings',
  placeholder: 'Search everything',
  results: 'Search results',
  orders: 'Orders',
  products: 'Products',
  collections: 'Collections',
  customers: 'Customers',
  requests: 'Requests',
  coupons: 'Coupons',
  pages: 'Pages',
  settings: 'Screens',
  /** Parts of screens, by what sellers call them. */
  screens: [
    { to: '/admin/settings', label: 'Shop name, tagline' },
    { to: '/admin/settings', label: 'Home page texts, story' },
    { to: '/admin/settings', label: 'Business days to ship, returns, thank-you' },
    { to: '/admin/settings', label: 'Contact, email, links' },
    { to: '/admin/settings', label: 'Shipping prices, sales tax' },
    { to: '/admin/settings', label: 'Low-stock level' },
    { to: '/admin/settings', label: 'Time zone' },
    { to: '/admin/settings', label: 'Time off' },
    { to: '/admin/money-check', label: 'Payouts, processing fees, bank' },
    { to: '/admin/imports', label: 'Move in from Etsy, Shopify, Square' },
    { to: '/admin/past-orders', label: 'Past orders of other shops' },
    { to: '/admin/past-reviews', label: 'Reviews from other shops, Etsy' },
    { to: '/admin/exports', label: 'Download everything, move out' },
    { to: '/admin/audit-log', label: 'Security, sign-ins, who downloaded or changed what' },
    { to: '/admin/look', label: 'Logo, monogram' },
    { to: '/admin/look', label: 'Colors, typefaces' },
    { to: '/admin/look', label: 'Notice bar' },
    { to: '/admin/orderlist?delivery=waiting', label: 'Orders to ship' },
    { to: '/admin/orderlist?payment=unpaid', label: 'Unpaid orders' },
    { to: '/admin/orderlist?show=deleted', label: 'Deleted orders' },
  ],
  stock: (sku: string, qty: number) => `${sku ? `${sku}, ` : ''}${qty === 0 ? 'sold out' : `${qty} in stock`}`,
  nothing: (text: string) => `No matches for “${text}”.`,
  failed: 'The search did not work. Type again to retry.',
  announcement: (count: number) => `${counted(count, 'result')}. Use the arrow keys to choose.`,
} as const

/** Of the rows of a list that can be reordered. */
export const MOVING = {
  move: (name: string, to: 'up' | 'down') => `Move ${name} ${to}`,
  moved: (name: string, place: number, count: number) => `${name} is now ${place} of ${count}.`,
} as const

export const LISTS = {
  /** How many rows there are or, when it `isCapped`, so many and more: a round number. */
  total: (count: number, [one, many]: readonly [string, string], isCapped = false) =>
    isCapped
      ? `${count.toLocaleString('en-US', { maximumSignificantDigits: 1, roundingMode: 'floor' })}+ ${many}`
      : `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`,
  actions: 'Actions',
  select: (name: string) => `Select ${name}`,
  selectAll: 'Select all on this page',
  selected: (count: number) => `${count} selected`,
  clear: 'Clear',
  edit: 'Edit',
  editOne: (name: string) => `Edit ${name}`,
  delete: 'Delete',
  deleteOne: (name: string) => `Delete ${name}`,
  noMatches: 'No matches. Try a shorter word or another filter.',
  noSuchPage: 'This page of the list no longer exists.',
  firstPage: 'Go to the first page',
  gone: (noun: string) => `This ${noun} no longer exists`,
  goneHint: 'It may have been deleted by you or another admin.',
  backTo: (list: string) => `Back to ${list}`,
  downloadFailed: 'The file could not be created. Please try again.',
} as const

export const DASHBOARD = {
  title: 'Dashboard',
  manyDeclines:
    'Many cards are being declined: somebody may be trying stolen cards. Who has never paid here by card solves the robot check before paying, until it is over.',
  discrepancies: (count: number) =>
    count === 1 ? '1 discrepancy needs your attention.' : `${count} discrepancies need your attention.`,
  seeDiscrepancies: 'See the discrepancies',
  backups: {
    none: 'This shop has no backup. If its disk fails, all is lost.',
    old: 'The last backup is more than two days old.',
    unpracticed: 'Nobody has tried yet whether the backups bring back the shop.',
    useless: 'The last practice restore found that the backup does not bring back the shop.',
  },
  seeBackups: 'See the backups',
  asksToCancel: (count: number) =>
    count === 1 ? 'A buyer asks to cancel an order:' : `${count} buyers ask to cancel their orders:`,
  away: 'Your shop is on time off.',
  changeTimeOff: 'Change it in Settings',
  lastDays: (days: number) => `Last ${days} days`,
} as const

export const SALES_SO_FAR = {
  day: { now: 'Today', before: 'Yesterday' },
  week: { now: 'This week', before: 'Last week' },
  month: { now: 'This month', before: 'Last month' },
  withoutCard: (cents: number) => `${formatDollars(cents)} without a card`,
  refunded: (cents: number) => `${formatDollars(cents)} refunded`,
} as const

export const SALES_CHART = {
  day: { choice: 'Day', title: 'Sales in the last 30 days' },
  week: { choice: 'Week', title: 'Sales in the last 12 weeks' },
  month: { choice: 'Month', title: 'Sales in the last 12 months' },
  switch: 'Sales by',
  summary: (
    period: 'day' | 'week' | 'month',
    { taken, refunded, best }: { taken: number; refunded: number; best: number },
  ) =>
    [
      `${formatDollars(taken)} in sales`,
      ...(refunded > 0 ? [`${formatDollars(refunded)} in refunds`] : []),
      `best ${period} ${formatDollars(best)}`,
    ].join(', '),
  bar: (name: string, cents: number, orders: number) => `${name}: ${formatDollars(cents)}, ${counted(orders, 'order')}`,
  weekOf: (day: string) => `Week of ${day}`,
  sales: 'Sales',
  refunds: 'Refunds',
  orders: 'Orders',
  showTable: 'Show as table',
  tableCaption: (title: string) => `${title}, latest first`,
} as const

export const TO_SHIP = {
  title: 'To ship',
  nothing: 'Every paid order has been shipped.',
  late: (count: number) => `${count} late`,
  toRefund: (count: number) =>
    count === 1
      ? 'A buyer did not agree to a delay: refund it'
      : `${count} buyers did not agree to a delay: refund them`,
  demo: 'Demo',
  facts: (pieces: number, cents: number, day: string) =>
    `${counted(pieces, 'product')}, ${formatDollars(cents)}, paid ${day}`,
  open: 'Go To Order',
  openOrder: (number: number) => `Go To Order ${number}`,
  all: 'All orders to ship',
} as const

export const UNPAID = {
  title: 'Not paid yet',
  facts: (count: number, cents: number) =>
    `${counted(count, 'order')}, ${formatDollars(cents)}. Nothing is set aside until the buyer pays.`,
  see: 'See unpaid orders',
} as const

export const TO_MAKE = {
  title: 'To make',
  nothing: (level: number) => `Nothing is sold out or down to ${level} or fewer.`,
  soldOut: 'Sold out',
  left: (count: number) => `${count} left`,
  more: (count: number) => `And ${count.toLocaleString('en-US')} more.`,
} as const

export const BEST_SELLERS = {
  title: 'Best sellers',
  nothing: 'Nothing sold in this period.',
  facts: (pieces: number, cents: number) => `${counted(pieces, 'product')}, ${formatDollars(cents)}`,
} as const

export const COUPONS_USED = {
  title: 'Coupons used',
  nothing: 'No paid order used a coupon.',
  caption: (days: number) => `Coupons used in the last ${days} days`,
  code: 'Code',
  uses: 'Uses',
  discount: 'Total discount',
} as const

export const CONVERSION = {
  title: 'From placed to paid',
  nothing: 'No orders were placed in this period.',
  sentence: (placed: number, paid: number) =>
    `${paid.toLocaleString('en-US')} of ${counted(placed, 'order')} placed ${paid === 1 ? 'was' : 'were'} paid: ${Math.round((100 * paid) / placed)}%.`,
} as const

export const USERS = {
  title: 'Users',
  nouns: ['account', 'accounts'],
  search: 'Search by name or email',
  empty: 'No accounts yet.',
  name: 'Name',
  id: 'ID',
  email: 'Email',
  admin: 'Admin',
  isAdmin: 'True',
  isNoAdmin: 'False',
  api: 'API',
  you: 'You',
  deletion: (name: string) =>
    `Delete the account of ${name}? They are signed out at once and their personal data is removed. Orders are kept.`,
  deletionAgain: (name: string, orders: number) =>
    `${name} has paid for ${orders === 1 ? 'an order that has' : `${orders} orders that have`} not been shipped or refunded. You can still ship, but ${name} gets no more emails.`,
  deleteAnyway: 'Delete anyway',
} as const

export const USER_DATA = {
  title: 'Data of this person',
  hint: 'Somebody asks what you hold about them? This file has it all. Send it to the email address of the account and nowhere else: a letter from another address proves nothing. Shoppers download their file themselves on their profile.',
  download: 'Download the file',
}

export const USER_FORM = {
  title: 'Edit User',
  noun: 'account',
  emailHint: 'If you change it, both addresses are emailed and the person must sign in again.',
  isAdmin: 'Is Admin',
  isAdminHint: 'Can see and change everything in the shop.',
  ownAccount: 'This is your own account.',
  isApi: 'Is API',
  isApiHint: 'For programs: can create API keys. Without this, its keys stop working.',
} as const

export const COUPONS = {
  title: 'Coupons',
  nouns: ['coupon', 'coupons'],
  search: 'Search by code',
  create: 'Create Coupon',
  empty: 'No coupons yet. A coupon can take an amount, the shipping or the tax off an order.',
  code: 'Code',
  id: 'ID',
  amount: 'Amount',
  oneTime: 'One Time',
  freeShip: 'Free Ship',
  taxFree: 'Tax Free',
  expires: 'Expires On',
  yes: 'Yes',
  no: 'No',
  notSaved: 'Not saved',
  used: 'Used',
  deletion: (code: string) =>
    `Delete the coupon ${code}? It can no longer be used, not even for orders that are placed but unpaid. Paid orders keep their discount.`,
} as const

export const COUPON_FORM = {
  title: 'Edit Coupon',
  noun: 'coupon',
  code: 'Code',
  codeHint: 'Not case-sensitive.',
  codeMissing: 'Enter a code.',
  amount: 'Amount',
  amountHint: 'In dollars, off the total.',
  amountWrong: 'Enter an amount in dollars from 0 to 1,000,000, such as 2.50.',
  oneTime: 'One Time Use',
  oneTimeHint: 'Works for one order only.',
  freeShipping: 'Free Shipping',
  taxFree: 'Tax Free',
  expires: 'Expires On',
  expiresHint: 'Last day (shop time). Leave blank for no end.',
  dateWrong: 'Enter a complete date from the year 2000 on, or leave it blank.',
} as const

/** Why shoppers cannot use a coupon as it is in its form, or get something else. */
export const COUPON_OBSTACLES = {
  isNotSaved: 'Not active until you press Update.',
  isChanged: 'Shoppers get the saved version until you press Update.',
  isExpired: (lastDay: string) => `Expired: its last day was ${lastDay}. Shoppers are told so.`,
  isUsed: 'Already used: it works for one order only. Shoppers are told so.',
  isEmpty: 'It doesn’t take anything off yet.',
} as const

export const COUPON_PREVIEW = {
  title: 'Preview',
  intro: 'See what this coupon would do to a sample cart.',
  zip: 'Shipped to the ZIP code',
  zipHint: 'Shipping and tax are those of the first way to ship there. Without one: to any of the states, without tax.',
  caption: 'The cart without and with the coupon',
  without: 'Without',
  with: 'With',
  items: 'Items',
  shipping: 'Shipping',
  tax: 'Tax',
  discount: 'Discount',
  total: 'Total',
  same: 'The coupon doesn’t change the price of this cart.',
  free: (saved: number) => `This cart would be free: ${formatDollars(saved)} less. No card is needed.`,
  cheaper: (total: number, saved: number) =>
    `This cart would cost ${formatDollars(total)}: ${formatDollars(saved)} less.`,
} as const

export const SAMPLE_CART = {
  title: 'Cart',
  onePiece: 'One product',
  threePieces: 'Three products',
  price: 'Price',
  priceOf: (piece: number) => `Price of product ${piece}`,
  priceWrong: 'Enter dollars, such as 2.50.',
  quantity: 'Quantity',
  quantityOf: (piece: number) => `Quantity of product ${piece}`,
  quantityWrong: 'Enter 1 to 10,000.',
  remove: (piece: number) => `Remove product ${piece}`,
  add: 'Add a product',
} as const

export const SHARE = {
  copied: 'The link is copied.',
  copy: 'Copy this link:',
} as const
