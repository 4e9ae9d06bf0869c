import { type SQL, sql } from 'drizzle-orm'
import type { WaitingName } from '#contract/admin/waiting.ts'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { openDiscrepancies } from '#server/shop/payments/discrepancies.ts'
import { isToShip, orders } from '#server/shop/schema/orders.ts'
import { deskHooks } from './desk-hooks.ts'

/** How many things wait for the seller: orders to ship, open discrepancies, and those of features. */
export async function waitingCounts(db: Db): Promise<Record<WaitingName, number>> {
  const own = { toShip: db.$count(orders, isToShip(orders)), discrepancies: openDiscrepancies(db) }
  const counts: Record<string, SQL<number>> = Object.assign({}, own, ...deskHooks.map((hooks) => hooks.waiting?.(db)))
  const columns = Object.entries(counts).map(([name, count]) => sql`(${count})::int as ${sql.identifier(name)}`)
  const { rows } = await db.execute<Record<WaitingName, number>>(sql`select ${sql.join(columns, sql`, `)}`)
  return onlyRow(rows)
}
