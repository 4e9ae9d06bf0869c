// Texts of the screens with past orders and reviews of other shops.
export const PLACES = { newest: 'Newest', older: 'Older' } as const

export const PAST_ORDERS = {
  heading: 'Past orders',
  about: 'Look up what customers ordered in your other shops. Figures, tax and stock leave these orders out.',
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
  empty:
    'No past orders yet. Import the sold order items of Etsy, the orders of Shopify or WooCommerce, or the sales of Square.',
  ofCustomer: 'All past orders of one customer.',
  showAll: 'Show all',
  pages: 'Pages of past orders',
  unknown: 'No name',
} as const

export const PAST_ORDER = {
  title: (number: string) => `Order ${number}`,
  noun: 'past order',
  from: (source: string, day: string) => `Placed on ${source}, ${day}. The figures of this shop leave it out.`,
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
