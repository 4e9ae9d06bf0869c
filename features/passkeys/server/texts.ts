// What the server says about passkeys.

export const PASSKEYS = {
  forStaff: 'Passkeys are for those who work at the desk of the shop.',
  tooMany: (most: number) => `You have ${most} passkeys, and that is the limit. Remove one that you no longer use.`,
  notAdded: 'This passkey could not be added. Please try again.',
  notKnown: 'This passkey does not open an account here. Sign in with your password instead.',
  notFound: 'This passkey was not found.',
  removed: 'The passkey is removed. Delete it in your device’s list of passwords, too.',
} as const

export const RATE_LIMITS = {
  challenge: 'Too many attempts. Please try again in ten minutes.',
} as const

export const PERSON_FILE_TITLE = 'Passkeys'
export const SECRET_KEY = 'A key by which the device proves itself.'
export const CHALLENGES_TITLE = 'Passkeys that are being added'
