// What the shop says about the data that it holds about a person: the file, the deletion, and why some of it stays.

/** Why a table or a column is not in the file of a person. */
export const REGISTER = {
  SECRET: 'A secret or its hash, which says nothing about a person and would open something to whoever reads the file.',
  SELLER: 'What the people who run the shop did, which is their data and not that of the buyer.',
  GOODS: 'The goods and coupons of the shop, which are the same for everybody.',
  SHOP: 'The shop’s own settings, texts and workings.',
  STOCK: 'Numbers of pieces. The orders of a person have the pieces that they bought.',
  HISTORY:
    'The history of a product. Where it repeats the answers of a buyer, they are those of the order, which is in the file, and they are erased with it.',
  FIGURES: 'Figures and states of payments and payouts. The payments of a person and their orders are in the file.',
  COUNTERS:
    'Counts by the hash of an address, which end within hours and are deleted with the person, but for how many messages it was sent in the last hour.',
  IMPORTED:
    'The rows of files that the seller brings along from other shops. What they say of a buyer is in the past orders once they are taken over, and is erased here with the person.',
  WEBHOOKS:
    'Messages of the card service, deleted 30 days after they were processed, or with the person. What they say of a payment is in the file.',
} as const

/** The file of a person. */
export const DATA_FILE = {
  title: (shop: string) => `Your data at ${shop}`,
  lead: (moment: string) => `Everything that this shop holds about you, as of ${moment}.`,
  kept: 'Passwords, sign-in tokens and API keys are stored as hashes that cannot be read, so they are not in this file. Your card number is not either: it never reaches the shop. Orders that you placed without an account are in it once you have proven your email address.',
  json: 'Save the same as JSON, for other programs',
  jsonName: 'your-data.json',
  yes: 'Yes',
  order: (number: string) => `Order ${number}`,
  /** Headings by table. */
  tables: {
    users: 'Who you are',
    sessions: 'Devices that are signed in',
    api_keys: 'API keys',
    mailed_tokens: 'Codes and links that were mailed to you and still work',
    audit_events: 'Sign-ins, refusals and changes of the account',
    saved_addresses: 'Saved addresses',
    orders: 'Orders',
    order_items: 'Pieces',
    payment_attempts: 'Payments',
    refunds: 'Refunds',
    refund_items: 'Refunded pieces',
    cancel_requests: 'Your request to cancel',
    disputes: 'Claims of your bank',
    order_delays: 'New shipping days',
    address_changes: 'Former addresses',
    order_notes: 'Notes of the seller',
    drop_admissions: 'Places in line for drops',
    order_verify_log: 'Changes before the payment',
    reconciliation_breaks: 'Questions about the payment',
    outbox: 'Messages',
    requests: 'Requests about pieces',
    past_customers: 'Who you are in other shops of the seller',
    past_orders: 'Orders in other shops of the seller',
    past_order_items: 'Pieces of these orders',
    past_reviews: 'Reviews of these orders',
  } as Record<string, string>,
  /** Columns whose names say too little. */
  columns: {
    createdAt: 'When',
    qty: 'Number',
    state: 'State',
    addressState: 'State of the address',
    address2: 'Apartment, suite or company',
    isApi: 'May use API keys',
    isAdmin: 'Runs the shop',
    isGuest: 'Bought without an account',
    emailVerifiedAt: 'Address proven',
    lastUsedAt: 'Used last',
    usedAt: 'Used last',
    taxPpm: 'Tax rate, in millionths',
    cardLast4: 'Last digits of the card',
    paidAt: 'Paid',
    shipBy: 'Ships by',
    wasBy: 'Was to ship by',
    deliveredAt: 'Shipped',
    claimedAt: 'Added to your account',
    former: 'Address',
    doneAt: 'Done',
    failedAt: 'Given up',
    kind: 'Kind',
    mailsBuyer: 'Emails about it',
  } as Record<string, string>,
} as const

/** What stops a deletion until it is over. */
export const OBSTACLES = {
  toShip: (number: number, day: string | null) =>
    day
      ? `Order ${number} is paid and ships by ${day}. Once it has shipped, everything can be deleted.`
      : `Order ${number} is paid and has not shipped yet. Once it has shipped, everything can be deleted.`,
  refund: (number: number) =>
    `A refund for order ${number} is on its way. Once you have the message that it is done, everything can be deleted.`,
  payment: (number: number) => `A payment for order ${number} is being processed. Please try again in a few minutes.`,
  dispute: (number: number) =>
    `Your bank disputes the payment for order ${number}. Once the bank has decided, everything can be deleted.`,
  question: (number: number) =>
    `There is an open question about the payment for order ${number}. Please write to the shop: once it is answered, everything can be deleted.`,
  admin: 'Admins cannot delete their own account. Ask another admin to delete it.',
} as const

export const DELETION = {
  done: 'Your data is deleted. A confirmation is on its way to your email address.',
  wrongPassword: 'This is not your password.',
} as const

export const DATA_LINKS = {
  sent: 'If this shop has data of that email address, a link is on its way. It works for an hour.',
  gone: 'This link has expired. Ask for a new one.',
} as const
