// Why a field of a review, or of what asks for one, is refused.

export const REVIEW_FIELDS = {
  stars: 'Choose one to five stars.',
  wordsTooLong: (most: number) => `A review can have at most ${most.toLocaleString('en-US')} characters.`,
  photosTooMany: (most: number) => `A review can have at most ${most} photos.`,
  enterName: 'Enter the name to show, such as your first name.',
  nameTooLong: (most: number) => `A name can have at most ${most} characters.`,
  unprintable: 'Leave out hidden characters and piles of accents.',
  replyTooLong: (most: number) => `An answer can have at most ${most.toLocaleString('en-US')} characters.`,
  days: (least: number, most: number) => `Enter ${least} to ${most} days.`,
} as const
