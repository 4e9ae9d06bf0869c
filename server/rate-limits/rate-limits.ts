// How often something may happen, for whom: rules.ts has the numbers, counters.ts keeps the counts in PostgreSQL, so that
// they hold across processes and restarts.

import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { type Job, startJob } from '../lib/jobs.ts'
import { rateLimitedLog } from '../lib/rate-limited-log.ts'
import { RATE_LIMITS } from '../texts/requests.ts'
import {
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
} from './rules.ts'

export type RateLimits = {
  /** Counts one more, whatever comes of it. In a transaction the count is undone with it. Throws rate_limited. */
  count<A extends Action>(request: FastifyRequest, action: A, whom: RateLimitKeys<A>, db?: Db): Promise<void>
  /** Counts one more of what is left out silently: whether there were too many already. */
  isFull<A extends Action>(request: FastifyRequest, action: A, whom: RateLimitKeys<A>): Promise<boolean>
  /** Takes one count back from the network address of the request; a failure of that is logged. */
  uncountNetwork(request: FastifyRequest, action: Action): Promise<void>
  /**
   * Does `work` and counts it when its outcome is one that counts. It is counted before it begins, and taken back, so
   * that many at once do not get more. Throws rate_limited, or what `work` throws.
   */
  within<A extends Action, T>(
    request: FastifyRequest,
    action: A,
    whom: RateLimitKeys<A>,
    work: () => Promise<T>,
  ): Promise<T>
}

/** The limits of a shop; all of them off without `rateLimits`. */
export function openRateLimits({ db, rateLimits }: { db: Db; rateLimits: boolean }): RateLimits {
  if (!rateLimits)
    return {
      count: async () => {},
      isFull: async () => false,
      uncountNetwork: async () => {},
      within: (_request, _action, _whom, work) => work(),
    }
  let isWarned = false
  const warnOf = openWarnings()
  const countOrThrow = async (request: FastifyRequest, action: Action, whom: AnyRateLimitKeys, to = db) => {
    if (!isWarned && isBehindUnknownProxy(request)) {
      isWarned = true
      request.log.warn('A proxy forwards requests that TRUST_PROXY does not name: all shoppers count as one address.')
    }
    const counters = countersOf(action, { ...whom, address: networkKey(request.ip) })
    const full = await incrementCounters(to, counters)
    if (!full) return counters
    if (!policyOf(action).asksFor) warnOf(request, full, whom.order)
    throw rateLimitError(action, full)
  }
  return {
    async count(request, action, whom, to) {
      await countOrThrow(request, action, whom, to)
    },
    async isFull(request, action, whom) {
      const subjects: AnyRateLimitKeys = { ...whom, address: networkKey(request.ip) }
      return (await incrementCounters(db, countersOf(action, subjects))) !== null
    },
    async uncountNetwork(request, action) {
      const counters = countersOf(action, { address: networkKey(request.ip) })
      // The action stands: a count too many is over with its window.
      await decrementCounters(db, counters).catch((error: unknown) => request.log.error(error))
    },
    async within(request, action, whom, work) {
      const counters = await countOrThrow(request, action, whom)
      const settle = async (outcome?: Outcome) => {
        if (outcome && policyOf(action).counts?.includes(outcome)) return
        // What was done, or refused, stands: a count too many is over with its window.
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
  headers['x-forwarded-for'] !== undefined && ip === socket.remoteAddress

/** Forgets the wrong passwords of an account: it has a new one. */
export const resetSignInCount = (db: Db, email: string) =>
  decrementCounters(db, countersOf('signIn', { account: email }), true)

/** Forgets all that was counted of an account, which is known by its id in some places and by its address in others. */
export const removeUserCounters = (db: Db, ...knownAs: string[]) =>
  removeCounters(
    db,
    (Object.keys(POLICIES) as Action[]).flatMap((action) =>
      knownAs.flatMap((account) => countersOf(action, { account })),
    ),
  )

/** How many refusals a minute are told one by one. */
const WARNINGS_A_MINUTE = 20

/**
 * Writes a refusal into the log for whoever watches over the shop; not with what was typed, it may be a secret. However
 * many there are, the log stays readable.
 */
function openWarnings() {
  let log: FastifyBaseLogger | undefined
  const sparing = rateLimitedLog(WARNINGS_A_MINUTE, (leftOut) =>
    log?.warn({ leftOut }, 'Security: clients reached rate limits more often than was logged.'),
  )
  return (request: FastifyRequest, { name }: FullCounter, order?: string) => {
    log = request.server.log
    const facts = { limit: name, address: request.ip, account: request.caller?.id, order }
    sparing(() => request.log.warn(facts, 'Security: a client reached a rate limit.'))
  }
}

/** The refusal of an action whose counter is full. */
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

/** A time to wait, rounded up, in the largest unit of which it has at least two: '90 minutes', '3 hours'. */
export function waitInWords(seconds: number) {
  const [unit, length] = UNITS.find(([, length]) => seconds >= 2 * length) ?? ['minute', 60]
  return new Intl.NumberFormat('en-US', { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.ceil(seconds / length),
  )
}

const SWEEP_EVERY_MS = 10 * 60_000

/** Removes counters that are over, again and again until it is stopped. */
export const startCounterCleanup = (db: Db, log: FastifyBaseLogger): Job =>
  startJob(log, async () => {
    await removeExpiredCounters(db)
    return SWEEP_EVERY_MS
  })
