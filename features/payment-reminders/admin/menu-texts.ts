/** The names of the screens, as the settings and the search have them, and what else people type to find them. */
export const MENU = {
  reminders: { label: 'Payment reminders', words: 'abandoned cart checkout unpaid reminder recovery email' },
} as const

/** The link in the list of settings. */
export const REMINDERS_LINK = { to: '/admin/settings/payment-reminders', label: MENU.reminders.label }
