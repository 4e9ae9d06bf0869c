/** The names of the screens, as the menus and the search have them, and what else people type to find them. */
export const MENU = {
  customers: { label: 'All customers', words: 'buyers guests spending repeat notes' },
  notes: { label: 'Notes about customers', words: 'remarks memo' },
} as const
