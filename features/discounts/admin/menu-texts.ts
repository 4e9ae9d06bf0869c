/** The name of the screen, as the menu and the search have it, and what else people type to find it. */
export const MENU = {
  discounts: { label: 'Discounts', words: 'sale promotion percent off automatic without code' },
} as const
