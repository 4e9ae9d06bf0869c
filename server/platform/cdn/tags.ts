/** The tag of everything that a CDN caches. */
export const EVERYTHING = 'everything'
