import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { sales, saleTargets } from '../schema.ts'

type Target = Omit<typeof saleTargets.$inferInsert, 'saleId'>

/** Creates a sale of 20 % that is due and lasts for an hour: for all products, or for these. */
export async function sale(db: Db, fields: Partial<typeof sales.$inferInsert> = {}, targets: Target[] = []) {
  const now = Date.now()
  const times = { startsAt: new Date(now - 1_000), endsAt: new Date(now + 3_600_000) }
  const terms = fields.priceCents === undefined ? { percentBp: 2_000 } : {}
  const values = { name: 'Spring sale', isForAll: targets.length === 0, ...times, ...terms, ...fields }
  const row = onlyRow(await db.insert(sales).values(values).returning())
  if (targets.length > 0) await db.insert(saleTargets).values(targets.map((target) => ({ ...target, saleId: row.id })))
  return row
}
