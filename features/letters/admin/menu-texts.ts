/** The name of the screen, as the menus and the search have it, and what else people type to find it. */
export const MENU = {
  letters: { label: 'Letters', words: 'newsletter email campaign subscribers mailing list marketing' },
} as const
