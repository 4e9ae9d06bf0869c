// What the shop says about the data that it holds about a person: the file, the deletion, and why some of it stays.

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
    parcels: 'Parcels',
    parcel_items: 'What was in the parcels',
    payment_attempts: 'Payments',
    refunds: 'Refunds',
    refund_items: 'Refunded pieces',
    cancel_requests: 'Your request to cancel',
    disputes: 'Claims of your bank',
    order_delays: 'New shipping days',
    address_changes: 'Former addresses',
    order_notes: 'Notes of the seller',
    order_verify_log: 'Changes before the payment',
    reconciliation_breaks: 'Questions about the payment',
    outbox: 'Messages',
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
    isPacker: 'Packs orders',
    isGuest: 'Bought without an account',
    emailVerifiedAt: 'Address proven',
    lastUsedAt: 'Used last',
    isTrusted: 'Signed in for 30 days',
    device: 'Device',
    credentialId: 'Number of the key',
    counter: 'Times used',
    transports: 'How it is reached',
    usedAt: 'Used last',
    taxPpm: 'Tax rate, in millionths',
    cardLast4: 'Last digits of the card',
    paidAt: 'Paid',
    shipBy: 'Ships by',
    wasBy: 'Was to ship by',
    deliveredAt: 'Shipped',
    shippedAt: 'Shipped',
    collectedAt: 'Collected',
    claimedAt: 'Added to your account',
    former: 'Address',
    doneAt: 'Done',
    failedAt: 'Given up',
    unsentAt: 'Not sent',
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

/** To an address that somebody has typed, about which the shop holds something. */
export const DATA_LINK = {
  subject: (shop: string) => `Your data at ${shop}`,
  opening: (shop: string) =>
    `Someone (hopefully you) asked ${shop} for the data that it holds about this email address. With this link you can download it, or have it deleted.`,
  link: 'See my data',
  closing:
    'The link works for an hour. Whoever has it can do the same, so do not pass it on. If you did not ask for it, you can ignore this email.',
} as const

/** Why an action was refused, before "Please try again in …". */
export const RATE_LIMITS = {
  dataFile: 'You downloaded your data too often in a short time.',
  dataLinkMail: 'Too many requests for links to personal data.',
  dataLink: 'Too many links to personal data were tried.',
} as const
