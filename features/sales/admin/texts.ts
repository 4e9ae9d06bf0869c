// Texts of the Sales screens.

const count = new Intl.NumberFormat('en-US')
const products = (many: number) => (many === 1 ? '1 product or choice' : `${count.format(many)} products and choices`)

export const SALES = {
  title: 'Sales',
  about: 'Lower prices that start and end by themselves, with the price before crossed out.',
  list: 'Sales',
  empty: 'No sales yet. Plan one, look at every new price, and it starts and ends by itself.',
  add: 'New sale',
  states: { planned: 'Planned', running: 'Running', ended: 'Ended' },
  saved: (name: string) => `${name} was saved.`,
  name: 'Name',
  terms: 'Price',
  times: 'When',
  state: 'State',
  percentOff: (percent: string) => `${percent}% off`,
  atPrice: (price: string) => `${price} each`,
  from: (start: string, end: string) => `${start} to ${end}`,
} as const

export const SALE_FORM = {
  title: 'Edit sale',
  newTitle: 'New sale',
  noun: 'sale',
  firstName: 'Weekend sale',
  nameHint: 'For you: shoppers see the prices, not the name.',
  kind: 'How',
  kinds: { percent: 'Percent off', price: 'One price' },
  percent: 'Percent',
  price: 'Price of each',
  priceHint: 'In dollars',
  forWhat: 'For',
  forKinds: { some: 'Some products', all: 'All products' },
  from: 'First day',
  to: 'Last day',
  fromTime: 'From (optional)',
  toTime: 'Until (optional)',
  zone: (timeZone: string) => `The shop’s time: ${timeZone}. Without a time, whole days.`,
  started: 'The sale has started, so only its name and its end can change.',
  save: 'Save the sale',
  plan: 'Plan the sale',
  end: 'End now',
  confirmEnd: 'End this sale? All its products have their regular prices again at once.',
  cancel: 'Cancel the sale',
  confirmCancel: 'Cancel this sale? It will not start.',
  delete: 'Delete',
  confirmDelete: 'Delete this sale? Prices stay as they are.',
  ended: 'This sale is over. Its products have their regular prices again.',
  invalidDay: 'Enter a day.',
  invalidPercent: 'Enter a percentage between 0.01 and 99.99.',
  invalidPrice: 'Enter a price, such as 12.50.',
} as const

export const PREVIEW = {
  title: 'New prices',
  waiting: 'Enter the percentage and what the sale is for, and every new price is listed here.',
  reduced: (many: number) => `${products(many)} ${many === 1 ? 'gets' : 'get'} a lower price.`,
  none: 'No product gets a lower price.',
  others: (many: number) =>
    `${products(many)} ${many === 1 ? 'is' : 'are'} in another sale at that time. The sale that starts first keeps them; when it ends, this one takes them.`,
  atRegularPrice: (many: number) =>
    `${products(many)} ${many === 1 ? 'stays' : 'stay'} as they are: not cheaper in the sale, or added after its start.`,
  recent: (many: number) =>
    `${products(many)} had the regular price for less than 30 days. Only a price that you really asked should be crossed out: in many places the law wants the lowest of the last 30 days. The shop crosses out that one, or nothing.`,
  table: 'Prices in the sale',
  product: 'Product',
  now: 'Regular',
  inSale: 'In the sale',
  crossed: 'Crossed out',
  nothing: 'Nothing',
  stays: 'Stays',
  keptBy: (sale: string) => `In ${sale}`,
  isNew: 'New price',
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  previous: 'Previous',
  next: 'Next',
} as const

export const IN_SALE = {
  running: (sale: string, end: string) =>
    `In the sale “${sale}” until ${end}. Prices here are the regular ones; those in the sale follow.`,
  open: 'Open the sale',
} as const
