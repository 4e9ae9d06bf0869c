/** Who sells here, as every page shows it: the demo shop. */
export const SHOP = {
  name: 'Zi Boutique',
  tagline: 'Handmade pens, cups, wine stoppers and bows, one small batch at a time.',
  timeZone: 'America/Chicago',
  email: 'hello@zi-boutique.example',
  socialUrl: 'https://social.example/zi-boutique',
  photosUrl: 'https://photos.example/zi-boutique',
} as const

/** The one way to pay: by card, through Square. */
export const PAYMENT_METHOD = 'Square'

/** The coupon code that the storefront sends for an empty box; no coupon may have it. */
export const RESERVED_CODE = 'invalid'

/** Products on a page of the shop. */
export const PAGE_SIZE = 12

/** How many products the home page features at most. */
export const FEATURED_LIMIT = 15
