import type { Db } from '#server/platform/db/client.ts'
import { product } from '#server/testing/factories.ts'
import { requests } from '../schema.ts'

let made = 0

/** Creates a confirmed request to hear of a product that is back, of a new product unless one is given. */
export async function productRequest(db: Db, fields: Partial<typeof requests.$inferInsert> = {}) {
  const productId = fields.productId ?? (await product(db, { qty: 0 })).id
  const plain = { kind: 'back', email: `asks-${++made}@shopper.example`, state: 'waiting' } as const
  const [row] = await db
    .insert(requests)
    .values({ ...plain, confirmedAt: new Date(), ...fields, productId })
    .returning()
  if (!row) throw new Error('The request was not inserted.')
  return row
}
