// Texts of a product's page; choices.ts has those of one that comes in choices.
import type { Voiced } from '#contract/voice.ts'

export const PRODUCT = {
  breadcrumb: 'Breadcrumb',
  partOf: 'Part of',
  quantity: 'Quantity',
  oneOfAKind: 'One of a kind',
  lastOne: 'Last one',
  fewLeft: (count: number) => `Only ${count} left`,
  justSold: 'Someone just bought this one.',
  lastSold: 'Someone just bought the last one.',
  similar: 'See similar pieces',
  sold: 'Sold',
  stays: 'It stays: the payment did not go through, and you can buy it.',
  freeShipping: 'Free shipping.',
  flatShipping: (price: string) => `Shipping is ${price}, however many pieces you buy.`,
  shipping: (one: string, more: string) => `Shipping is ${one} for one piece, ${more} for two or more.`,
  shippingFrom: (price: string) => `Shipping from ${price}.`,
  free: 'free',
  email: { I: 'Email me', we: 'Email us' } satisfies Voiced,
  readMore: 'Read more',
  readLess: 'Show less',
  /** `days` begins with its preposition. */
  madeForYou: (days: string) => `Made for you ${days}`,
  fullyBooked: 'Fully booked',
  category: 'Category',
  related: 'You may also like',
}

export const PHOTOS = {
  of: (name: string) => `Photos of ${name}`,
  enlarge: (shown: string) => `Enlarge: ${shown}`,
  place: (number: number, count: number) => `Photo ${number} of ${count}`,
  photo: 'Photo',
  count: (number: number, count: number) => `${number} of ${count}`,
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoomInOn: (shown: string) => `Zoom in: ${shown}`,
  zoomOutOf: (shown: string) => `Zoom out: ${shown}`,
  previous: 'Previous photo',
  next: 'Next photo',
  close: 'Close',
}
