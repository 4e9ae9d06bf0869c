/** What is wrong with a field of synonyms. */
export const SEARCH_WORDS_FIELDS = {
  needsLetter: 'Each needs a letter or a digit.',
  tooLong: (most: number) => `At most ${most} characters between two commas.`,
  tooMany: (most: number) => `At most ${most} of them.`,
  enterWords: 'Enter at least one word.',
  enterFinds: 'Enter what it should find, or a second word above.',
} as const
