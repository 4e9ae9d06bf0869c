// Where a shop is killed during one checkout, what that leaves behind and what becomes of it: the table of truth of
// docs/checkout.md, row by row, but for those that need more than one checkout and one or two kills.

import type { Attempt } from '#server/shop/payments/attempts.ts'
import type { PaymentCrashPoint } from '#server/shop/payments/crash-points.ts'

/** The crash points of the shop and of its features. */
export type CrashPoint = PaymentCrashPoint | 'mailed' | 'pushed' | 'webhooks sent'

/** Where the attempt of the order stands (null: there is none), and the order's payments at the card service. */
export type Standing = {
  attempt: Attempt['state'] | null
  payments: ('APPROVED' | 'COMPLETED' | 'CANCELED' | 'FAILED')[]
}

/** A request to the card service that does not end before the kill, hanging before or after its effect. */
type Hanging = { on: 'createPayment' | 'completePayment'; when: 'before' | 'after' }

export type Kill = {
  row: string
  at: CrashPoint | Hanging | { between: CrashPoint; and: CrashPoint; within: number }
  /** A second kill, in the recovery from the first. */
  again?: CrashPoint
  card?: string
  /** What the kill may leave, and what becomes of each of that. */
  ways: { left: Standing; end: Standing }[]
}

const is = (attempt: Standing['attempt'], ...payments: Standing['payments']): Standing => ({ attempt, payments })
const goes = (standing: Standing, end: Standing) => [{ left: standing, end }]

const nothing = is(null)
const heldState = is('authorising', 'APPROVED')
const committedState = is('capturing', 'APPROVED')
const takenState = is('capturing', 'COMPLETED')
const soldState = is('captured', 'COMPLETED')
const givenUp = is('abandoning', 'APPROVED')
const letGo = is('voided', 'CANCELED')
const refusedState = is('declined', 'FAILED')

const BAD_CARD = 'cnon:card-nonce-declined'

export const KILLS: Kill[] = [
  { row: 'K1', at: 'T1 commits', ways: goes(nothing, nothing) },
  { row: 'K2', at: 'T1 committed', ways: goes(is('authorising'), is('voided')) },
  { row: 'K3', at: { on: 'createPayment', when: 'before' }, ways: goes(is('authorising'), is('voided')) },
  { row: 'K4', at: { on: 'createPayment', when: 'after' }, ways: goes(heldState, letGo) },
  { row: 'K5', at: 'authorised', ways: goes(heldState, letGo) },
  {
    row: 'K6',
    at: { between: 'T2 commits', and: 'T2 committed', within: 1.5 },
    ways: [
      { left: heldState, end: letGo },
      { left: committedState, end: soldState },
    ],
  },
  { row: 'K7', at: 'T2 committed', ways: goes(committedState, soldState) },
  {
    row: 'K8',
    at: { on: 'completePayment', when: 'before' },
    ways: goes(committedState, soldState),
  },
  { row: 'K9', at: { on: 'completePayment', when: 'after' }, ways: goes(takenState, soldState) },
  { row: 'K10', at: 'T3 commits', ways: goes(takenState, soldState) },
  { row: 'K11', at: 'T3 committed', ways: goes(soldState, soldState) },
  { row: 'K13', at: 'T-fail commits', card: BAD_CARD, ways: goes(is('authorising', 'FAILED'), is('voided', 'FAILED')) },
  { row: 'K14', at: 'T-fail committed', card: BAD_CARD, ways: goes(refusedState, refusedState) },
  { row: 'K15', at: 'authorised', again: 'T-abandon committed', ways: goes(givenUp, letGo) },
  { row: 'K16', at: 'authorised', again: 'cancelled', ways: goes(is('abandoning', 'CANCELED'), letGo) },
  { row: 'K17', at: 'T2 committed', again: 'captured', ways: goes(takenState, soldState) },
]
