import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { followDisputes } from '#server/shop/payments/disputes.ts'
import { catchUpFees } from '#server/shop/payments/fees.ts'
import { modeOf } from '#server/shop/payments/gateway.ts'
import { PROCESS_ID } from '#server/shop/payments/process-liveness.ts'
import { checkMoney } from './money-check.ts'
import { type Reader, type Reading, readPayouts } from './read-payouts.ts'

const MINUTE_MS = 60_000
/** Payouts are made once a day. */
const EVERY_MS = 6 * 60 * MINUTE_MS
const RETRY_MS = 10 * MINUTE_MS
/** The fee of a younger payment comes with reconciliation. */
const YOUNG_MS = 24 * 60 * MINUTE_MS

/** Starts the job that reads new payouts and compares them with the shop's records, every six hours. */
export const startMoneyCheck = (worker: Omit<Reader, 'closing'>): Job =>
  startJob(worker.log, async (closing) =>
    (await readAndCheck({ ...worker, closing })) === 'unanswered' ? RETRY_MS : EVERY_MS,
  )

/**
 * Reads disputes, missing fees and new payouts, and checks what is known by then, also when payouts may not or cannot be
 * read. Without an answer about fees nothing is checked.
 */
export async function readAndCheck(reader: Reader): Promise<Reading> {
  // Without an answer, or leave, to read disputes, the rest is compared all the same.
  await followDisputes({ ...reader, actor: `money check ${PROCESS_ID}` })
  const areFeesRead = await catchUpFees(reader, new Date(Date.now() - YOUNG_MS), reader.closing)
  const reading = areFeesRead ? await readPayouts(reader) : 'unanswered'
  // What was not asked for must not be told as missing.
  if (areFeesRead) await checkMoney(reader, modeOf(reader.gateway))
  return reading
}
