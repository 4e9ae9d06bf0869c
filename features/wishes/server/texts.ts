// What the server says about wish lists.

export const RATE_LIMITS = {
  wishes: 'Your wish list has changed very often.',
  wishedProducts: 'The wish list was opened very often.',
} as const

export const PERSON_FILE_TITLE = 'Wish list'
