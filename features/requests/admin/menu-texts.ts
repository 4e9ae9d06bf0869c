import { counted } from '#web/texts/admin.ts'

/** The names of the screens, as the menus and the search have them, and what else people type to find them. */
export const MENU = {
  wishes: { label: 'Wishes', words: 'requests waiting list restock custom commission notify back in stock' },
} as const

/** What Today says while some wait. */
export const TASK = {
  text: (count: number) => `${counted(count, 'wish', 'wishes')} to answer.`,
  answer: 'Answer wishes',
} as const
