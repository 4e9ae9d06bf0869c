// What requests left behind is brought to its end: by every process, at its start and every two seconds. A row is
// claimed in one statement before the card service is asked, so that workers share the work; that they do no harm
// when they do the same work all the same, is due to the guarded moves of attempts.ts.
import { and, eq, inArray, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { paymentAttempts } from '../db/payment-schema.ts'
import { type Job, startJob } from '../lib/jobs.ts'
import { type Attempt, endLease, LEASE, nextTry } from './attempts.ts'
import { finishAttempt } from './finish-attempt.ts'
import type { PaymentContext } from './payment-context.ts'
import { isDead, PROCESS_ID } from './process-liveness.ts'
import { finishRefunds } from './refunds.ts'
import { processEvents } from './webhook-events.ts'

const EVERY_MS = 2_000
const BATCH = 10

type PaymentWorkerContext = Omit<PaymentContext, 'actor'>

/** Recovers again and again until it is stopped. */
export const startRecovery = (worker: PaymentWorkerContext, everyMs = EVERY_MS): Job =>
  startJob(worker.log, async () => ((await recover(worker)) < BATCH ? everyMs : 0))

/** One round: brings attempts and refunds further, ten of each at most, and acts on messages. Answers how many it took up. */
export async function recover(worker: PaymentWorkerContext): Promise<number> {
  const context: PaymentContext = { ...worker, actor: `worker ${PROCESS_ID}` }
  const claimed = await claimAttempts(worker.db)
  await Promise.all(claimed.map((attempt) => finish(context, attempt)))
  return claimed.length + (await finishRefunds(context)) + (await processEvents(context))
}

async function finish(context: PaymentContext, attempt: Attempt) {
  await finishAttempt(context, attempt.id)
    .then(() => endLease(context.db, attempt))
    .catch((error: unknown) =>
      context.log.error({ error, attempt: attempt.id }, 'A payment could not be recovered yet.'),
    )
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
          isDead(paymentAttempts.processId),
        ),
      ),
    )
    .orderBy(paymentAttempts.nextTryAt)
    .limit(BATCH)
    .for('update', { skipLocked: true })
  return db
    .update(paymentAttempts)
    .set({
      processId: PROCESS_ID,
      leaseUntil: LEASE,
      tries: sql`${paymentAttempts.tries} + 1`,
      nextTryAt: nextTry(paymentAttempts.tries),
    })
    .where(inArray(paymentAttempts.id, left))
    .returning()
}
