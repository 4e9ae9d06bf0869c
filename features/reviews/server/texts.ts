// What the server says about reviews.

export const REVIEWS = {
  linkGone: 'This link no longer works. Open the newest email, or write to the shop.',
  closed: 'This review can no longer be changed.',
  notInOrder: 'This piece is not in the order any more.',
  notFound: 'There is no such review.',
  photoType: 'Choose a JPEG, PNG or WebP photo.',
  photo: 'Photo',
  tooManyPhotos: 'You have added many photos that no review has. Save your reviews first.',
} as const

/** Asks a buyer for reviews, once. */
export const REVIEW_ASK = {
  subject: {
    one: (piece: string) => `How do you like ${piece}?`,
    many: (shop: string) => `How do you like your pieces from ${shop}?`,
  },
  greeting: (name: string) => `Hello ${name},`,
  opening: {
    one: (piece: string) => `${piece} should be with you by now.`,
    many: (pieces: string) => `your pieces should be with you by now: ${pieces}.`,
  },
  ask: 'Would you say in a few words how you like it? Good or bad, others see it in the shop, under the name that you choose.',
  link: 'Write a review',
  closing: (days: number) => `This is the only email about this order. The link works for ${days} days.`,
  ends: 'You will no longer be asked for reviews.',
} as const

/** The headings of reviews in the file of a person. */
export const PERSON_FILE = {
  reviews: 'Reviews of pieces',
  review_photos: 'Photos for reviews',
  review_asks: 'When the shop asked for reviews',
} as const

/** Why an action was refused, before "Please try again in …". */
export const RATE_LIMITS = {
  reviewLink: 'Too many links were tried.',
  reviewWrite: 'The reviews of this order were saved too often.',
  reviewPhoto: 'Too many photos were sent in a short time.',
} as const
