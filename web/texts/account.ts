import { PASSWORD_MIN } from '#contract/passwords.ts'

// Texts of the account screens. Fixed sentences are in contract/texts.ts.

const PASSWORD_HINT = `At least ${PASSWORD_MIN} characters.`

export const FIELDS_NEEDED = {
  name: 'Enter your name.',
  email: 'Enter your email.',
  password: 'Enter your password.',
  confirm: 'Enter your password again.',
}

export const SIGN_IN = {
  description: 'Sign in to check out and to see your orders.',
  lead: 'Welcome back.',
  leadAtCheckout: 'Sign in, or check out as a guest below.',
  boughtAsGuest: 'Bought as a guest?',
  sessionEnded: 'Your session has ended. Sign in to continue where you were.',
  /** A sentence with a link in its middle. */
  noNeedToWait: ['You don’t have to wait: ', 'choose a new password by email', ', and sign in with it right away.'],
}

export const PASSWORD_FIELD = {
  show: 'Show',
  hide: 'Hide',
  showTyped: 'Show what is typed',
  hideTyped: 'Hide what is typed',
}

/** For someone who buys without an account. */
export const GUEST = {
  title: 'Check out as a guest',
  lead: 'Just your name and email. We’ll send your receipt and order link there.',
  email: 'Email for your receipt',
  continue: 'Continue to shipping',
  oneCheck: 'One quick check: tick the box below, then continue.',
  keepTitle: 'Save your details for next time?',
  keepLead: 'Choose a password to create an account with this order.',
  keep: 'Create my account',
  kept: 'Your account is ready, and this order is in it.',
  addThere: 'Sign in, and add the order under My Orders.',
}

export const FIND_ORDERS = {
  title: 'Find my orders',
  lead: 'Bought as a guest? We’ll email you links to your orders.',
  send: 'Send me the links',
  yourData: 'See, download or delete your data',
}

export const CLAIM_ORDERS = {
  title: 'Bought something as a guest?',
  lead: (email: string) => `We’ll email a code to ${email}. Enter it to add past orders.`,
  send: 'Email me a code',
  sendAgain: 'Email me a new code',
  code: 'Code',
  add: 'Add to my orders',
  added: (count: number) =>
    count === 0 ? 'There were no orders to add.' : `${count} ${count === 1 ? 'order is' : 'orders are'} added.`,
}

export const SIGN_IN_AGAIN = {
  title: 'Please sign in again',
  /** A sentence that the email address follows. */
  why: 'To go on, enter the password of',
  robotCheckElsewhere: 'The robot check is on a page of its own:',
  cancel: 'Cancel',
}

export const FIRST_ADMIN = {
  title: 'Your shop',
  lead: 'Create the account that runs it.',
  create: 'Create my account',
  noKey: 'Part of this link is missing. Copy the full line that the shop printed when it started.',
}

export const REGISTER = {
  lead: 'Save your address and see all your orders in one place.',
  passwordHint: PASSWORD_HINT,
  haveAccount: 'Have an account?',
}

export const ROBOT_CHECK = {
  notARobot: 'I am not a robot',
  checking: 'Checking…',
  checked: 'Checked',
  failed: 'The check failed. Are you online? Uncheck the box and check it again.',
  insecure: 'The check needs a secure connection. Open this page with https.',
  unavailable: 'The check isn’t available right now. Please try again in a moment.',
  googleFailed: 'Google’s robot check did not load. Are you online, or is it blocked? Reload the page to try again.',
}

export const FORGOT_PASSWORD = {
  lead: 'We’ll email you a link to choose a new one. It’s valid for 30 minutes.',
}

export const RESET_PASSWORD = {
  lead: 'A new password signs you out everywhere.',
  passwordHint: PASSWORD_HINT,
  askAgain: 'Request a new link',
}

export const PROFILE = {
  title: 'Profile',
  details: 'Your details',
  passwordHint: `Leave blank to keep your current password. ${PASSWORD_HINT}`,
  updated: 'Your profile has been updated.',
}

/** For a form that shows again what was typed into it and not saved. */
export const UNSAVED = {
  restored: 'Here is what you typed and had not saved yet.',
  discard: 'Discard it',
}

export const NEW_ADDRESS = {
  sent: (email: string, present: string) =>
    `We emailed a code to ${email}. Enter it here within 15 minutes to use this address. Until then yours is ${present}.`,
  code: 'Code',
  confirm: 'Use this address',
  cancel: (present: string) => `Keep ${present}`,
}

export const MY_ORDERS = {
  none: 'No orders yet',
  noneHint: 'Your orders and their tracking will appear here.',
  browse: 'Browse the shop',
  id: 'ID',
  date: 'Date',
  total: 'Total',
  paid: 'Paid',
  refunded: 'Refunded',
  partlyRefunded: 'Partly refunded',
  payment: 'Payment',
  shipped: 'Shipped',
  delivery: 'Delivery',
  payNow: 'Pay now',
  payNowFor: (number: number) => `Pay now for order ${number}`,
  pieces: (first: string, more: number) => (more > 0 ? `${first} and ${more} more` : first),
  ofOrder: (details: string, number: number) => `${details} of order ${number}`,
  showOlder: 'Show older orders',
  noMore: 'These are all of your orders.',
}

export const ADDRESS_BOOK = {
  title: 'Saved addresses',
  delete: 'Delete',
  deleteOf: (street: string) => `Delete the address ${street}`,
  deleteWarning: 'The checkout will no longer offer this address. Orders keep theirs.',
}

export const EMAIL_LINK = {
  incomplete: 'Part of this link is missing. Copy the full link from the email.',
  browse: 'Browse the shop',
}
