/** The names of the screens, as the menus and the search have them, and what else people type to find them. */
export const MENU = {
  news: { label: 'News', words: 'blog post article feed rss journal' },
} as const
