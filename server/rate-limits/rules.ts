import { TEXT } from '#contract/texts.ts'
import type { ErrorCode } from '../errors.ts'
import { RATE_LIMITS } from '../texts/requests.ts'

/** At most `most` in `seconds`, counted from the first one; with `delays`, from the latest one. */
type Rule = { most: number; seconds: number; delays?: Delays }

/** Beyond its `most`, a rule admits one more after each wait, up to this `most`. Waits double, in seconds. */
type Delays = { first: number; longest: number; most: number }

/**
 * Whose doings are counted: an order's, an account's (by its id or email address; at sign-in by the device mark of a
 * browser that has one), a network address's.
 */
type KeyKind = 'order' | 'account' | 'address'

/** What became of an action: done, or refused with that code. */
export type Outcome = 'success' | ErrorCode

type Policy = {
  /** What a shopper is told before "Please try again in …". */
  sentence: string
  per: Partial<Record<KeyKind, Rule>>
  /** Which outcomes count, where not every one does. */
  counts?: readonly Outcome[]
  /** What helps instead of waiting: then this is the code of the refusal, and the sentence says it all. */
  asksFor?: 'robot_check_required'
  /** Success forgets what was counted of this subject: only what goes wrong in a row counts. */
  inARow?: KeyKind
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How often what may happen: the one table. A new action is an entry here and a call of `count` or `within`. */
export const POLICIES = {
  // Counted in the transaction that takes the stock, so exactly what the card service is asked counts. An accepted card is
  // taken back from the count of its network (payments/routes.ts): at a fair many good customers share one.
  payment: {
    sentence: RATE_LIMITS.payment,
    per: {
      order: { most: 5, seconds: DAY },
      account: { most: 10, seconds: HOUR },
      address: { most: 20, seconds: HOUR },
    },
  },
  // Completing an order that costs nothing takes stock without a card.
  freeOrder: {
    sentence: RATE_LIMITS.freeOrder,
    per: { account: { most: 10, seconds: HOUR }, address: { most: 20, seconds: HOUR } },
  },
  // Counted in the transaction that stores the order, so exactly the orders that were placed count.
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
      // A hundred wrong ones in a row are the most that NIST allows (SP 800-63B); a new password starts afresh.
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
  // Each costs the shop a derivation of a key.
  robotChallenge: {
    sentence: RATE_LIMITS.robotChallenge,
    per: { address: { most: 60, seconds: 10 * MINUTE } },
  },
  registration: {
    sentence: RATE_LIMITS.registration,
    per: { address: { most: 30, seconds: HOUR } },
    counts: ['success'],
  },
  // Each tells that an address has an account. The sentence is that of `registration`, so that the limit tells nothing.
  takenAddress: {
    sentence: RATE_LIMITS.registration,
    per: { address: { most: 5, seconds: HOUR } },
    counts: ['registration_refused'],
  },
  // Asked before a message is sent, not before an answer: nobody is flooded with mail.
  takenAddressMail: {
    sentence: RATE_LIMITS.registration,
    per: { account: { most: 1, seconds: DAY } },
  },
  policyReport: {
    sentence: RATE_LIMITS.policyReport,
    per: { address: { most: 30, seconds: HOUR } },
  },
  // Per address typed, whether it has an account or not, so that the limit does not tell.
  resetMail: {
    sentence: RATE_LIMITS.resetMail,
    per: { account: { most: 3, seconds: HOUR }, address: { most: 20, seconds: HOUR } },
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
} as const satisfies Record<string, Policy>

export type Action = keyof typeof POLICIES

/** Whom to count an action for; the network address comes with the request. */
export type RateLimitKeys<A extends Action> = { [S in Exclude<keyof (typeof POLICIES)[A]['per'], 'address'>]: string }

export type AnyRateLimitKeys = Partial<Record<KeyKind, string>>

/** The policy of an action, in the terms that all have in common. */
export const policyOf = (action: Action): Policy => POLICIES[action]

/** One count that is kept: of what (each counter of a call has a `name` of its own), whose, and how much is too much. */
export type Counter = Rule & { name: string; subject: string; isInARow: boolean }

/** The counters of an action for these subjects. */
export function countersOf(action: Action, whom: AnyRateLimitKeys): Counter[] {
  const { per, inARow } = policyOf(action)
  return Object.entries(per).flatMap(([of, rule]) => {
    const subject = whom[of as KeyKind]
    return subject === undefined ? [] : [{ ...rule, name: `${action} per ${of}`, subject, isInARow: of === inARow }]
  })
}
