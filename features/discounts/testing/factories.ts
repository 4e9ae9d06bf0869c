import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { discounts } from '../schema.ts'

/** Creates a saved discount of ten percent on everything unless its fields say otherwise. */
export async function discount(db: Db, fields: Partial<typeof discounts.$inferInsert> = {}) {
  const plain = { name: 'Spring sale', draft: false, ...(fields.amountCents ? {} : { percentBp: 1000 }) }
  return onlyRow(
    await db
      .insert(discounts)
      .values({ ...plain, ...fields })
      .returning(),
  )
}
