// Texts about reviews that were left in another shop, on the page of a product.

export const PAST_SOURCE_NAMES = {
  etsy: 'Etsy',
  shopify: 'Shopify',
  square: 'Square',
  woocommerce: 'WooCommerce',
} as const

export const PAST_REVIEWS = {
  heading: (source: string) => `Reviews left on ${source}`,
  about: (count: number) =>
    `${count === 1 ? 'From a buyer' : `${count.toLocaleString('en-US')} reviews from buyers`} there, before this shop opened. The maker chooses which to show.`,
  stars: (rating: number) => `${rating} of 5 stars`,
  left: (source: string) => `Left on ${source}`,
  more: (count: number) => `Show ${count.toLocaleString('en-US')} more`,
  less: 'Show fewer',
  newest: (count: number) => `The newest ${count} are shown.`,
} as const
