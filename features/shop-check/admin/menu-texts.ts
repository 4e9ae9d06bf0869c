/** The names of the screens, as the menus and the search have them, and what else people type to find them. */
export const MENU = {
  allChecks: { label: 'All checks', words: 'health status problems test database disk' },
  connections: {
    label: 'Payments and mail',
    words: 'setup set up connect square card apple google smtp email domain address https webhook',
  },
  guide: { label: 'Guide', words: 'help manual how to instructions documentation docs support' },
} as const
