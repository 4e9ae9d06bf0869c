import { inArray } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { droppedProducts, drops } from '../schema.ts'

let made = 2_000

/** Creates a drop of these products that starts in half an hour; until then they are hidden. */
export async function drop(db: Db, fields: Partial<typeof drops.$inferInsert> = {}, pieces: { id: string }[] = []) {
  const number = ++made
  const shown = { tickets: 0, admitted: 0, left: 0, paying: 0, choosing: 0 }
  const plain = { name: `Winter cups ${number}`, slug: `winter-cups-${number}`, minutes: 10, shown }
  const startsAt = new Date(Date.now() + 30 * 60_000)
  const secret = '000102030405060708090a0b0c0d0e0f'
  const row = onlyRow(
    await db
      .insert(drops)
      .values({ ...plain, startsAt, secret, ...fields })
      .returning(),
  )
  const ids = pieces.map(({ id }) => id)
  if (ids.length > 0) {
    await db.update(products).set({ draft: true }).where(inArray(products.id, ids))
    await db.insert(droppedProducts).values(ids.map((productId) => ({ productId, dropId: row.id })))
  }
  return row
}
