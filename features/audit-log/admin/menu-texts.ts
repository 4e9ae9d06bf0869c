/** The names of the screens, as the menus and the search have them, and what else people type to find them. */
export const MENU = {
  auditLog: { label: 'Sign-ins and changes', words: 'audit log security history who downloaded hacked access' },
} as const
