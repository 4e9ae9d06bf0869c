/** The names of the screens, as the menus and the search have them, and what else people type to find them. */
export const MENU = {
  backups: { label: 'Backups', words: 'restore copy save lost safety' },
} as const
