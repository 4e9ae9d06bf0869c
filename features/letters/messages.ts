// Why a field of a letter is refused.

export const LETTER_FIELDS = {
  enterSubject: 'Enter a subject.',
  subjectTooLong: (most: number) => `Use at most ${most} characters.`,
} as const
