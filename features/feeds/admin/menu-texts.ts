/** The name of the screen, as the settings and the search have it, and what else people type to find it. */
export const MENU = {
  feeds: {
    label: 'Google and assistants',
    words: 'catalogs feeds merchant center shopping meta facebook instagram pinterest rss atom ai chatgpt llms robots',
  },
} as const

/** The link in the list of settings. */
export const FEEDS_LINK = { to: '/admin/settings/catalogs', label: MENU.feeds.label }
