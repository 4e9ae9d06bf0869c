/** What the box to search in looks like, with and without suggestions. */
export const SEARCH_BOX =
  'min-h-12 min-w-0 grow basis-40 rounded-full border border-edge bg-card px-5 placeholder:text-muted focus-visible:rounded-full'

/** Where the results for `text` are; nothing to look for leads home. */
export const searchHref = (text: string) => (text.trim() ? `/search/${encodeURIComponent(text.trim())}` : '/')
