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
  orders: 'Orders',
  products: 'Products',
  categories: 'Categories',
  collections: 'Collections',
  coupons: 'Coupons',
  pages: 'Pages',
  people: 'People',
  /** In the admin menu of the shop's pages, where the specification has this word. */
  users: 'Users',
  design: 'Design',
  settings: 'Settings',
  testMode: 'Test mode: no charges.',
  connectPayments: 'Connect payments',
  adminsOnly: 'That page is for shop admins. Sign in as one to continue.',
} as const

/** The groups of the menu, from top to bottom. */
export const MENU_GROUPS = {
  today: 'Today',
  orders: 'Orders',
  products: 'Products',
  customers: 'Customers',
  money: 'Money',
  shop: 'My shop',
  settings: 'Settings',
  check: 'Shop check',
  people: 'People',
} as const

/** Beside a link of the menu, for screen readers: how many things wait there. */
export const waits = (count: number) => `${count.toLocaleString('en-US')} waiting`

/** The screens of the menu: their names, and what else people type to find them. */
export const SCREENS = {
  toShip: { label: 'To ship', words: 'send pack package due late parcel open' },
  allOrders: {
    label: 'All orders',
    words: 'sales sold refund money back cancel return exchange buyer invoice receipt',
  },
  sell: { label: 'Sell', words: 'market fair cash craft add order phone manual register till in person' },
  postage: { label: 'Postage', words: 'labels stamps tracking carrier usps ups fedex pirate ship file' },
  allProducts: {
    label: 'All products',
    words: 'items listings pieces articles inventory photos pictures images price sku variants options engraving hide',
  },
  categories: { label: ADMIN.categories, words: 'sections departments sort menu' },
  collections: { label: ADMIN.collections, words: 'series groups sets season' },
  coupons: { label: ADMIN.coupons, words: 'discount codes promo voucher sale percent off free shipping offer' },
  design: { label: ADMIN.design, words: 'look theme style appearance template layout banner hero' },
  noticeBar: { label: 'Notice bar', words: 'announcement banner message top news' },
  pages: { label: ADMIN.pages, words: 'about returns policy policies privacy terms faq imprint text care' },
  timeOff: { label: 'Time off', words: 'vacation holiday closed close pause away break sick travel' },
  settings: { label: ADMIN.settings, words: 'preferences configuration options account' },
  allPeople: {
    label: 'All people',
    words: 'users accounts admins helpers staff team employees permissions roles invite customers password delete',
  },
} as const

/** Parts of screens, and what else people type to find them. */
export const SCREEN_PARTS = {
  nameAndTagline: { label: 'Shop name, tagline', words: 'title brand slogan rename' },
  homeTexts: { label: 'Home page texts, story', words: 'headline welcome about start' },
  searchAndCart: { label: 'Search and cart texts', words: 'empty heading' },
  shippingDays: {
    label: 'Days to ship, thank-you',
    words: 'business returns delivery handling processing time guarantee promise',
  },
  contact: {
    label: 'Contact, email, links',
    words: 'address phone instagram facebook social newsletter mail reply street',
  },
  prices: { label: 'Shipping rates', words: 'prices delivery zones free pickup international abroad countries fee' },
  salesTax: { label: 'Sales tax rates', words: 'vat nexus states' },
  giftWrap: { label: 'Gift wrap', words: 'present packaging' },
  fees: { label: 'Fees and hourly wage', words: 'costs etsy square commission pay labor' },
  lowStock: { label: 'Low-stock level', words: 'inventory quantity alert' },
  timeZone: { label: 'Time zone', words: 'clock hours' },
  logo: { label: 'Logo, monogram', words: 'brand icon favicon picture' },
  colors: { label: 'Colors', words: 'palette dark' },
  typefaces: { label: 'Typefaces', words: 'fonts letters' },
  unpaid: { label: 'Unpaid orders', words: 'pending abandoned waiting reminder' },
  deleted: { label: 'Deleted orders', words: 'restore trash undo' },
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
  filter: 'Filter',
  filtersSet: (count: number) => `${count} set`,
  clearFilters: 'Clear filters',
  sortBy: 'Sort by',
  newestFirst: 'Newest first',
  oldestFirst: 'Oldest first',
  sorted: {
    text: (heading: string, isReverse: boolean) => `${heading}, ${isReverse ? 'Z to A' : 'A to Z'}`,
    number: (heading: string, isReverse: boolean) => `${heading}, ${isReverse ? 'highest' : 'lowest'} first`,
    day: (heading: string, isReverse: boolean) => `${heading}, ${isReverse ? 'latest' : 'earliest'} first`,
  },
  more: 'More actions',
  done: 'Done',
  noMatches: 'No matches. Try a shorter word or another filter.',
  showAll: 'Show all',
  noSuchPage: 'This page of the list no longer exists.',
  firstPage: 'Go to the first page',
  gone: (noun: string) => `This ${noun} no longer exists`,
  goneHint: 'It may have been deleted by you or another admin.',
  backTo: (list: string) => `Back to ${list}`,
  downloadFailed: 'The file could not be created. Please try again.',
} as const

