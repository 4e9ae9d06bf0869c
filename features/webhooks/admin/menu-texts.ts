/** The names of the screens, as the settings and the search have them, and what else people type to find them. */
export const MENU = {
  webhooks: {
    label: 'Webhooks',
    words: 'api integration events zapier make endpoint secret signature notify automation',
  },
} as const

/** The link in the list of settings. */
export const WEBHOOKS_LINK = { to: '/admin/settings/webhooks', label: MENU.webhooks.label }
