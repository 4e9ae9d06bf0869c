import type { Db } from '#server/platform/db/client.ts'
import { returnItems, returns, unmatchedWithdrawals } from '../schema.ts'

/** Creates a return of one unit of the first line of an order. */
export async function orderReturn(db: Db, orderId: string, fields: Partial<typeof returns.$inferInsert> = {}) {
  const [row] = await db
    .insert(returns)
    .values({ orderId, kind: 'return', ...fields })
    .returning()
  if (!row) throw new Error('The return was not inserted.')
  await db.insert(returnItems).values({ returnId: row.id, orderId, line: 1, qty: 1 })
  return row
}

/** Creates a withdrawal that names no order. */
export async function unmatchedWithdrawal(db: Db, fields: Partial<typeof unmatchedWithdrawals.$inferInsert> = {}) {
  const plain = { name: 'Nell Hart', orderText: '9999', email: 'nell@shopper.example' }
  const [row] = await db
    .insert(unmatchedWithdrawals)
    .values({ ...plain, ...fields })
    .returning()
  if (!row) throw new Error('The withdrawal was not inserted.')
  return row
}
