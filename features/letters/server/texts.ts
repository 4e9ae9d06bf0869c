// What the server says about letters.

export const SUBSCRIBERS = {
  asked: 'Check your email. Click the link we sent to confirm.',
  confirmed: 'Thanks! You get the next letter.',
  linkGone: 'This link no longer works. Ask for letters again.',
  ends: 'You will get no more letters.',
  off: 'This shop sends no letters.',
} as const

export const LETTERS = {
  notFound: 'This letter was not found.',
  changedMeanwhile:
    'Someone else saved this letter in the meantime, so your changes were not saved. Load it again and repeat them.',
  isSent: 'This letter was sent, so it can no longer be changed.',
  empty: 'Write the letter first.',
  noPostalAddress: 'Enter your postal address in the settings first: the law wants it below every letter.',
  noSubscribers: 'Nobody gets letters yet.',
  tooMany: (most: number) => `You have ${most} letters that were not sent. Delete some first.`,
  deleted: (subject: string) => `The letter “${subject}” was deleted.`,
  testSent: (email: string) => `A test is on its way to ${email}.`,
} as const

/** To an address that somebody has typed. */
export const CONFIRM_EMAIL = {
  subject: (shop: string) => `Please confirm: letters from ${shop}`,
  opening: (shop: string) => `Someone (hopefully you) asked for letters from ${shop} to this address.`,
  link: 'Yes, send me letters',
  closing: 'If it was not you, you can ignore this email: nothing more will come.',
} as const

export const LETTER_EMAIL = {
  test: (subject: string) => `Test: ${subject}`,
  see: 'See the piece',
  from: (price: string) => `from ${price}`,
  sold: 'Sold',
  photo: 'Photo',
} as const

/** The headings of the tables in the file of a person. */
export const PERSON_FILE_TITLE = 'Letters'

/** The columns of the file of subscribers, as newsletter services name them. */
export const FILE_HEADINGS = ['Email Address', 'First Name', 'Tags', 'Source', 'Opted In At', 'Confirmed At']
export const FILE_ENDED = 'Ended At'
export const FILE_TAG = 'Customer'
export const FILE_SOURCES = { checkout: 'Checkout', page: 'Letters page' } as const

/** Why an action was refused, before "Please try again in …". */
export const RATE_LIMITS = {
  subscription: 'You asked for letters too often.',
  link: 'Too many links were tried.',
  letterTest: 'You sent too many tests.',
} as const
