// What the server says about imports: files of products, past orders and reviews from other shops.
import type { ImportKind } from '../contract.ts'

const productCount = (count: number) => (count === 1 ? '1 product' : `${count.toLocaleString('en-US')} products`)
const COUNT_TEXTS: Record<ImportKind, (count: number) => string> = {
  products: productCount,
  orders: (count) => (count === 1 ? '1 past order' : `${count.toLocaleString('en-US')} past orders`),
  reviews: (count) => (count === 1 ? '1 review' : `${count.toLocaleString('en-US')} reviews`),
}
const lines = (first: number, last: number) => (first === last ? `Line ${first}` : `Lines ${first} to ${last}`)

/** Why a file is refused. */
export const IMPORT_FILES = {
  empty: 'This file is empty.',
  noRows: 'This file has headings and no rows.',
  tooLarge: (megabytes: number) => `A file can have at most ${megabytes} MB. Split it into several files.`,
  spreadsheet: 'This is a spreadsheet. Save it as CSV (in Excel: CSV UTF-8) and choose that file.',
  notText: 'This is not a text file. Choose a CSV file as the other shop exports it.',
  unknown:
    'We don’t recognize this file. Choose the CSV of listings, products, orders or items from Etsy, Shopify, Square, WooCommerce or another Boutique shop.',
  tooManyColumns: (count: string, most: string) =>
    `This file has ${count} columns, and ${most} are the most. Delete those that you do not need.`,
  tooManyVariations: 'This file has more variations than can be read at once. Split it into several files.',
  headingsUnreadable: 'The first line of this file cannot be read as the headings of a CSV file.',
  archiveWithout: 'Put the CSV or JSON file of the products into this archive: there is none in it.',
  archiveWithSeveral: 'There are several CSV or JSON files in it. Leave only the one of the products.',
  archiveDamaged: 'This archive is damaged. Make it again.',
  archiveTooLarge: 'This archive has too many files, or they are too large.',
  archiveWithLinks: 'This archive has links in it. Put the files themselves into it.',
  archiveEncrypted: 'This archive has a password. Make it again without one.',
  notJson: 'This is not a JSON file with a list of products or reviews.',
  tooManyRows: (most: string) =>
    `A file can have at most ${most} products, orders or reviews. Split it into several files.`,
} as const

/** Why a row cannot become a product. */
export const IMPORT_PROBLEMS = {
  unreadable: (first: number, last: number) => `${lines(first, last)} cannot be read: check the quotes.`,
  tooLong: (first: number, last: number) => `${lines(first, last)} cannot be read: this is longer than any product.`,
  moreCells: 'This row has more cells than there are headings.',
  noName: 'This row has no name.',
  noProduct: 'This entry is not a product.',
  noPrice: 'Enter a price: the file has none that can be read.',
  tooManyChoices: (count: number, most: number) =>
    `This comes in ${count} combinations; ${most} are the most. Create it by hand.`,
  apart: 'The rows of this product do not stand together in the file. Sort the file by product and choose it again.',
  repeated: 'The same product is in this file before.',
  giftCard: 'A gift card is not a product here.',
  variantsWithoutOptions: (count: number) => `This has ${count} variants, and no option says what they differ in.`,
  tooManyAxes: (count: number, most: number) =>
    `Its variations differ in ${count} attributes; ${most} are the most. Create it by hand.`,
  noVariations: 'The file has none of its variations. Export all product types in WooCommerce, and choose that file.',
  noParent: (parent: string) =>
    `This is a variation of ${parent ? `“${parent}”` : 'another product'}, which the file does not have. Export all product types in WooCommerce, and choose that file.`,
  noneForSale: 'None of its variations is for sale in the file.',
  grouped: 'This lists other products, which stand in the file by themselves. It is no product here.',
  external: 'This is sold on another website, so it is no product here.',
  notShipped: 'Nothing is shipped of this: files to download and services are no products here.',
  unknownType: (type: string) => `“${type}” is a type of product that does not exist here. Create it by hand.`,
  exists: 'The shop has this product.',
  existsBySku: 'The shop has a product with this SKU.',
  existsByName: 'The shop has a product of this name.',
  fault: 'This product could not be created. Try again.',
  pastFault: 'This row could not be kept. Try again.',
  noOrderId: 'This row does not say of which order it is.',
  noDay: 'Enter the day: the file has none that can be read.',
  noReview: 'This entry is not a review.',
  noRating: 'This review has no rating from 1 to 5 stars.',
  refund: 'This is a refund. The file does not say of which sale, so it is left out.',
  orderApart: 'The rows of this order do not stand together in the file. Sort the file by order and choose it again.',
  orderRepeated: 'The same order is in this file before.',
  reviewRepeated: 'The same review is in this file before.',
  orderExists: 'This order is among the past orders.',
  reviewExists: 'This review was imported before.',
  changedSince: 'This product was changed after the file was checked, so it was left alone. Choose the file again.',
  gone: 'This product was deleted.',
  notUndoneSold: 'Not undone: this product was ordered since.',
  notUndoneChanged: 'Not undone: this product was changed since.',
  keptSold: 'Not put back: this product was ordered since.',
  keptChanged: 'Not put back: this product was changed since.',
} as const

