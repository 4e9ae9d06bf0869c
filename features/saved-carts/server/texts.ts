// What the server says about saved carts.

export const RATE_LIMITS = { savedCart: 'Your cart was saved very often.' } as const

export const PERSON_FILE_TITLE = 'Carts saved for other devices'
