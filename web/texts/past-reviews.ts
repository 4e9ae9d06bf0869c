// Texts about reviews that were left in another shop, on the page of a product.

export const PAST_SOURCE_NAMES = { etsy: 'Etsy', shopify: 'Shopify', square: 'Square' } as const

export const PAST_REVIEWS = {
  heading: (source: string) => `Reviews left on ${source}`,
  about: (count: number) =>
    `${count === 1 ? 'This review was left there by an earlier buyer' : `These ${count.toLocaleString('en-US')} reviews were left there by earlier buyers`}, not in this shop. The seller chooses which are shown.`,
  stars: (rating: number) => `${rating} of 5 stars`,
  left: (source: string) => `Left on ${source}`,
  more: (count: number) => `Show ${count.toLocaleString('en-US')} more`,
  less: 'Show fewer',
  newest: (shown: number) => `The newest ${shown} are shown.`,
} as const
