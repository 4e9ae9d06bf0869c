// What requests left behind is brought to its end: by every process, at its start and every two seconds. A row is
// claimed in one statement before the card service is asked, so that workers share the work; that they do no harm
// when they do the same work all the same, is due to the guarded moves of attempts.ts.
import { and, eq, inArray, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { paymentAttempts } from '../db/payment-schema.ts'
import { type Job, startJob } from '../lib/jobs.ts'
import { type Attempt, endLease, LEASE, nextTry } from './attempts.ts'
import { BOOT_ID, isDead } from './process-liveness.ts'
import { finishRefunds } from './refunds.ts'
import { finishAttempt, type Till } from './settle.ts'
import { processEvents } from './webhook-events.ts'

const EVERY_MS = 2_000
const BATCH = 10

type Works = Omit<Till, 'actor'>

/** Recovers again and again until it is stopped. */
export const startRecovery = (works: Works, everyMs = EVERY_MS): Job =>
  startJob(works.log, async () => ((await recover(works)) < BATCH ? everyMs : 0))

/** One round: brings attempts and refunds further, ten of each at most, and acts on messages. Answers how many it took up. */
export async function recover(works: Works): Promise<number> {
  const till: Till = { ...works, actor: `worker ${BOOT_ID}` }
  const claimed = await claimAttempts(works.db)
  await Promise.all(claimed.map((attempt) => finish(till, attempt)))
  return claimed.length + (await finishRefunds(till)) + (await processEvents(till))
}

async function finish(till: Till, attempt: Attempt) {
  await finishAttempt(till, attempt.id)
    .then(() => endLease(till.db, attempt))
    .catch((error: unknown) => till.log.error({ error, attempt: attempt.id }, 'A payment could not be recovered yet.'))
}

const isUnfinished = inArray(paymentAttempts.state, ['authorising', 'capturing', 'abandoning'])

/** Attempts that nobody is at work on, now ours under a new lease. */
function claimAttempts(db: Db): Promise<Attempt[]> {
  const left = db
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(
      and(
        isUnfinished,
        lte(paymentAttempts.nextTryAt, sql`now()`),
        or(
          eq(paymentAttempts.state, 'abandoning'),
          lte(paymentAttempts.leaseUntil, sql`now()`),
          isDead(paymentAttempts.bootId),
        ),
      ),
    )
    .orderBy(paymentAttempts.nextTryAt)
    .limit(BATCH)
    .for('update', { skipLocked: true })
  return db
    .update(paymentAttempts)
    .set({
      bootId: BOOT_ID,
      leaseUntil: LEASE,
      tries: sql`${paymentAttempts.tries} + 1`,
      nextTryAt: nextTry(paymentAttempts.tries),
    })
    .where(inArray(paymentAttempts.id, left))
    .returning()
}
