// What the server says about past orders and reviews of other shops.

export const HISTORY = {
  erased: 'This customer and their past orders are erased.',
} as const
