// What the server says about news.

export const NEWS = {
  tooMany: (most: number) => `A shop can have at most ${most} news. Delete some that nobody needs any more.`,
  plainAgain: (title: string) => `${title} is no longer in the news.`,
  notNews: 'This page is not in the news.',
  startingPage: 'This page has a place of its own. Write the news on a page of their own.',
} as const

export const FEED = { title: (shop: string) => `News from ${shop}` } as const
