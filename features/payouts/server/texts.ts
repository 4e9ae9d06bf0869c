// What the command of the money check says.

export const MONEY_CHECK = {
  noMonth: (text: string) => `${text} is not a month. Write it as in 2026-11.`,
  readings: {
    refused:
      'The card service does not let the shop read payouts. Allow PAYOUTS_READ for its access token to compare them.',
    unanswered: 'The card service does not answer, so this is what the shop knew before.',
  },
  columns: ['Day', 'Orders', 'Taken', 'Refunded', 'Fees', 'Disputes', 'Left', 'Paid out', 'Differences'],
  total: 'Total',
  nothing: 'No money moved through the card service in this month.',
  elsewhere: (amount: string) => `The payouts also have ${amount} that is not from this shop’s orders.`,
} as const

/** What is said about something that is not there. */
export const NOT_FOUND = {
  payout: 'There is no such payout.',
} as const
