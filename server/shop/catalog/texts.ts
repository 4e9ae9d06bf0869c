// What the server says about products, categories and collections.

export const PRODUCTS = {
  needsCategory: 'Add a category first: every product needs one.',
  unknownCategory: 'This category does not exist. Choose another.',
  changedMeanwhile:
    'Someone else saved this product in the meantime, so your changes were not saved. Load it again and repeat them.',
  beingPaid: 'Someone is paying for this product right now. Please try again in a few minutes.',
  soldMeanwhile: (qtyLeft: number, fewer: number) =>
    `Products were sold since you opened this page: ${qtyLeft} left, so you cannot remove ${fewer}. Enter the quantity again.`,
  slugUnusable: 'This web address cannot be used. Choose another one with letters, digits and dashes.',
  slugTaken: (product: string) => `${product} already has this web address.`,
  pricesOfChoices: 'Each choice has a price of its own. Change it there.',
  stockOfChoices: 'Each choice has a stock of its own. Change it there.',
  isChoice: (product: string) => `This is a choice of ${product}. Change it there.`,
  lastChoice: (product: string) => `${product} needs at least one choice.`,
  photoOfOther: 'Choose one of the photos of this product.',
  photoElsewhere: 'This photo is not in this shop. Upload it here.',
  photoTwice: 'This photo is in the list twice.',
  photoGone: 'This photo was deleted, or another product or page uses it.',
} as const

const NOTHING_CHANGED = 'Nothing was changed.'

export const BULK_EDITS = {
  done: (what: string, count: number) => `${what} changed for ${count === 1 ? '1 product' : `${count} products`}.`,
  tooMany: (product: string, most: string) => `${NOTHING_CHANGED} ${product} would have more than ${most} in stock.`,
  tooFew: (products: string) => `${NOTHING_CHANGED} Not enough in stock: ${products}.`,
  deleted: (count: number) => `${count === 1 ? '1 product was' : `${count} products were`} deleted.`,
  unpriced: (products: string) => `${NOTHING_CHANGED} A product needs a price before it is shown: ${products}.`,
  left: (product: string, qtyLeft: number) => `${product} (${qtyLeft} left)`,
  oneOfAKind: (products: string) => `${NOTHING_CHANGED} These products are one of a kind: ${products}.`,
  priceOutOfRange: (product: string, price: string) =>
    `${NOTHING_CHANGED} ${product} costs ${price}, and its new price would be below $0 or above $1,000,000.`,
} as const

/** The names of what an edit can change, in the history of a product and after a bulk edit. */
export const PRODUCT_PARTS = {
  name: 'Name',
  price: 'Price',
  category: 'Category',
  stock: 'Stock',
  visibility: 'Visibility',
  axes: 'Choices by',
  collections: 'Collections',
} as const

/** The lines of a product's history. */
export const PRODUCT_HISTORY = {
  created: 'Created as a draft',
  edited: (what: string, from: string | number, to: string | number) => `${what} edited from ${from} to ${to}`,
  markedUnique: 'Marked as one of a kind',
  unmarkedUnique: 'No longer marked as one of a kind',
  onSale: 'Put on sale',
  hidden: 'Hidden from shoppers',
  featured: 'Featured on the home page',
  notFeatured: 'No longer featured',
  addedTo: (collection: string) => `Added to the collection ${collection}`,
  removedFrom: (collection: string) => `Removed from the collection ${collection}`,
  copied: (product: string) => `Created as a copy of ${product}`,
  categoryRenamed: (from: string, to: string) => `Category renamed from ${from} to ${to}.`,
  /** Units and order number, for PostgreSQL's `format`. */
  sold: 'Sold %s in order %s',
  returned: (order: number) => `Returned by refunded order ${order}`,
  notReturned: (order: number) =>
    `Not returned by refunded order ${order}: it is one of a kind, and one is already in stock`,
  choiceAdded: (choice: string) => `Choice added: ${choice}`,
  choiceDeleted: (choice: string) => `Choice deleted: ${choice}`,
  /** On the history of a product with choices. */
  ofChoice: (choice: string, log: string) => `${choice}: ${log}`,
  stockToChoice: (stock: number, choice: string) => `Stock of ${stock} moved to the choice ${choice}`,
  stockFromChoice: (stock: number, choice: string) => `Stock of ${stock} moved here from the choice ${choice}`,
  noChoices: 'No choices',
  deleted: 'Deleted',
  by: (log: string, name: string) => `${log}, by ${name}`,
} as const

/** The columns of the file of products that are no field of the form, or that only some products fill. */
export const PRODUCT_FILE = {
  option: (number: number) => `Option${number} name`,
  value: (number: number) => `Option${number} value`,
  photo: 'Choice photo',
  days: 'Business days to make',
  alts: 'Photo descriptions',
  focuses: 'Photo centers',
  questions: 'Questions',
  daysOfAll: 'Business days to make all choices',
  daysOf: (min: number, max: number) => (min === max ? String(min) : `${min}–${max}`),
} as const

export const CATEGORIES = {
  changedMeanwhile: 'The categories were changed in the meantime. Check them and try again.',
  inUse: (count: number, category: string) =>
    `${count === 1 ? '1 product is' : `${count} products are`} in ${category}. Move ${count === 1 ? 'it' : 'them'} to another category first.`,
  last: 'A shop needs at least one category.',
  taken: (category: string) => `There is already a category named ${category}.`,
  deleted: 'The category is deleted.',
} as const

export const COLLECTIONS = {
  tooMany: (most: number) => `A shop can have at most ${most} collections. Delete one that you no longer need.`,
  taken: (collection: string) => `There is already a collection named ${collection}.`,
  orderChanged: 'The collections were changed in the meantime. Check them and try again.',
  changedMeanwhile:
    'Someone else changed this collection in the meantime, so your changes were not saved. Load it again and repeat them.',
  full: (collection: string, most: number) =>
    `${collection} would have more than ${most} products, the most it can have.`,
  gone: 'This collection was deleted. Choose another.',
  productGone: 'One of these products was deleted. Load the collection again.',
  photoMissing: 'This photo is not in this shop. Upload it again.',
  deleted: (name: string) => `${name} is deleted.`,
} as const
