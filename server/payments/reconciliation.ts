import { inArray } from 'drizzle-orm'
import { z } from 'zod'
import { paymentAttempts } from '../db/payment-schema.ts'
import { type Job, startJob } from '../jobs.ts'
import { BOOT_ID } from './boots.ts'
import type { ListedPayment } from './gateway.ts'
import { followHint } from './hints.ts'
import type { Till } from './settlements.ts'

const MINUTE_MS = 60_000
const EVERY_MS = 15 * MINUTE_MS
const RETRY_MS = MINUTE_MS
/** At its start a process looks back further than any authorisation lasts. */
const FIRST_WINDOW_MS = 48 * 60 * MINUTE_MS
/** The list may lag behind, so each time looks back over the last one's end. */
const OVERLAP_MS = 60 * MINUTE_MS
/** A payment as young as that is still being made. */
const FRESH_MS = 2 * MINUTE_MS

type Works = Omit<Till, 'actor'>

/** Compares the card service's list with the books at the start and every fifteen minutes, until it is stopped. */
export function startReconciliation(works: Works): Job {
  let from = new Date(Date.now() - FIRST_WINDOW_MS)
  return startJob(works.log, async () => {
    const until = new Date(Date.now() - FRESH_MS)
    if (!(await reconcile(works, from, until))) return RETRY_MS
    from = new Date(until.getTime() - OVERLAP_MS)
    return EVERY_MS
  })
}

/**
 * Looks at every payment made in that time which is not where the books have it: money held for nobody is let go, what
 * was left behind is finished, and what cannot be mended is opened as a break. False when the list cannot be read.
 */
export async function reconcile(works: Works, from: Date, until: Date): Promise<boolean> {
  const till: Till = { ...works, actor: `reconciliation ${BOOT_ID}` }
  const listed = await works.gateway.list(from, until)
  if (!listed) return false
  for (const { id, orderId } of await differing(works, listed)) {
    const hint = { paymentId: id, orderId: z.uuid().safeParse(orderId).data, refundId: undefined }
    await followHint(till, hint).catch((error: unknown) =>
      works.log.error({ error, payment: id }, 'A payment could not be reconciled yet.'),
    )
  }
  return true
}

/** Captured here and there, or over here and there: nothing is to be done. */
async function differing({ db }: Works, listed: ListedPayment[]) {
  const ids = listed.map(({ id }) => id)
  const attempts = await db
    .select({ id: paymentAttempts.squarePaymentId, state: paymentAttempts.state })
    .from(paymentAttempts)
    .where(inArray(paymentAttempts.squarePaymentId, ids))
  const states = new Map(attempts.map(({ id, state }) => [id, state]))
  return listed.filter(({ id, status }) => {
    const state = states.get(id)
    if (status === 'completed') return state !== 'captured'
    return status !== 'gone' || (state !== undefined && state !== 'voided')
  })
}
