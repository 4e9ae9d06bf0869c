/** The classes of the search box. */
export const SEARCH_BOX =
  'min-h-12 min-w-0 grow basis-40 rounded-full border border-edge bg-card px-5 placeholder:text-muted'

/** The URL of the search results; the home page for an empty text. */
export const searchHref = (text: string) => (text.trim() ? `/search/${encodeURIComponent(text.trim())}` : '/')
