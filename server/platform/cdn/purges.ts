import type { FastifyBaseLogger } from 'fastify'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { CDN_SECONDS, keyOf } from './headers.ts'
import { type Cdn, PROVIDERS } from './providers.ts'
import { EVERYTHING } from './tags.ts'

/**
 * Each key is purged three times: a response that left another process just before it heard of the change can reach the
 * CDN after the first purge.
 */
const ROUNDS = 3
const PAUSE_MS = 300
/** Keys in one request, the most that Cloudflare takes. With more, everything is purged. */
const MOST_KEYS = 100
const PATIENCE_MS = 5_000
const LONGEST_BACKOFF_MS = 30_000

/**
 * Purges from the CDN what has a changed tag. One process runs the job; in all others `purge` does nothing. The job
 * begins by purging everything, because it does not know what changed before.
 */
export function openCdnPurges(cdn: Cdn, log: FastifyBaseLogger) {
  const queue = openQueue()
  let isRunning = false
  let failures = 0

  const purge = (tags: string[]) => {
    if (isRunning) queue.add(tags.map((tag) => [keyOf(tag), ROUNDS]))
  }
  const fail = (reason: string, retryAfterMs = 0) => {
    if (failures++ === 0)
      log.error(
        `The CDN was not purged: ${reason}. It shows changes at most ${CDN_SECONDS} s late. The shop tries again.`,
      )
    return Math.min(LONGEST_BACKOFF_MS, Math.max(retryAfterMs, PAUSE_MS * 2 ** failures))
  }
  /** Answers the pause before the next request, in milliseconds. */
  const purgeWaiting = async (closing: AbortSignal) => {
    const batch = queue.takeAll()
    const answer = await send(cdn, [...batch.keys()], closing)
    if (!answer.isPurged) {
      queue.add(batch)
      return closing.aborted ? 0 : fail(answer.reason, answer.retryAfterMs)
    }
    queue.add([...batch].map(([key, triesLeft]) => [key, triesLeft - 1]))
    if (failures > 0) log.warn('The CDN takes purges again.')
    failures = 0
    return PAUSE_MS
  }

  return {
    purge,
    start(): Job {
      isRunning = true
      purge([EVERYTHING])
      const job = startJob(log, async (closing) => {
        await queue.filled()
        return isRunning ? purgeWaiting(closing) : 0
      })
      return {
        async stop() {
          isRunning = false
          queue.release()
          await job.stop()
        },
      }
    },
  }
}

/** The keys that wait to be purged, with how often each still has to be; bounded. */
function openQueue() {
  let waiting = new Map<string, number>()
  let release = () => {}
  return {
    add(entries: Iterable<[key: string, left: number]>) {
      for (const [key, triesLeft] of entries) if (triesLeft > (waiting.get(key) ?? 0)) waiting.set(key, triesLeft)
      if (waiting.size > MOST_KEYS) waiting = new Map([[keyOf(EVERYTHING), ROUNDS]])
      if (waiting.size > 0) release()
    },
    takeAll() {
      const all = waiting
      waiting = new Map()
      return all
    },
    /** Resolves as soon as a key waits, or on `release`. */
    filled: () =>
      new Promise<void>((resolve) => {
        release = resolve
        if (waiting.size > 0) resolve()
      }),
    release: () => release(),
  }
}

type Answer = { isPurged: true } | { isPurged: false; reason: string; retryAfterMs?: number }

async function send({ name, purgeUrl, token = '' }: Cdn, keys: string[], closing: AbortSignal): Promise<Answer> {
  const signal = AbortSignal.any([closing, AbortSignal.timeout(PATIENCE_MS)])
  try {
    const answer = await fetch(purgeUrl, { ...PROVIDERS[name].purgeRequest(keys, token), signal })
    await answer.body?.cancel()
    if (answer.ok) return { isPurged: true }
    const retryAfter = Number(answer.headers.get('retry-after')) || 0
    return { isPurged: false, reason: `it answered ${answer.status}`, retryAfterMs: retryAfter * 1_000 }
  } catch (error) {
    return { isPurged: false, reason: String((error as Error).cause ?? error) }
  }
}
