// What browser and server say on when a piece can be bought and when it ships. Every page of a product loads this, so it
// is apart from messages.ts, which has the messages of forms.

export const DELIVERY = {
  ships: (time: string) => `Usually ships ${time}.`,
  within: (days: number) => (days === 1 ? 'within 1 business day' : `within ${days} business days`),
  between: (from: number, to: number) => `in ${from} to ${to} business days`,
} as const

/** What others read while somebody pays for the last one. */
export const BEING_PAID = {
  title: 'Someone is paying for this right now.',
  named: (product: string) => `Someone is paying for ${product} right now.`,
  takes:
    'That takes two minutes at most, unless the card service is slow. If the payment falls through, it is for sale again.',
} as const
