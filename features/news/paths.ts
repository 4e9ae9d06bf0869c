// The addresses of the news.

/** The path of a page of the list. */
export const pathOfList = (page: number) => (page === 1 ? '/news' : `/news/page/${page}`)

/** The path of the feed. */
export const FEED_PATH = '/news/feed.xml'