/** What an update changes that is no field of the form. */
export const IMPORT_CHANGES = {
  stock: 'Stock',
  days: 'Days to make it',
  questions: 'Personalization',
  newChoice: 'New choice',
  dayRange: (from: number, to: number) => (from === to ? String(from) : `${from}–${to}`),
  ofChoice: (what: string, choice: string) => `${what} of ${choice}`,
  choiceAt: (choice: string, price: string) => `${choice} for ${price}`,
} as const

/** What the seller should know about a row. */
export const IMPORT_NOTES = {
  shortened: (field: string, most: number) => `${field} shortened to ${most.toLocaleString('en-US')} characters.`,
  currency: (currency: string) => `The price is in ${currency}: the same number is taken in dollars. Check it.`,
  noStock: 'The file has no stock for it: enter how many there are. Until then it is sold out.',
  noStockOf: (choices: string[]) =>
    `The file has no stock for ${choices.map((choice) => `“${choice}”`).join(', ')}: enter how many there are. Until then ${choices.length === 1 ? 'it is' : 'they are'} sold out.`,
  stockUnreadable: (text: string) => `“${text}” is not a stock, so it is sold out until you enter one.`,
  stockBelowZero: 'Its stock in the file is below zero, so it is sold out.',
  stockShared: (stock: number, choices: number) =>
    `The file has one stock for ${choices} choices: the ${stock} are shared out evenly. Check them.`,
  stockOfPlaces: (places: number) => `Its stock is that of ${places} locations together.`,
  onePrice: 'Check the prices: the file has one for all choices.',
  skusOfSeveral: (skus: string) =>
    `Each of these SKUs is of several choices, which get its price and no SKU: ${skus}. Check them.`,
  withVariations: (choices: string) => `Its variations are left out with it: ${choices}.`,
  overlapped: (choices: string) => `Left out, since other variations have the same values: ${choices}.`,
  notShipped: (choices: string) => `Nothing is shipped of these variations, so they are left out: ${choices}.`,
  saleEnds: (day: string) => `Its sale ends on ${day} in the other shop. Here it stays until you change the price.`,
  saleLater: (day: string) => `Its sale from ${day} on is not taken over: enter it under Sales.`,
  otherCategories: (names: string) => `Its other categories become collections: ${names}.`,
  attributesLeftOut: (names: string) => `Attributes that the other shop does not show are left out: ${names}.`,
  skusLeftOut: 'The file does not say which SKU is of which choice, so the choices have none.',
  cost: (cost: string) => `Its cost per item, ${cost}, becomes the cost of material. Add packaging and minutes later.`,
  costOfFirst: (cost: string) =>
    `Its choices cost different amounts: ${cost} becomes the cost of material for all. Check it.`,
  weights: 'Its choices weigh differently: the weight of the first one is taken over.',
  weightLeftOut: (weight: string) => `The weight ${weight} is outside of 1 to 50,000 grams and is left out.`,
  photosLeftOut: (count: number, most: number) => `It has ${count} photos; the first ${most} are taken over.`,
  notSellable: (choices: string) => `Not for sale in the file, and left out: ${choices}.`,
  sellsMore: 'The other shop sells it when it is out of stock. Here it is then sold out, unless it is made to order.',
  archived: 'It is archived in the other shop, so it becomes a draft.',
  draft: 'It is not shown in the other shop, so it becomes a draft.',
  questionsUnreadable: 'Its questions to the buyer cannot be read and are left out.',
  daysUnreadable: (text: string) => `“${text}” is not a number of business days and is left out.`,
  collectionsRefused: (names: string) => `The shop cannot have these collections: ${names}.`,
  photosMissing: (count: number, sentence: string) =>
    `${count === 1 ? '1 photo is' : `${count} photos are`} missing. ${sentence}`,
  sameProduct: 'An earlier row of this file is the same product of the shop, so this one cannot update it.',
  otherChoices: 'It comes in other choices in the file than here, so its choices, prices and stock stay as they are.',
  ordered: 'Sold here before: its stock stays unless you tick this row.',
  textShortened: (most: number) => `The text is shortened to ${most.toLocaleString('en-US')} characters.`,
  amountUnreadable: (text: string) => `“${text}” is not an amount and is left out.`,
  piecesUnreadable: (text: string) => `“${text}” is not a number of products: one is noted.`,
  noTotal: 'The file does not say what discounts and total the order as a whole had.',
  withoutItems: 'This file has no single products. Square’s file of items (Item Details CSV) has them.',
  reviewWithoutOrder:
    'Its order is not among the past orders, so you choose the product by hand. Import the orders first if you have them.',
  reviewOfSeveral: 'Its order has several products, so you choose by hand the one that it is about.',
  reviewOfUnknown: 'Nothing of its order is a product of the shop, so you choose one by hand.',
  windows: 'The file is not in UTF-8. It was read as Windows-1252: check letters such as é.',
} as const

