import { counted } from '#web/texts/admin.ts'

/** The names of the screens, as the menus and the search have them, and what else people type to find them. */
export const MENU = {
  reviews: { label: 'Reviews', words: 'ratings stars feedback testimonials ask for reviews' },
} as const

/** What Today says while some wait. */
export const TASK = {
  text: (count: number) => `${counted(count, 'review')} to look at.`,
  answer: 'Look at reviews',
} as const