export const USERS = {
  title: ADMIN.people,
  nouns: ['account', 'accounts'],
  search: 'Search by name or email',
  empty: 'No accounts yet.',
  name: 'Name',
  id: 'ID',
  email: 'Email',
  admin: 'Admin',
  isAdmin: 'True',
  isNoAdmin: 'False',
  packer: 'Packer',
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
  hint: 'Someone asked for their data? Send them this file, and only to the email address of the account: a letter from another address proves nothing. Shoppers can download it themselves on their profile.',
  download: 'Download the file',
}

export const USER_FORM = {
  title: 'Edit User',
  noun: 'account',
  emailHint: 'If you change it, both addresses are emailed and the person must sign in again.',
  isAdmin: 'Is Admin',
  isAdminHint: 'Can see and change everything in the shop.',
  ownAccount: 'This is your own account.',
  isPacker: 'Is Packer',
  isPackerHint: 'Can see and ship orders, and change photos and stock. No payments, people or settings.',
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

/** After somebody else has saved what a form edits. */
export const MERGED = {
  changedByOthers: (noun: string) => `This ${noun} was changed in another window. Your changes are still here.`,
  theirs: (fields: string) => `Updated to their version: ${fields}.`,
  both: (fields: string) => `Changed by both of you, with your version shown: ${fields}.`,
  saveAgain: 'Check and save again.',
} as const

export const COUPON_FORM = {
  title: 'Edit Coupon',
  noun: 'coupon',
  code: 'Code',
  codeHint: 'Not case-sensitive.',
  codeMissing: 'Enter a code.',
  amountHint: 'In dollars, off the total; for some goods off these.',
  oneTime: 'One Time Use',
  oneTimeHint: 'Works for one order only.',
  freeShipping: 'Free Shipping',
  taxFree: 'Tax Free',
  perPerson: 'Once per Person',
  perPersonHint: 'By account and by email address, for guests too.',
  maxUses: 'Orders in all',
  maxUsesHint: 'How many orders it can pay for. Leave blank for any number.',
} as const

/** Why shoppers cannot use a coupon as it is in its form, or get something else. */
export const COUPON_OBSTACLES = {
  isNotSaved: 'Not active until you press Update.',
  isChanged: 'Shoppers get the saved version until you press Update.',
  isExpired: (lastDay: string) => `Expired: its last day was ${lastDay}. Shoppers are told so.`,
  isEarly: (firstDay: string) => `Not yet: its first day is ${firstDay}. Shoppers are told so.`,
  isUsed: 'Already used: it works for one order only. Shoppers are told so.',
  isUsedUp: 'Used as often as it may be. Shoppers are told so.',
  isEmpty: 'It doesn’t take anything off yet.',
} as const

export const COUPON_PREVIEW = {
  title: 'Preview',
  intro: 'See what this coupon would do to a sample cart of what it is for.',
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
