// Texts of the news in the shop.

export const NEWS = {
  title: 'News',
  all: 'All news',
  empty: 'There is no news yet.',
  description: (shop: string) => `News from ${shop}, newest first.`,
  paged: (page: number) => `News, page ${page}`,
  newer: 'Newer news',
  older: 'Older news',
  pages: 'Pages of news',
  feed: (shop: string) => `News from ${shop}`,
  subscribe: 'Follow in a feed reader',
} as const
