export const TAX_SETTINGS = {
  lookAgain: 'Enter each rate in percent, such as 8.875, and your ZIP code.',
} as const
