/** Sentences of the schemas. */
export const NOTE_FIELDS = {
  tooLong: (most: number) => `A note can have ${most.toLocaleString('en-US')} characters.`,
} as const
