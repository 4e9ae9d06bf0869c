// What the server says about accounts, passwords, sign-ins and API keys.

export const SIGN_IN = {
  needed: 'Please sign in.',
  wrong: 'Invalid email or password.',
  again: 'Please sign in again to do this.',
  adminsOnly: 'Only admins can do this.',
  notAsGuest: 'This needs an account. Please sign in.',
  guestsOnly: 'You have an account already.',
  notWithOrderLink: 'The link of an order opens that order only. Please sign in.',
  notWithApiKey: 'An API key cannot do this. Please sign in.',
  deviceSignedOut: 'This device is signed out.',
  signedOut: 'You are signed out.',
  signedOutElsewhere: 'You are signed out everywhere else.',
} as const

export const REGISTRATION = {
  refused: 'We could not create an account with these details. If you have an account, sign in instead.',
  robotCheckUnavailable: 'The robot check is not available right now. Please try again in a moment.',
} as const

export const GUESTS = {
  notKept:
    'We could not create an account with these details. If you have an account, sign in and add this order to it there.',
} as const

export const EMAIL_CODES = {
  sent: 'A code is on its way to your email address.',
  invalid: 'This code is not right, or no longer valid. Check it, or ask for a new one.',
} as const

export const PASSWORDS = {
  tooCommon: 'This password is too common. Please choose another.',
  resetRequested: 'If there’s an account for that email, a reset link is on its way.',
  linkValid: 'This link is valid. Choose a new password.',
  linkInvalid: 'This link has expired or was used. Request a new one.',
  changed: 'Your password has been changed. You can now sign in with it.',
} as const

export const PROFILE = {
  signInAgain: 'Enter your current password to change your email address or password.',
  wrongPassword: 'This is not your current password.',
  emailRefused: 'We could not use this email address. Please try another.',
} as const

export const API_KEYS = {
  notAllowed: 'Only API accounts can have API keys. Ask an admin to make this an API account.',
  tooMany: (most: number) => `You have ${most} API keys, and that is the limit. Revoke one that you no longer use.`,
  revoked: 'The key is revoked.',
  lacksRight: (rights: string) => `This API key cannot do this. It needs the right ${rights}.`,
} as const

export const ADDRESSES = { deleted: 'The address is deleted.' } as const

/** What admins are told about the accounts of others. */
export const PEOPLE = {
  ownAccount: 'You cannot delete your own account. Ask another admin.',
  lastAdmin: 'This is the only admin, and the shop needs one. Make someone else an admin first.',
  emailTaken: 'Another account has this email address.',
  deleted: 'Deleted user',
} as const

/** The one-time link that makes somebody an admin. */
export const ADMIN_LINK = {
  linkGone: 'This link was used or is no longer valid. If you have an account, sign in.',
} as const