/** Why a photo of a listing was not fetched. */
export const PHOTO_PROBLEMS = {
  noAddress: 'The file has no address on the internet for it. Add it by hand.',
  address: 'Its address is not one of a web page.',
  private: 'Its address leads into a private network.',
  redirects: 'Its address leads from one to the next without end.',
  status: 'It is not at its address any more.',
  type: 'There is no photo at its address.',
  tooLarge: 'It is too large.',
  tooSlow: 'Its server took too long.',
  unreachable: 'Its server does not answer.',
} as const

/** What the source says about a past order. */
export const PAST_STATUS = {
  shipped: (day: string) => `shipped ${day}`,
  canceled: (day: string) => `canceled ${day}`,
} as const

/** The names of the formats. */
export const IMPORT_SOURCES = {
  etsy: 'Etsy',
  shopify: 'Shopify',
  square: 'Square',
  woocommerce: 'WooCommerce',
  boutique: 'a file of this kind of shop',
} as const

export const IMPORT_HISTORY = {
  created: (source: string) => `Imported from ${source}`,
  updated: (source: string) => `Updated from ${source}`,
  putBack: 'Put back as it was before the import',
} as const

export const IMPORTS = {
  notReady: 'This import has been started before.',
  otherRunning: 'Another import is running. Wait until it is done, or stop it.',
  nothingChosen: 'No row of this import is chosen.',
  notRunning: 'This import is not running.',
  notCorrectable: 'This import has started. Edit the products instead.',
  notUndoable: 'There is nothing left to undo.',
  nothingMissing: 'There are no photos of this import to fetch again.',
  notDeletable: 'Undo this import first: what it added is in the shop.',
  deleted: 'The import is deleted.',
} as const

/** What `npm run shop -- import` prints. */
export const IMPORT_COMMAND = {
  found: (file: string, source: string, kind: ImportKind, count: number) =>
    `${file}: ${COUNT_TEXTS[kind](count)} from ${source}`,
  outcomes: { create: 'new', exists: 'in the shop already', repeated: 'twice in the file', broken: 'not usable' },
  ignored: (columns: string) => `Columns that are not taken over: ${columns}`,
  categories: (names: string) => `New categories: ${names}`,
  row: (line: number, name: string, sentence = '') =>
    `  line ${line}${name && `, ${name}`}:${sentence && ` ${sentence}`}`,
  more: (count: number) => `  … and ${count.toLocaleString('en-US')} more`,
  dryRun: (id: string) => `Nothing was changed. The check is in the shop under /admin/imports/${id}.`,
  done: (kind: ImportKind, createdCount: number, updatedCount: number, failedCount: number) =>
    `${COUNT_TEXTS[kind](createdCount)} ${kind === 'products' ? 'created' : 'kept'}, ${updatedCount > 0 ? `${updatedCount} updated, ` : ''}${failedCount} failed.`,
  change: (what: string, from: string, to: string, isLeft: boolean) =>
    `    ${what}: ${from ? `${from} → ` : ''}${to}${isLeft ? ' (only with --stock)' : ''}`,
  updates: (count: number) => `${count.toLocaleString('en-US')} of them would be updated with --update:`,
  missingPhotos: (count: number, id: string) =>
    `${count === 1 ? '1 photo is' : `${count.toLocaleString('en-US')} photos are`} missing. To fetch them again: npm run shop -- import-photos ${id}`,
  photosDone: (fetchedCount: number, missing: number) => `Photos fetched: ${fetchedCount}, still missing: ${missing}.`,
  nothingMissing: 'No import is missing photos.',
  unreadable: (path: string) => `${path} is no file or folder that can be read.`,
  needsAdmin: 'The shop has no admin yet. Start it and open the link that it prints.',
} as const

/** What is said about something that is not there. */
export const NOT_FOUND = {
  import: 'This import was not found.',
} as const
