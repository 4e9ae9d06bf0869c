// The instants of a payment at which the kill tests of torture/ end the process.

import type { Db } from '#server/platform/db/client.ts'
import { crashPoint } from '#server/platform/db/crash-points.ts'

type Step = 'T1' | 'T2' | 'T3' | 'T-fail' | 'T-abandon' | 'T-lost' | 'void'

/** Around the transactions of a payment, and after the answers of the card service. */
export type PaymentCrashPoint = `${Step} commits` | `${Step} committed` | 'authorised' | 'captured' | 'cancelled'

/** Says that a payment has reached the crash point. */
export const paymentCrashPoint = (name: PaymentCrashPoint) => crashPoint(name)

/** Runs `work` in a transaction, with a crash point just before its COMMIT and one just after. Answers what `work` does. */
export async function runStep<T>(db: Db, step: Step, work: (tx: Db) => Promise<T>): Promise<T> {
  const result = await db.transaction(async (tx) => {
    const result = await work(tx)
    paymentCrashPoint(`${step} commits`)
    return result
  })
  paymentCrashPoint(`${step} committed`)
  return result
}

/** Runs a step that is one statement, and so its own transaction, with the crash points of `runStep`. */
export async function runStatement<T>(step: Step, work: () => Promise<T>): Promise<T> {
  paymentCrashPoint(`${step} commits`)
  const result = await work()
  paymentCrashPoint(`${step} committed`)
  return result
}
