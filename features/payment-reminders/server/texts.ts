// What the emails and the file of a person say about reminders. Nothing in an email was typed by whoever placed the order.

export const REMINDER = {
  subject: (number: number, shop: string) => `Order ${number} at ${shop} is not paid yet`,
  opening: (number: number, shop: string, day: string) =>
    `Order ${number} was placed at ${shop} on ${day}, and its payment was not finished.`,
  holds: (total: string, until: string) => `It comes to ${total}. This price holds until ${until}.`,
  link: 'Pay the order',
  closing: 'If you do not want it any more, there is nothing to do. This is the only reminder of this order.',
  ends: 'You will get no more reminders of orders that are not paid.',
} as const

export const REMINDERS = {
  needAddress: 'Enter your postal address first, in Settings under Contact: each reminder has to show it.',
} as const

export const PERSON_FILE_TITLE = 'Reminders of orders that were not paid'
