// Rate limits: rules.ts has the limits, counters.ts counts in PostgreSQL, so that they hold across processes and
// restarts.

import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { type Job, startJob } from '../lib/jobs.ts'
import { RATE_LIMITS } from '../texts/requests.ts'
import {
  areFull,
  decrementCounters,
  type FullCounter,
  incrementCounters,
  removeCounters,
  removeExpiredCounters,
} from './counters.ts'
import { networkKey } from './network-key.ts'
import {
  type Action,
  type AnyRateLimitKeys,
  countersOf,
  type Outcome,
  POLICIES,
  policyOf,
  type RateLimitKeys,
  shopCounterName,
} from './rules.ts'

export type RateLimits = {
  /** Counts an action whatever its outcome. A rollback of the transaction undoes the count. Throws rate_limited. */
  count<A extends Action>(request: FastifyRequest, action: A, whom: RateLimitKeys<A>, db?: Db): Promise<void>
  /** Counts an action and returns whether its limit was reached, so that the caller can skip the action silently. */
  isFull<A extends Action>(request: FastifyRequest, action: A, whom: RateLimitKeys<A>): Promise<boolean>
  /** Takes one count back from the network of the request, and only logs an error. */
  uncountNetwork(request: FastifyRequest, action: Action): Promise<void>
  /**
   * Runs `work` and counts it when the policy counts its outcome. Counts before the work and takes it back, so that
   * concurrent requests cannot exceed the limit. Throws rate_limited, or what `work` throws.
   */
  within<A extends Action, T>(
    request: FastifyRequest,
    action: A,
    whom: RateLimitKeys<A>,
    work: () => Promise<T>,
  ): Promise<T>
}

/** The key of counters that the whole shop shares. */
const SHOP = 'shop'

/** The rate limits of a shop; without effect when they are turned off. */
export function openRateLimits({ db, rateLimits }: { db: Db; rateLimits: boolean }): RateLimits {
  if (!rateLimits)
    return {
      count: async () => {},
      isFull: async () => false,
      uncountNetwork: async () => {},
      within: (_request, _action, _whom, work) => work(),
    }
  let isWarned = false
  const countOrThrow = async (request: FastifyRequest, action: Action, whom: AnyRateLimitKeys, to = db) => {
    if (!isWarned && isBehindUnknownProxy(request)) {
      isWarned = true
      request.log.warn('A proxy forwards requests that TRUST_PROXY does not name: all shoppers count as one address.')
    }
    const counters = countersOf(action, { ...whom, address: networkKey(request.ip), shop: SHOP })
    const full = await incrementCounters(to, counters)
    if (!full) return counters
    // A limit of the whole shop is an attack, also when a robot check lifts it.
    if (!policyOf(action).asksFor || full.name === shopCounterName(action)) warnOf(request, full, whom.order)
    throw rateLimitError(action, full)
  }
  return {
    async count(request, action, whom, to) {
      await countOrThrow(request, action, whom, to)
    },
    async isFull(request, action, whom) {
      const subjects: AnyRateLimitKeys = { ...whom, address: networkKey(request.ip), shop: SHOP }
      return (await incrementCounters(db, countersOf(action, subjects))) !== null
    },
    async uncountNetwork(request, action) {
      const counters = countersOf(action, { address: networkKey(request.ip) })
      // The action has succeeded, so an error must not fail it. The count ends with its window.
      await decrementCounters(db, counters).catch((error: unknown) => request.log.error(error))
    },
    async within(request, action, whom, work) {
      const counters = await countOrThrow(request, action, whom)
      const settle = async (outcome?: Outcome) => {
        if (outcome && policyOf(action).counts?.includes(outcome)) return
        // An error must not change the outcome. The count ends with its window.
        await decrementCounters(db, counters, outcome === 'success').catch((error: unknown) => request.log.error(error))
      }
      try {
        const result = await work()
        await settle('success')
        return result
      } catch (error) {
        await settle(error instanceof AppError ? error.code : undefined)
        throw error
      }
    },
  }
}

const isBehindUnknownProxy = ({ headers, ip, socket }: FastifyRequest) =>
  headers['x-forwarded-for'] !== undefined && ip !== undefined && ip === socket.remoteAddress

/** Whether so many cards were declined lately that all who have never paid need the robot check to pay. */
export const hasManyDeclines = (db: Db) => areFull(db, countersOf('uncheckedPayment', { shop: SHOP }))

/** Resets the failed sign-ins of an account, after a new password. */
export const resetSignInCount = (db: Db, email: string) =>
  removeCounters(db, [
    ...countersOf('signIn', { account: email }),
    ...countersOf('uncheckedSignIn', { account: email }),
  ])

/** Deletes the counters of a user that do not outlive them. Some count by user id, others by email address. */
export const removeUserCounters = (db: Db, ...knownAs: string[]) =>
  removeCounters(
    db,
    (Object.keys(POLICIES) as Action[])
      .filter((action) => !policyOf(action).outlivesUser)
      .flatMap((action) => knownAs.flatMap((account) => countersOf(action, { account }))),
  )

/** Logs an exceeded limit for the operator, without the typed text, which may be a secret. */
function warnOf(request: FastifyRequest, { name }: FullCounter, order?: string) {
  const facts = { limit: name, address: request.ip, account: request.caller?.id, order }
  request.log.warn(facts, 'Security: a client reached a rate limit.')
}

/** The error for a full counter. */
function rateLimitError(action: Action, { wait }: FullCounter) {
  const { asksFor, sentence } = policyOf(action)
  if (asksFor) return new AppError(asksFor, sentence)
  const retryAfter = Math.max(1, Math.ceil(wait))
  const message = `${sentence} ${RATE_LIMITS.retry(waitInWords(retryAfter))}`
  return new AppError('rate_limited', message, { retryAfter })
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
] as const

/** A waiting time, rounded up, in the largest unit of which it has at least two: '90 minutes', '3 hours'. */
export function waitInWords(seconds: number) {
  const [unit, length] = UNITS.find(([, length]) => seconds >= 2 * length) ?? ['minute', 60]
  return new Intl.NumberFormat('en-US', { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.ceil(seconds / length),
  )
}

const SWEEP_EVERY_MS = 10 * 60_000

/** Deletes expired counters every ten minutes until it is stopped. */
export const startCounterCleanup = (db: Db, log: FastifyBaseLogger): Job =>
  startJob(log, async () => {
    await removeExpiredCounters(db)
    return SWEEP_EVERY_MS
  })
