/** The names of the screens, as the menus and the search have them, and what else people type to find them. */
export const MENU = {
  reviews: { label: 'Reviews', words: 'ratings stars feedback testimonials ask for reviews' },
} as const
