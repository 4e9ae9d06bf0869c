/** The names of the screens, as the menus and the search have them, and what else people type to find them. */
export const MENU = {
  drops: { label: 'Drops', words: 'launch release schedule queue line limited' },
} as const
