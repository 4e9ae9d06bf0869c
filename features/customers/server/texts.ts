// What the server says about customers.

export const CUSTOMERS = {
  notFound: 'Customer not found',
  noteChanged: 'This note was changed in another window. Check it and save again.',
  nothingToMerge: 'No guest has the confirmed email address of this account.',
} as const

/** The headings of the file with a person's data. */
export const PERSON_FILE = {
  customer_notes: 'Notes of the shop about you',
  customer_merges: 'Orders as a guest that count with your account',
} as const
