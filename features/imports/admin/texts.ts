// Texts of the screens on which a seller moves in with files of other shops.
import { counted } from '#web/texts/admin.ts'

const products = (count: number) => counted(count, 'product')

export const IMPORT_SOURCE_NAMES = {
  etsy: 'Etsy',
  shopify: 'Shopify',
  square: 'Square',
  woocommerce: 'WooCommerce',
  boutique: 'A shop like this one',
} as const

/** `3 products created, 1 updated`; with `will be` before what happens. */
const createdAnd = (created: number, updated: number, verb = '') => {
  const will = verb && `${verb} `
  if (updated === 0) return `${products(created)} ${will}created`
  if (created === 0) return `${products(updated)} ${will}updated`
  return `${products(created)} ${will}created, ${updated.toLocaleString('en-US')} updated`
}

export const IMPORT_LIST = {
  heading: 'Import products',
  about:
    'Choose a file of another shop: products, past orders or reviews. You see what happens to each row before anything is added.',
  choose: 'Choose a file',
  checking: 'Checking the file…',
  hint: 'CSV or JSON, or a ZIP archive of one such file and its photos, up to 250 MB.',
  howTo: 'How to get the file',
  sources: [
    {
      name: 'Etsy',
      how: 'Shop Manager, Settings, Options, Download Data: the listings as CSV, and the sold order items for past orders. Account, Privacy: reviews.json in the download of your data.',
    },
    {
      name: 'Shopify',
      how: 'Products, Export, all products as CSV for a spreadsheet. Orders, Export for past orders.',
    },
    {
      name: 'Square',
      how: 'Items, Actions, Export Library as CSV. A spreadsheet (.xlsx) can be saved as CSV. Transactions, Export, Item Details CSV for past orders.',
    },
    {
      name: 'WooCommerce',
      how: 'Products, Export, all columns and all product types. Past orders come from a plug-in such as Advanced Order Export, with a row for each item.',
    },
    { name: 'A shop like this one', how: 'Admin, Export: the products for a shop like this one, with their photos.' },
  ],
  earlier: 'Files so far',
  none: 'No file yet.',
  file: 'File',
  source: 'From',
  content: 'Content',
  state: 'State',
  from: (source: string, day: string) => `${source}, ${day}`,
  found: (total: number) => products(total),
  states: {
    reading: 'Being checked',
    ready: 'Not started',
    running: 'Running',
    stopped: 'Stopped',
    done: 'Done',
    undone: 'Undone',
  },
} as const

export const IMPORT_PAGE = {
  list: 'Import products',
  noun: 'import',
  search: 'Search these rows',
  rows: 'Rows of the file',
  empty: 'There are no rows.',
  show: 'Show',
  everything: 'All rows',
  shown: (count: number, what: string) => `${what} (${count.toLocaleString('en-US')})`,
  fileOrder: 'Order of the file',
  outcomes: {
    create: 'New',
    exists: 'In the shop',
    repeated: 'Twice in the file',
    broken: 'Not usable',
  },
  states: { created: 'Created', updated: 'Updated', failed: 'Failed', undone: 'Undone', kept: 'Not undone' },
  leftOut: 'Left out',
  changed: 'In the shop, and different',
  noted: 'With notes',
  withoutPhotos: 'With missing photos',
  failed: 'Failed',
  columns: { name: 'Product', price: 'Price', qty: 'Stock', category: 'Category', outcome: 'Import' },
  line: (line: number) => `Line ${line}`,
  choices: (count: number) => counted(count, 'choice'),
  photos: (count: number) => counted(count, 'photo'),
  newCategory: 'new',
  correct: 'Edit',
  correctOne: (name: string) => `Edit ${name}`,
  unnamed: (line: number) => `line ${line}`,
  openProduct: 'Open',
  openOne: (name: string) => `Open the product ${name}`,
  ready: (created: number, updated: number, total: number) => {
    if (updated > 0) return `${createdAnd(created, updated, 'will be')}.`
    if (created === total) return `${products(created)} will be created.`
    return `${products(created)} of ${total.toLocaleString('en-US')} rows will be created.`
  },
  nothingNew: 'There is no new product in this file.',
  nothing: 'No row of this file is chosen. Edit the rows below, or choose another file.',
  oneCategory:
    'All of them go into one category. To sort them, search for a word such as “mug” below, select the rows, and enter a category. With selected rows, “Shorten names” cuts long names at their first comma or dash.',
  newCategories: (names: string) => `New categories: ${names}.`,
  ignored: (columns: string) => `Not taken over from the file: ${columns}.`,
  start: (created: number, updated: number) =>
    updated === 0
      ? `Create ${products(created)}`
      : created === 0
        ? `Update ${products(updated)}`
        : `Create ${created.toLocaleString('en-US')} and update ${products(updated)}`,
  goOn: 'Go on',
  startSentence: 'You can go on working while it runs.',
  asDrafts: 'As drafts, which shoppers do not see yet',
  stop: 'Stop',
  remove: 'Delete',
  removeSentence: 'Delete the check of this file? Your products stay.',
  running: (done: number, total: number) => `${done.toLocaleString('en-US')} of ${products(total)}`,
  progress: 'Progress of the import',
  stopped: (done: number, total: number) =>
    `The import was stopped after ${done.toLocaleString('en-US')} of ${products(total)}.`,
  done: (created: number, updated: number) => `${createdAnd(created, updated)}.`,
  failures: (count: number) => `${counted(count, 'row')} failed. They are listed below with the reason.`,
  undone: (updated: number, kept: number) =>
    updated > 0 || kept > 0 ? 'This import was undone.' : 'This import was undone: its products are deleted.',
  viewProducts: 'View the products',
  undo: 'Undo the import',
  undoSentence: (created: number, updated: number) =>
    [
      created > 0 &&
        'All products that this import created are deleted, and the categories that it added if they are empty. Those that were ordered or changed since stay.',
      updated > 0 &&
        'The products that it updated become as they were before. Those that were sold or changed since stay as they are.',
    ]
      .filter(Boolean)
      .join(' '),
} as const

