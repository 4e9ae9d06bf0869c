// Every process finishes the payments that requests left behind, at its start and every two seconds. A worker claims rows
// in one statement before it asks the card service, so that workers share the work. Two on one row do no harm: each step
// of attempts.ts checks the state it expects.
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { isDue } from '#server/platform/db/due.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { inSpan } from '#server/platform/lib/tracing.ts'
import { isUnfinished, paymentAttempts } from '#server/shop/schema/payments.ts'
import { type Attempt, endLease, LEASE, LONGEST_PAUSE, nextTry } from './attempts.ts'
import { finishAttempt } from './finish-attempt.ts'
import type { PaymentContext } from './payment-context.ts'
import { isDead, PROCESS_ID } from './process-liveness.ts'
import { finishRefunds } from './refunds.ts'
import { processEvents } from './webhook-events.ts'

const EVERY_MS = 2_000
const BATCH = 10

type WorkerContext = Omit<PaymentContext, 'actor'>

/** Starts the job that recovers every two seconds. */
export const startRecovery = (worker: WorkerContext, everyMs = EVERY_MS): Job =>
  startJob(worker.log, async () => ((await recover(worker)) < BATCH ? everyMs : 0))

/** One round: works on up to ten attempts, ten refunds and the stored webhooks. Answers how many it claimed. */
export async function recover(worker: WorkerContext): Promise<number> {
  const context: PaymentContext = { ...worker, actor: `worker ${PROCESS_ID}` }
  const claimedAttempts = await claimAttempts(worker.db)
  await Promise.all(claimedAttempts.map((attempt) => finish(context, attempt)))
  return claimedAttempts.length + (await finishRefunds(context)) + (await processEvents(context))
}

async function finish(context: PaymentContext, attempt: Attempt) {
  await inSpan('job recovery', () => finishAttempt(context, attempt.id))
    .then(() => endLease(context.db, attempt))
    .catch((error: unknown) =>
      context.log.error({ error, attempt: attempt.id }, 'A payment could not be recovered yet.'),
    )
}

/** Claims up to ten unfinished attempts that no live process works on, each under a new lease. */
function claimAttempts(db: Db): Promise<Attempt[]> {
  const attemptsLeft = db
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(
      and(
        isUnfinished(paymentAttempts),
        isDue(paymentAttempts.nextTryAt, LONGEST_PAUSE),
        or(
          eq(paymentAttempts.state, 'abandoning'),
          isDue(paymentAttempts.leaseUntil, LONGEST_PAUSE),
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
    .where(inArray(paymentAttempts.id, attemptsLeft))
    .returning()
}
