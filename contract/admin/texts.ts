// Fixed sentences of the admin's screens, never reworded. contract/texts.ts has the shopper's, which every browser loads.
import { PRODUCT_FACTS } from '../product-facts.ts'

/** The sentences above a list from which a row has just been deleted. */
export const userDeleted = (name: string) => `User ${name} Deleted!`
export const couponDeleted = (code: string) => `Coupon ${code} Deleted!`
export const productDeleted = (name: string) => `Product ${name} Deleted!`

const { color, ...laterFacts } = PRODUCT_FACTS

/**
 * The names of a product's fields: the columns of the file of products, in their order, and the labels of the form. A new
 * one comes last, since spreadsheets count on the order.
 */
export const PRODUCT_FIELD_NAMES = {
  _id: 'ID',
  sku: 'SKU',
  name: 'Name',
  price: 'Price',
  category: 'Category',
  qty: 'Quantity',
  color,
  slug: 'Slug',
  featured: 'Featured',
  draft: 'Draft',
  description: 'Description',
  images: 'Photos',
  createdAt: 'Created',
  oneOfAKind: 'One of a kind',
  ...laterFacts,
  collectionIds: 'Collections',
} as const

/** The price of a product that is crossed out. */
export const WAS_PRICE_NAME = { wasPrice: 'Price before' } as const

/** The fields of a product that only shipping and customs need. */
export const PARCEL_FIELD_NAMES = {
  grams: 'Weight with its own packing, in grams',
  hsCode: 'HS code',
  customsName: 'What it is, for customs',
  originCountry: 'Made in, for customs',
} as const

/** What a product costs its seller. */
export const COST_FIELD_NAMES = {
  material: 'Material, in $',
  packaging: 'Packaging, in $',
  postage: 'Postage that you pay, in $',
  minutes: 'Minutes of work',
} as const

/** The name of a new product draft, and the start of its slug. */
export const DRAFT_NAME = 'New product'
export const DRAFT_SLUG = 'new-product-'

/** The name of a copied product. Names have at most 200 characters. */
export const copyName = (name: string) => `${name.slice(0, 193)} (copy)`
