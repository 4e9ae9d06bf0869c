// Rate limits: define-policies.ts says what one is, counters.ts counts in PostgreSQL, so that they hold across processes and
// restarts.

import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { RATE_LIMITS } from '#server/platform/lib/texts.ts'
import { countOnce, decrementCounters, type FullCounter, incrementCounters, removeExpiredCounters } from './counters.ts'
import {
  type AnyRateLimitKeys,
  type Counter,
  countersOf,
  type Outcome,
  type Policy,
  type RateLimitKeys,
  shopCounterName,
} from './define-policies.ts'
import { forgetStandings, noteStandings, type Standing } from './header-fields.ts'
import { networkKey } from './network-key.ts'

export type RateLimits = {
  /** Counts an action whatever its outcome. A rollback of the transaction undoes the count. Throws rate_limited. */
  count<P extends Policy>(request: FastifyRequest, policy: P, keys: RateLimitKeys<P>, db?: Db): Promise<void>
  /** Counts an action and returns whether its limit was reached, so that the caller can skip the action silently. */
  isFull<P extends Policy>(request: FastifyRequest, policy: P, keys: RateLimitKeys<P>): Promise<boolean>
  /** Takes one count back from the network of the request, and only logs an error. */
  uncountNetwork(request: FastifyRequest, policy: Policy): Promise<void>
  /**
   * Runs `work` and counts it when the policy counts its outcome. Counts before the work and takes it back, so that
   * concurrent requests cannot exceed the limit. Throws rate_limited, or what `work` throws.
   */
  within<P extends Policy, T>(
    request: FastifyRequest,
    policy: P,
    keys: RateLimitKeys<P>,
    work: () => Promise<T>,
  ): Promise<T>
}

/** The key of counters that the whole shop shares. */
export const SHOP = 'shop'

/** The rate limits of a shop; without effect when they are turned off. */
export function openRateLimits({ db, rateLimits }: { db: Db; rateLimits: boolean }): RateLimits {
  if (!rateLimits)
    return {
      count: async () => {},
      isFull: async () => false,
      uncountNetwork: async () => {},
      within: (_request, _policy, _keys, work) => work(),
    }
  let isWarned = false
  const countOrThrow = async (request: FastifyRequest, policy: Policy, keys: AnyRateLimitKeys, to = db) => {
    if (!isWarned && isBehindUnknownProxy(request)) {
      isWarned = true
      request.log.warn('A proxy forwards requests that TRUST_PROXY does not name: all shoppers count as one address.')
    }
    const counters = countersOf(policy, { ...keys, address: networkKey(request.ip), shop: SHOP })
    const { full, hits } = await countOnce(to, counters)
    noteStandings(request, full ? fullStanding(counters, full) : ownStandings(request, counters, hits))
    if (!full) return counters
    // A limit of the whole shop is an attack, also when a robot check lifts it.
    if (!policy.asksFor || full.name === shopCounterName(policy)) warnOf(request, full, keys)
    throw rateLimitError(policy, full)
  }
  return {
    async count(request, policy, keys, to) {
      await countOrThrow(request, policy, keys, to)
    },
    async isFull(request, policy, keys) {
      const subjects: AnyRateLimitKeys = { ...keys, address: networkKey(request.ip), shop: SHOP }
      return (await incrementCounters(db, countersOf(policy, subjects))) !== null
    },
    async uncountNetwork(request, policy) {
      const counters = countersOf(policy, { address: networkKey(request.ip) })
      // The action has succeeded, so an error must not fail it. The count ends with its window.
      await decrementCounters(db, counters).catch((error: unknown) => request.log.error(error))
      forgetStandings(request, counters)
    },
    async within(request, policy, keys, work) {
      const counters = await countOrThrow(request, policy, keys)
      const settle = async (outcome?: Outcome) => {
        if (outcome && policy.counts?.includes(outcome)) return
        forgetStandings(request, counters)
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

/**
 * The counters that an answer may tell of: those of its own network and account. The count of a typed address would tell
 * what others did with it, that of the shop what everybody did.
 */
const ownStandings = (
  request: FastifyRequest,
  counters: Counter[],
  hits: Awaited<ReturnType<typeof countOnce>>['hits'],
) =>
  counters
    .filter(({ kind }) => kind === 'address' || (kind === 'account' && request.caller !== null))
    .map((counter) =>
      toStanding(counter, counter.most - (hits[counter.name]?.hits ?? 0), hits[counter.name]?.ends ?? 0),
    )

const fullStanding = (counters: Counter[], { name, wait }: FullCounter) =>
  counters.filter((counter) => counter.name === name).map((counter) => toStanding(counter, 0, wait))

const toStanding = ({ name, most, seconds }: Counter, left: number, ends: number): Standing => ({
  ...{ name, most, seconds, left: Math.max(0, left), ends: Math.max(1, Math.ceil(ends)) },
})

const isBehindUnknownProxy = ({ headers, ip, socket }: FastifyRequest) =>
  headers['x-forwarded-for'] !== undefined && ip !== undefined && ip === socket.remoteAddress

/** Logs an exceeded limit for the operator, without the typed text, which may be a secret. */
function warnOf(request: FastifyRequest, { name }: FullCounter, { account: _, ...ids }: AnyRateLimitKeys) {
  const facts = { limit: name, address: request.ip, account: request.caller?.id, ...ids }
  request.log.warn(facts, 'Security: a client reached a rate limit.')
}

/** The error for a full counter. */
function rateLimitError({ asksFor, sentence }: Policy, { wait }: FullCounter) {
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
