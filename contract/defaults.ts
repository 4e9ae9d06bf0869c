import type { FlatRates } from './pricing.ts'
import { TEXT } from './texts.ts'

/** Headings of a new shop, which are also shown while the settings cannot be loaded. */
export const DEFAULT_HEADINGS = {
  storyTitle: TEXT.about,
  categoriesTitle: 'Shop by category',
  newestTitle: 'Just finished',
  featuredTitle: TEXT.featured,
  searchTitle: TEXT.searchTitle,
  cartEmpty: TEXT.cartEmpty,
} as const

/** The specification's figures: 5.5 % tax, $3.50 for one item and $5.00 for more. */
export const DEFAULT_RATES: FlatRates = { tax: 550, shippingOne: 350, shippingMore: 500 }

/** The category of a new shop, as its owner reads it. */
export const DEFAULT_CATEGORY = 'Pieces'

/** The name of an admin account that nobody has given a name. */
export const NAMELESS_ADMIN = 'Admin'

/** The one way to pay: by card, through Square. */
export const PAYMENT_METHOD = 'Square'

/** The coupon code that the storefront sends for an empty box; no coupon may have it. */
export const RESERVED_CODE = 'invalid'

/** Products on a page of the shop. */
export const PAGE_SIZE = 12

/** How many products the home page features at most. */
export const FEATURED_LIMIT = 15

/** Highest number of newest products on the home page. */
export const NEWEST_LIMIT = 8

/** Highest number of related products below a product. */
export const RELATED_LIMIT = 4

/** Orders per page of a user's own order list. */
export const MY_ORDERS_PAGE_SIZE = 100

/** The most characters of a buyer's answer to a question about a product. */
export const BUYER_ANSWER_MAX = 250

/** The most characters of a shopper's message about a piece. */
export const REQUEST_WORDS_MAX = 500
