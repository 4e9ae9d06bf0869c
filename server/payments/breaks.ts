import type { Db } from '../db/client.ts'
import { reconciliationBreaks } from '../db/payment-schema.ts'

type BreakKind =
  | 'not_cancelled'
  | 'captured_not_taken'
  | 'taken_not_recorded'
  | 'payment_unclear'
  | 'refunded_elsewhere'
  | 'refund_unclear'

/** Where our books and the card service's differ, for a person to look at. One that is open already stays as it is. */
export async function openBreak(db: Db, kind: BreakKind, subject: string, detail: Record<string, unknown>) {
  await db.insert(reconciliationBreaks).values({ kind, subject, detail }).onConflictDoNothing()
}
