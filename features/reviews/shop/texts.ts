// Texts of reviews on the pages of pieces, and on the page of all.

const counted = (count: number) => (count === 1 ? '1 review' : `${count.toLocaleString('en-US')} reviews`)

export const BUYER_REVIEWS = {
  heading: 'Reviews',
  stars: (stars: number) => `${stars} of 5 stars`,
  average: (average: number) => `${average.toFixed(1)} of 5`,
  from: (count: number) => `${counted(count)} by people who bought it here.`,
  newest: (count: number) => `The newest ${count} are shown.`,
  more: (count: number) => `Show ${count.toLocaleString('en-US')} more`,
  less: 'Show fewer',
  all: 'What buyers say about other pieces',
  photo: (name: string) => `Photo by ${name}`,
  reply: (shop: string) => `Answer from ${shop}`,
  anonymous: 'A buyer',
} as const

export const ALL_REVIEWS = {
  title: 'What buyers say',
  about: (count: number) => `${counted(count)} by people who bought a piece here.`,
  none: 'Nobody has written a review yet.',
  browse: 'Browse the shop',
  pages: 'Pages of reviews',
} as const
