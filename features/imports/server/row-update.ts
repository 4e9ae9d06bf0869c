// The rows of an import whose product the shop has: what they would change, and whether they are to.
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import type { Import, ImportUpdates } from '../contract.ts'
import { importRows, type SeenProduct } from '../schema.ts'
import type { CorrectedFields } from './checked-product.ts'
import { type Existing, seenStock } from './existing-products.ts'
import type { Listing } from './listing.ts'
import { IMPORT_NOTES } from './texts.ts'
import { haveSameAxes, updateOf } from './update-of.ts'

type Columns = Pick<typeof importRows.$inferSelect, 'changes' | 'seen'> & { problem?: string | undefined }

/** What a row would change about its product now; a problem, and no changes, for an update that is refused. */
export async function updateColumns(
  existing: Existing,
  listing: Listing,
  corrections: CorrectedFields,
): Promise<Columns> {
  const stock = seenStock(existing.product)
  const { changes, problem } = await updateOf(existing, { listing, corrected: corrections, setsStock: true }, stock)
  if (problem) return { changes: null, seen: null, problem }
  const isRaised = changes.some(({ isStock, from, to }) => isStock && Number(to) > Number(from))
  const seenProduct: SeenProduct = {
    ...{ version: existing.product.version ?? '', stock },
    raisesOrdered: existing.wasOrdered && isRaised,
  }
  return { changes, seen: seenProduct }
}

/** What the seller should know about a row whose product the shop has. */
export const notesOnUpdate = ({ product }: Existing, listing: Listing, { seen }: Columns): string[] => [
  ...(haveSameAxes(product, listing) ? [] : [IMPORT_NOTES.otherChoices]),
  ...(seen?.raisesOrdered ? [IMPORT_NOTES.ordered] : []),
]

/** Of several rows that are the same product of the shop, only the first can update it. */
export const markSameProducts = (db: Db, id: string) =>
  db.execute(sql`
    update ${importRows} r set changes = null, seen = null,
      notes = notes || ${JSON.stringify([IMPORT_NOTES.sameProduct])}::jsonb
    from (
      select number, row_number() over (partition by product_id order by number) as place
      from ${importRows} where import_id = ${id} and outcome = 'exists'
    ) as twins
    where r.import_id = ${id} and r.number = twins.number and twins.place > 1`)

/** SQL: the row would change something else than stock. */
export const changesMore = sql`coalesce(jsonb_path_exists(${importRows.changes}, '$[*] ? (@.isStock == false)'), false)`
/** SQL: the row would change the stock. */
export const changesStock = sql`coalesce(jsonb_path_exists(${importRows.changes}, '$[*] ? (@.isStock == true)'), false)`

/** Has all rows update the products that they are, or none; in a transaction that has locked the import. */
export async function chooseUpdates(tx: Db, id: Import['_id'], { updates, setsStock }: ImportUpdates) {
  const isRestocked = sql`(${updates && setsStock} and ${changesStock}
    and not coalesce((${importRows.seen} ->> 'raisesOrdered')::boolean, false))`
  const isUpdated = sql`(${updates} and (${changesMore} or ${isRestocked}))`
  await tx
    .update(importRows)
    .set({ updates: isUpdated, included: isUpdated, setsStock: isRestocked })
    // Not those that are to become another product.
    .where(sql`${eq(importRows.importId, id)} and ${importRows.changes} is not null
      and (${importRows.updates} or not ${importRows.included})`)
}
