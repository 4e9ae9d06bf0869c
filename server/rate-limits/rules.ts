import { TEXT } from '#contract/texts.ts'
import type { ErrorCode } from '../errors.ts'
import { RATE_LIMITS } from '../texts/requests.ts'

/** At most `most` in `seconds`, counted from the first action; with `delays`, from the latest. */
type Rule = { most: number; seconds: number; delays?: Delays }

/** Beyond `most`, the rule admits one more after each delay, up to this `most`. Delays double, in seconds. */
type Delays = { first: number; longest: number; most: number }

/**
 * The kinds of rate limit keys: an order, an account (by user id or email address; at sign-in by the device mark of a
 * known browser), a network address, or the whole shop.
 */
type KeyKind = 'order' | 'account' | 'address' | 'shop'

/** The outcome of an action: success or an error code. */
export type Outcome = 'success' | ErrorCode

type Policy = {
  /** The message before "Please try again in …". */
  sentence: string
  per: Partial<Record<KeyKind, Rule>>
  /** The outcomes that count; all of them by default. */
  counts?: readonly Outcome[]
  /** The error code and whole message of an alternative to waiting, such as the robot check. */
  asksFor?: 'robot_check_required'
  /** A success resets the counters of this kind, which count failures in a row. */
  inARow?: KeyKind
  /** The counters stay when the user is deleted, or else another account would begin with new ones. */
  outlivesUser?: true
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The rate limits of all actions. A new action is an entry here and a call of `count` or `within`. */
export const POLICIES = {
  // Counted in the transaction that takes the stock, so the count equals the requests to the card service. A successful
  // payment is uncounted for its network (payments/routes.ts): at a fair many good customers share one.
  payment: {
    sentence: RATE_LIMITS.payment,
    per: {
      order: { most: 5, seconds: DAY },
      account: { most: 10, seconds: HOUR },
      address: { most: 20, seconds: HOUR },
    },
  },
  // Completing a free order takes stock without a card.
  freeOrder: {
    sentence: RATE_LIMITS.freeOrder,
    per: { account: { most: 10, seconds: HOUR }, address: { most: 20, seconds: HOUR } },
  },
  // Counted in the transaction that inserts the order, so the count equals the orders placed.
  order: {
    sentence: RATE_LIMITS.order,
    per: { account: { most: 20, seconds: HOUR }, address: { most: 60, seconds: HOUR } },
  },
  coupon: {
    sentence: RATE_LIMITS.coupon,
    per: { account: { most: 10, seconds: 10 * MINUTE }, address: { most: 30, seconds: 10 * MINUTE } },
    counts: ['coupon_invalid', 'coupon_unusable'],
  },
  signIn: {
    sentence: RATE_LIMITS.signIn,
    per: {
      // NIST allows at most a hundred wrong passwords in a row (SP 800-63B); a new password resets the count.
      account: { most: 10, seconds: 30 * DAY, delays: { first: MINUTE, longest: 12 * HOUR, most: 100 } },
      address: { most: 30, seconds: 10 * MINUTE },
    },
    counts: ['unauthenticated'],
    inARow: 'account',
  },
  // Sign-ins without the robot check; with it, the limits of signIn remain.
  uncheckedSignIn: {
    sentence: TEXT.completeRobotCheck,
    per: { account: { most: 5, seconds: 15 * MINUTE }, address: { most: 20, seconds: 15 * MINUTE } },
    counts: ['unauthenticated'],
    asksFor: 'robot_check_required',
  },
  // A guest who pays is uncounted for their network (payments/routes.ts), as their payment is.
  guest: {
    sentence: RATE_LIMITS.guest,
    per: { address: { most: 30, seconds: HOUR } },
    counts: ['success'],
  },
  // Guests without the robot check; with it, the limit of `guest` remains.
  uncheckedGuest: {
    sentence: TEXT.completeRobotCheck,
    per: { address: { most: 4, seconds: HOUR } },
    counts: ['success'],
    asksFor: 'robot_check_required',
  },
  // Guests who become accounts without the robot check; with it, the limit of `registration` remains.
  uncheckedKeptGuest: {
    sentence: TEXT.completeRobotCheck,
    per: { address: { most: 1, seconds: HOUR } },
    counts: ['success'],
    asksFor: 'robot_check_required',
  },
  // Payments without the robot check of buyers who have never paid: someone who tries stolen cards is a new guest or
  // account each time, on many networks, so the whole shop counts. With the check, the limits of `payment` remain.
  uncheckedPayment: {
    sentence: TEXT.completeRobotCheck,
    per: { account: { most: 2, seconds: DAY }, shop: { most: 30, seconds: 10 * MINUTE } },
    counts: ['card_declined'],
    asksFor: 'robot_check_required',
  },
  // Many shoppers of a mobile network share its address, so the limits of tickets are wide.
  dropTicket: {
    sentence: RATE_LIMITS.dropTicket,
    per: { address: { most: 300, seconds: HOUR } },
  },
  // Tickets without the robot check; with it, the limit of `dropTicket` remains.
  uncheckedTicket: {
    sentence: TEXT.completeRobotCheck,
    per: { address: { most: 5, seconds: HOUR } },
    counts: ['success'],
    asksFor: 'robot_check_required',
  },
  // Each costs the shop one key derivation.
  robotChallenge: {
    sentence: RATE_LIMITS.robotChallenge,
    per: { address: { most: 60, seconds: 10 * MINUTE } },
  },
  registration: {
    sentence: RATE_LIMITS.registration,
    per: { address: { most: 30, seconds: HOUR } },
    counts: ['success'],
  },
  // Each reveals that an address has an account. The message of `registration` keeps the limit from revealing it, too.
  takenAddress: {
    sentence: RATE_LIMITS.registration,
    per: { address: { most: 5, seconds: HOUR } },
    counts: ['registration_refused'],
  },
  // Counted before a message is queued, not before the response: nobody is flooded with mail.
  takenAddressMail: {
    sentence: RATE_LIMITS.registration,
    per: { account: { most: 1, seconds: DAY } },
  },
  policyReport: {
    sentence: RATE_LIMITS.policyReport,
    per: { address: { most: 30, seconds: HOUR } },
  },
  // Per typed address, whether or not it has an account, so that the limit does not reveal it.
  resetMail: {
    sentence: RATE_LIMITS.resetMail,
    per: { account: { most: 3, seconds: HOUR }, address: { most: 20, seconds: HOUR } },
  },
  // Per typed address, or that of the order, whether or not there is one.
  orderFind: {
    sentence: RATE_LIMITS.orderFind,
    per: { account: { most: 3, seconds: HOUR }, address: { most: 20, seconds: HOUR } },
  },
  // Per typed address: each form without scripts that is placed sends it a message.
  placedMail: {
    sentence: RATE_LIMITS.placedMail,
    per: { account: { most: 5, seconds: HOUR } },
  },
  // Every message to an address that has neither paid nor confirmed, counted when it is sent (mail/recipients.ts). The
  // sixth is dropped, so nobody reads the sentence.
  strangerMail: {
    sentence: RATE_LIMITS.placedMail,
    per: { account: { most: 5, seconds: HOUR } },
    outlivesUser: true,
  },
  orderKey: {
    sentence: RATE_LIMITS.orderKey,
    per: { address: { most: 20, seconds: 10 * MINUTE } },
    counts: ['not_found'],
  },
  // Each reads every table that has rows about the person.
  dataFile: {
    sentence: RATE_LIMITS.dataFile,
    per: { account: { most: 10, seconds: HOUR }, address: { most: 30, seconds: HOUR } },
  },
  // Per typed address, whether or not the shop knows it.
  dataLinkMail: {
    sentence: RATE_LIMITS.dataLinkMail,
    per: { account: { most: 3, seconds: HOUR }, address: { most: 20, seconds: HOUR } },
  },
  dataLink: {
    sentence: RATE_LIMITS.dataLink,
    per: { address: { most: 20, seconds: 10 * MINUTE } },
    counts: ['link_gone'],
  },
  // Somebody with a browser that is signed in guesses the password.
  currentPassword: {
    sentence: RATE_LIMITS.currentPassword,
    per: { account: { most: 5, seconds: HOUR }, address: { most: 20, seconds: HOUR } },
    counts: ['password_wrong'],
  },
  emailCodeMail: {
    sentence: RATE_LIMITS.emailCode,
    per: { account: { most: 3, seconds: HOUR }, address: { most: 20, seconds: HOUR } },
  },
  emailCode: {
    sentence: RATE_LIMITS.emailCode,
    per: { account: { most: 10, seconds: HOUR }, address: { most: 20, seconds: HOUR } },
    counts: ['email_code_invalid'],
  },
  // Each reads the whole shop.
  export: {
    sentence: RATE_LIMITS.export,
    per: { account: { most: 30, seconds: HOUR } },
  },
  // Each calls the card service or the shop's own address.
  setupTest: {
    sentence: RATE_LIMITS.setupTest,
    per: { account: { most: 20, seconds: 10 * MINUTE }, address: { most: 40, seconds: 10 * MINUTE } },
  },
  testEmail: {
    sentence: RATE_LIMITS.testEmail,
    per: { account: { most: 10, seconds: HOUR }, address: { most: 20, seconds: HOUR } },
  },
  resetCheck: {
    sentence: RATE_LIMITS.resetLink,
    per: { address: { most: 20, seconds: 10 * MINUTE } },
  },
  reset: {
    sentence: RATE_LIMITS.resetLink,
    per: { address: { most: 20, seconds: 10 * MINUTE } },
    counts: ['reset_invalid'],
  },
  adminLink: {
    sentence: RATE_LIMITS.adminLink,
    per: { address: { most: 20, seconds: 10 * MINUTE } },
    counts: ['link_gone'],
  },
  // Each may send a message to an address that somebody typed.
  pieceRequest: {
    sentence: RATE_LIMITS.pieceRequest,
    per: { account: { most: 10, seconds: DAY }, address: { most: 20, seconds: HOUR } },
  },
  requestLink: {
    sentence: RATE_LIMITS.requestLink,
    per: { address: { most: 20, seconds: 10 * MINUTE } },
    counts: ['link_gone'],
  },
} as const satisfies Record<string, Policy>

export type Action = keyof typeof POLICIES

/** The keys that an action is counted by, besides the network address of the request and the shop. */
export type RateLimitKeys<A extends Action> = {
  [S in Exclude<keyof (typeof POLICIES)[A]['per'], 'address' | 'shop'>]: string
}

export type AnyRateLimitKeys = Partial<Record<KeyKind, string>>

/** The policy of an action, in the type that all have in common. */
export const policyOf = (action: Action): Policy => POLICIES[action]

/** One counter: its name (unique within a call), its key and its limit. */
export type Counter = Rule & { name: string; subject: string; isInARow: boolean }

const counterName = (action: Action, of: string) => `${action} per ${of}`

/** The name of the counter of an action that the whole shop shares. */
export const shopCounterName = (action: Action) => counterName(action, 'shop')

/** The counters of an action for these keys. */
export function countersOf(action: Action, whom: AnyRateLimitKeys): Counter[] {
  const { per, inARow } = policyOf(action)
  return Object.entries(per).flatMap(([of, rule]) => {
    const subject = whom[of as KeyKind]
    return subject === undefined ? [] : [{ ...rule, name: counterName(action, of), subject, isInARow: of === inARow }]
  })
}
