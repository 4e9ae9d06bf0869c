import { channel } from 'node:diagnostics_channel'
import type { Db } from '../db/client.ts'

type Step = 'T1' | 'T2' | 'T3' | 'T-fail' | 'T-abandon' | 'T-lost' | 'void'

/** Instants of a payment at which a crash must do no harm. */
export type Moment = `${Step} commits` | `${Step} committed` | 'authorised' | 'captured' | 'cancelled' | 'mailed'

const moments = channel('boutique:moments')

/** Tells those who watch the channel, as the kill tests do from outside, that `moment` has come. In a shop nobody does. */
export function reached(moment: Moment) {
  if (moments.hasSubscribers) moments.publish(moment)
}

/** A transaction, with its commit announced before it is asked for and after it is known. */
export async function inStep<T>(db: Db, step: Step, work: (tx: Db) => Promise<T>): Promise<T> {
  const result = await db.transaction(async (tx) => {
    const done = await work(tx)
    reached(`${step} commits`)
    return done
  })
  reached(`${step} committed`)
  return result
}