/** What an import does with products that the shop has, and with photos that it could not fetch. */
export const IMPORT_UPDATES = {
  legend: (count: number) => `The shop already has ${products(count)} of this file`,
  same: (count: number) => `The shop already has ${products(count)} of this file, and nothing about them has changed.`,
  leave: 'Create new products only',
  update: (count: number) => `Update as well (${count.toLocaleString('en-US')} with changes)`,
  about: 'Check the changes below. Photos are added, and nothing is deleted.',
  stock: (count: number) => `Set their stock, too (${count.toLocaleString('en-US')})`,
  stockHint: 'Tick single rows below for products that were ordered here.',
  updateOne: 'Update',
  another: 'New, too',
  nothing: 'Nothing has changed.',
  kept: (count: number) =>
    `${products(count)} ${count === 1 ? 'was' : 'were'} ordered or changed since the import and ${count === 1 ? 'stays as it is' : 'stay as they are'}. They are listed below.`,
  missingPhotos: (count: number) => `${counted(count, 'photo')} could not be fetched.`,
  fetchAgain: 'Fetch again',
  fetching: (count: number) => `Fetching photos of ${products(count)}`,
} as const

export const IMPORT_EDIT = {
  title: (name: string) => `Edit ${name}`,
  name: 'Name',
  price: 'Price',
  priceOfChoices: 'For all its choices.',
  qty: 'Stock',
  qtyOfChoices: 'Shared out evenly among its choices.',
  category: 'Category',
  included: 'Import this row',
  existing: 'The shop has this product',
  leave: 'Leave it as it is',
  update: 'Update it',
  another: 'Create another product',
  save: 'Save',
  cancel: 'Cancel',
  invalidPrice: 'Enter a price in dollars and cents, such as 12.50.',
  invalidQty: 'Enter a stock as a whole number, 0 or more.',
} as const

export const IMPORT_BULK = {
  label: 'Selected rows',
  category: 'New category',
  move: 'Move',
  qty: 'Stock of each',
  setQty: 'Set stock',
  shorten: 'Shorten names',
  include: 'Import',
  leaveOut: 'Leave out',
} as const

const orders = (count: number) => counted(count, 'order')
const reviews = (count: number) => counted(count, 'review')

/** What an import of past orders or reviews says instead of what one of products does. */
const importTexts = (of: (count: number) => string, many: string) => ({
  found: of,
  ready: (chosen: number, total: number) =>
    chosen === total
      ? `${of(chosen)} will be added.`
      : `${of(chosen)} of ${total.toLocaleString('en-US')} rows will be added.`,
  start: (count: number) => `Add ${of(count)}`,
  running: (done: number, total: number) => `${done.toLocaleString('en-US')} of ${of(total)}`,
  stopped: (done: number, total: number) =>
    `The import was stopped after ${done.toLocaleString('en-US')} of ${of(total)}.`,
  done: (count: number) => `${of(count)} added.`,
  undone: `This import was undone: its ${many} are removed.`,
  undoSentence: `All ${many} that this import brought are removed.`,
  removeSentence: 'Delete the check of this file? What was added stays.',
})

export const HISTORY_IMPORT = {
  orders: {
    ...importTexts(orders, 'past orders'),
    startSentence: 'Look past orders up any time. Figures, tax and stock leave them out.',
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
  outcomes: { create: 'New', exists: 'Added before', repeated: 'Twice in the file', broken: 'Not usable' },
  states: { created: 'Added', updated: 'Added', failed: 'Failed', undone: 'Undone', kept: 'Added' },
  day: (name: string) => `Day of ${name}`,
  saveDay: 'Save the day',
  about: (product: string) => `About ${product}`,
} as const
