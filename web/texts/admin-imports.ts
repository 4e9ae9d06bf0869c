// Texts of the screens on which a seller moves in with files of other shops.
import { counted } from './admin.ts'

const products = (count: number) => counted(count, 'product')

export const IMPORT_SOURCE_NAMES = {
  etsy: 'Etsy',
  shopify: 'Shopify',
  square: 'Square',
  boutique: 'A shop like this one',
} as const

export const IMPORT_LIST = {
  heading: 'Import products',
  about:
    'Bring your products from another shop. The file is checked first, and you see what becomes of each row. Nothing is created until you start the import.',
  choose: 'Choose a file',
  checking: 'Checking the file…',
  hint: 'CSV or JSON, or a ZIP archive of one such file and its photos, up to 250 MB.',
  howTo: 'How to get the file',
  sources: [
    { name: 'Etsy', how: 'Shop Manager, Settings, Options, Download Data: the listings as CSV.' },
    { name: 'Shopify', how: 'Products, Export, all products as CSV for a spreadsheet.' },
    { name: 'Square', how: 'Items, Actions, Export Library as CSV. A spreadsheet (.xlsx) can be saved as CSV.' },
    { name: 'A shop like this one', how: 'Admin, Products, Export as CSV, or the products of its API as JSON.' },
  ],
  earlier: 'Files so far',
  none: 'No file yet.',
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
  sortBy: 'Sort by',
  orders: {
    number: 'Order of the file',
    name: 'Name',
    price: 'Price, lowest first',
    '-price': 'Price, highest first',
    category: 'Category',
    outcome: 'What becomes of it',
  },
  outcomes: {
    create: 'New',
    exists: 'In the shop',
    repeated: 'Twice in the file',
    broken: 'Not usable',
  },
  states: { created: 'Created', failed: 'Failed', undone: 'Undone' },
  leftOut: 'Left out',
  noted: 'With notes',
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
  ready: (chosen: number, total: number) =>
    chosen === total
      ? `${products(chosen)} will be created.`
      : `${products(chosen)} of ${total.toLocaleString('en-US')} rows will be created.`,
  nothing: 'No row of this file becomes a product. Edit the rows below, or choose another file.',
  newCategories: (names: string) => `New categories: ${names}.`,
  ignored: (columns: string) => `Not taken over from the file: ${columns}.`,
  start: (count: number) => `Create ${products(count)}`,
  goOn: 'Go on',
  startSentence: 'The products are created one after the other. You can go on working meanwhile.',
  asDrafts: 'As drafts, which shoppers do not see yet',
  stop: 'Stop',
  remove: 'Delete',
  removeSentence: 'The check of this file is deleted. No product is.',
  running: (done: number, total: number) => `${done.toLocaleString('en-US')} of ${products(total)}`,
  progress: 'Progress of the import',
  stopped: (done: number, total: number) =>
    `The import was stopped after ${done.toLocaleString('en-US')} of ${products(total)}.`,
  done: (created: number) => `${products(created)} created.`,
  failures: (count: number) => `${counted(count, 'row')} failed. They are listed below with the reason.`,
  undone: 'This import was undone: its products are deleted.',
  viewProducts: 'View the products',
  undo: 'Undo the import',
  undoSentence:
    'All products of this import are deleted, and the categories that it added if they are empty. This is refused once one of them was sold or changed.',
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
  include: 'Import',
  leaveOut: 'Leave out',
} as const
