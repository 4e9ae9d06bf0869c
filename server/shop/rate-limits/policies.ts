import { TEXT } from '#contract/texts.ts'
import type { Db } from '#server/platform/db/client.ts'
import { areFull, removeCounters } from '#server/platform/rate-limits/counters.ts'
import {
  countersOf,
  DAY,
  definePolicies,
  HOUR,
  MINUTE,
  type Policy,
} from '#server/platform/rate-limits/define-policies.ts'
import { SHOP } from '#server/platform/rate-limits/rate-limits.ts'
import { RATE_LIMITS } from './texts.ts'

/** The rate limits of the shop. A new action is an entry here and a call of `count` or `within`. */
export const POLICIES = definePolicies({
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
  // Every message to an address that has neither paid nor confirmed, counted when it is sent (messages/recipients.ts). The
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
  // Each calls the card service or the shop's own address.
  setupTest: {
    sentence: RATE_LIMITS.setupTest,
    per: { account: { most: 20, seconds: 10 * MINUTE }, address: { most: 40, seconds: 10 * MINUTE } },
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
  delayLink: {
    sentence: RATE_LIMITS.delayLink,
    per: { address: { most: 20, seconds: 10 * MINUTE } },
    counts: ['link_gone'],
  },
  endLink: {
    sentence: RATE_LIMITS.endLink,
    per: { address: { most: 20, seconds: 10 * MINUTE } },
    counts: ['link_gone'],
  },
})

/** Those of the features. */
export const addedPolicies: Policy[] = []

/** Whether so many cards were declined lately that all who have never paid need the robot check to pay. */
export const hasManyDeclines = (db: Db) => areFull(db, countersOf(POLICIES.uncheckedPayment, { shop: SHOP }))

/** Resets the failed sign-ins of an account, after a new password. */
export const resetSignInCount = (db: Db, email: string) =>
  removeCounters(db, [
    ...countersOf(POLICIES.signIn, { account: email }),
    ...countersOf(POLICIES.uncheckedSignIn, { account: email }),
  ])

/** Deletes the counters of a user that do not outlive them. Some count by user id, others by email address. */
export const removeUserCounters = (db: Db, ...accounts: string[]) =>
  removeCounters(
    db,
    [...Object.values<Policy>(POLICIES), ...addedPolicies]
      .filter(({ outlivesUser }) => !outlivesUser)
      .flatMap((policy) => accounts.flatMap((account) => countersOf(policy, { account }))),
  )
