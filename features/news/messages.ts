// Why a date of news is refused.

export const NEWS_FIELDS = {
  datedTooFar: 'Choose a date from the year 2000 to ten years from now.',
} as const
