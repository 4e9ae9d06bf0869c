import { channel } from 'node:diagnostics_channel'
import type { Db } from './client.ts'

type Step = 'T1' | 'T2' | 'T3' | 'T-fail' | 'T-abandon' | 'T-lost' | 'void'

/** The instants of a payment at which the kill tests of torture/ end the process. A crash there must do no harm. */
export type CrashPoint =
  | `${Step} commits`
  | `${Step} committed`
  | 'authorised'
  | 'captured'
  | 'cancelled'
  | 'mailed'
  | 'pushed'
  | 'webhooks sent'

const crashPoints = channel('boutique:crash-points')

/** Publishes on a diagnostics channel that `name` has been reached. Only tests subscribe; without them it does nothing. */
export function crashPoint(name: CrashPoint) {
  if (crashPoints.hasSubscribers) crashPoints.publish(name)
}

/** Runs `work` in a transaction, with a crash point just before its COMMIT and one just after. Answers what `work` does. */
export async function runStep<T>(db: Db, step: Step, work: (tx: Db) => Promise<T>): Promise<T> {
  const result = await db.transaction(async (tx) => {
    const result = await work(tx)
    crashPoint(`${step} commits`)
    return result
  })
  crashPoint(`${step} committed`)
  return result
}

/** Runs a step that is one statement, and so its own transaction, with the crash points of `runStep`. */
export async function runStatement<T>(step: Step, work: () => Promise<T>): Promise<T> {
  crashPoint(`${step} commits`)
  const result = await work()
  crashPoint(`${step} committed`)
  return result
}
