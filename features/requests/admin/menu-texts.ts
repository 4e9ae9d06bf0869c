/** The names of the screens, as the menus and the search have them, and what else people type to find them. */
export const MENU = {
  wishes: { label: 'Wishes', words: 'requests waiting list restock custom commission notify back in stock' },
} as const
