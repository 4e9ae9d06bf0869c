/** The names of the screens, as the menus and the search have them, and what else people type to find them. */
export const MENU = {
  searchWords: { label: 'Search words', words: 'synonyms keywords found' },
} as const
