import type { Waiting } from '#contract/admin/waiting.ts'
import type { Db } from '#server/platform/db/client.ts'
import { openDiscrepancies } from '#server/shop/payments/discrepancies.ts'
import { isToShip, orders } from '#server/shop/schema/orders.ts'
import { deskHooks } from './desk-hooks.ts'

/** How many orders wait to be shipped, how many payment problems are open, and what the features add to these. */
export async function waiting(db: Db): Promise<Waiting> {
  const [toShip, discrepancies, ...ofFeatures] = await Promise.all([
    db.$count(orders, isToShip(orders)),
    openDiscrepancies(db),
    ...deskHooks.map((hooks) => hooks.waiting?.(db)),
  ])
  return { counts: Object.assign({ toShip, discrepancies }, ...ofFeatures) as Waiting['counts'] }
}
