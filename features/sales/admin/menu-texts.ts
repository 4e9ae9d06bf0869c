/** The names of the screens, as the menus and the search have them, and what else people type to find them. */
export const MENU = {
  sales: { label: 'Sales', words: 'discount reduced percent off price compare-at strikethrough weekend' },
} as const
