// Why a field of a drop is refused.

export const DROP_FIELDS = {
  needsLetter: 'Enter a name with a letter or a digit.',
  nameTooLong: (most: number) => `Use at most ${most} characters for the name.`,
  textTooLong: (most: number) => `Use at most ${most} characters for the text.`,
  minutes: (least: number, most: number) => `Enter ${least} to ${most} minutes.`,
  tooMany: (most: number) => `A drop has at most ${most} products.`,
  twice: 'This product is in the drop twice.',
} as const
