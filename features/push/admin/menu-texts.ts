/** The names of the screens, as the menus and the search have them, and what else people type to find them. */
export const MENU = {
  notifications: { label: 'Notifications', words: 'push alerts sounds phone app install home screen' },
} as const
