import { DEFAULT_RATES } from './pricing.ts'

/** Settings of a new shop. */
export const DEFAULT_SETTINGS = {
  name: 'Zi Boutique',
  tagline: 'Handmade pens, cups, wine stoppers and bows, one small batch at a time.',
  story: `I started with hair bows for my daughters, and the table never got cleared again. Now there is clay at one end, a lathe in the garage, and a shelf of things waiting for their second coat.

Adult pieces and hair bows cost $5, kids pieces $1. Shipping is a flat $3.50 for one item and $5 after that, anywhere in the USA.

Pieces that take an evening instead of an hour cost a little more.`,
  voice: 'I',
  orderMails: true,
  timeZone: 'America/Chicago',
  email: 'hello@zi-boutique.example',
  socialUrl: 'https://social.example/zi-boutique',
  photosUrl: 'https://photos.example/zi-boutique',
  lowStock: 3,
  ...DEFAULT_RATES,
} as const

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
