// Texts of the screens with past orders and reviews of other shops.
import { counted } from './admin.ts'

const orders = (count: number) => counted(count, 'order')
const reviews = (count: number) => counted(count, 'review')

/** What an import of past orders or reviews says instead of what one of products does. */
const importTexts = (of: (count: number) => string, many: string) => ({
  found: of,
  ready: (chosen: number, total: number) =>
    chosen === total
      ? `${of(chosen)} will be kept.`
      : `${of(chosen)} of ${total.toLocaleString('en-US')} rows will be kept.`,
  start: (count: number) => `Keep ${of(count)}`,
  running: (done: number, total: number) => `${done.toLocaleString('en-US')} of ${of(total)}`,
  stopped: (done: number, total: number) =>
    `The import was stopped after ${done.toLocaleString('en-US')} of ${of(total)}.`,
  done: (count: number) => `${of(count)} kept.`,
  undone: `This import was undone: its ${many} are removed.`,
  undoSentence: `All ${many} that this import brought are removed.`,
  removeSentence: 'The check of this file is deleted. Nothing that is kept already is.',
})

export const HISTORY_IMPORT = {
  orders: {
    ...importTexts(orders, 'past orders'),
    startSentence: 'Past orders are for reading only. They count in no figure, no tax and no stock.',
    view: 'View the past orders',
    to: '/admin/past-orders',
  },
  reviews: {
    ...importTexts(reviews, 'reviews'),
    startSentence: 'They are shown on the pages of their products, marked as left there. You can hide each of them.',
    view: 'View the reviews',
    to: '/admin/past-reviews',
  },
  columns: { orders: 'Order', reviews: 'Review', day: 'Day', total: 'Total', pieces: 'Products', outcome: 'Import' },
  of: (number: string) => (number ? `Order ${number}` : 'Order without a number'),
  outcomes: { create: 'New', exists: 'Kept before', repeated: 'Twice in the file', broken: 'Not usable' },
  states: { created: 'Kept', updated: 'Kept', failed: 'Failed', undone: 'Undone', kept: 'Kept' },
  day: (name: string) => `Day of ${name}`,
  saveDay: 'Save the day',
  about: (product: string) => `About ${product}`,
} as const

export const PAST_ORDERS = {
  heading: 'Past orders',
  about:
    'Orders that your customers placed in other shops, as you imported them. They are for reading only and count in no figure, no tax and no stock.',
  open: 'Past orders',
  import: 'Import a file',
  search: 'Name, email, order number or product',
  source: 'From',
  everywhere: 'All shops',
  caption: 'Past orders, newest first',
  columns: { order: 'Order', day: 'Day', customer: 'Customer', pieces: 'Products', total: 'Total' },
  from: (source: string) => `On ${source}`,
  view: 'View',
  viewOne: (number: string) => `View order ${number}`,
  more: (count: number) => `and ${count.toLocaleString('en-US')} more`,
  empty: 'No past orders yet. Import the sold order items of Etsy, the orders of Shopify or the sales of Square.',
  nothing: 'No past order matches.',
  ofCustomer: 'All past orders of one customer.',
  showAll: 'Show all',
  newest: 'Newest',
  older: 'Older',
  pages: 'Pages of past orders',
  unknown: 'No name',
} as const

export const PAST_ORDER = {
  title: (number: string) => `Order ${number}`,
  noun: 'past order',
  from: (source: string, day: string) =>
    `Placed on ${source}, ${day}. For reading only: it counts in no figure of this shop.`,
  items: 'Products',
  columns: { item: 'Product', qty: 'Number', price: 'Each' },
  product: (name: string) => `In this shop: ${name}`,
  amounts: 'Amounts',
  itemsPrice: 'Products',
  discount: 'Discount',
  shipping: 'Shipping',
  tax: 'Tax',
  total: 'Total',
  refunded: 'Refunded',
  unknown: 'not in the file',
  customer: 'Customer',
  address: 'Shipped to',
  status: 'Status',
  imported: (day: string) => `Imported ${day}`,
  others: (count: number) => `All ${count.toLocaleString('en-US')} past orders of this customer`,
  erase: 'Erase this customer',
  eraseSentence: 'All past orders of this customer are erased, and the reviews of these. This cannot be undone.',
} as const

export const PAST_REVIEW_LIST = {
  heading: 'Reviews from other shops',
  about:
    'They are shown on the pages of their products, marked with where they were left. They count in no rating, and search engines are not told of them as ratings of this shop.',
  search: 'Name, words, order number or product',
  tabs: 'Which reviews',
  lists: { all: 'All', unassigned: 'Without a product', hidden: 'Hidden' },
  unassigned: (count: number) => `Without a product (${count.toLocaleString('en-US')})`,
  none: {
    all: 'No reviews yet. Import reviews.json, which Etsy has under Settings, Privacy, Request your data.',
    unassigned: 'Every review has its product.',
    hidden: 'No review is hidden.',
  },
  nothing: 'No review matches.',
  left: (source: string, day: string) => `Left on ${source}, ${day}`,
  order: (number: string) => `Order ${number}`,
  anonymous: 'No name',
  shownOn: 'Shown on',
  hiddenOn: 'Hidden on',
  noProduct: 'About which product?',
  assign: 'Save',
  product: 'Product',
  productHint: 'Type a part of its name.',
  change: 'Choose another product',
  hide: 'Hide',
  hideOne: (reviewer: string) => `Hide the review of ${reviewer}`,
  show: 'Show',
  showOne: (reviewer: string) => `Show the review of ${reviewer}`,
  hidden: 'Hidden',
  newest: 'Newest',
  older: 'Older',
  pages: 'Pages of reviews',
} as const

export const ORDERS_OF_USER = {
  heading: 'Orders',
  here: 'In this shop',
  elsewhere: 'In other shops',
  none: 'None.',
  about: 'Past orders with the same email address. They count in no figure of this shop.',
  order: (number: number) => `Order ${number}`,
  unpaid: 'Not paid',
} as const
