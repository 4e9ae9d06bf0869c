// What the server says about synonyms of the search.

export const SEARCH_WORDS = {
  tooMany: (most: number) => `A shop can have ${most} of its own. Change one that is there.`,
  gone: 'These synonyms were removed in another window. Load the page again.',
  removed: 'The synonyms have been removed.',
  dismissed: 'The search is off the list.',
} as const
