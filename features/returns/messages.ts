// Why a field of a return, of a withdrawal or of the return policy is refused.

export const RETURN_FIELDS = {
  choosePieces: 'Choose at least one piece.',
  lineTwice: 'Name each line once.',
  wordsTooLong: (most: number) => `Use at most ${most} characters.`,
  wordsCharacters: 'Use letters, numbers and line breaks only.',
  enterName: 'Enter your name.',
  nameTooLong: (most: number) => `Use at most ${most} characters.`,
  enterOrder: 'Enter the number of the order, such as 1042, or its link.',
  enterEmail: 'Enter the email address of the order.',
  enterReason: 'Say why.',
  enterDays: (most: number) => `Enter a whole number of days up to ${most}.`,
} as const
