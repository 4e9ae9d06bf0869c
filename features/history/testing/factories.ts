import type { PastSource } from '#contract/history.ts'
import { imports } from '#features/imports/schema.ts'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { pastCustomers, pastOrderItems, pastOrders, pastReviews } from '../schema.ts'

let made = 2_000

/** Creates an order of another shop with one item, its customer, and a review of it; of that product, if one is given. */
export async function pastOrder(
  db: Db,
  userId: string,
  fields: {
    email?: string
    name?: string
    street?: string
    words?: string
    productId?: string
    source?: PastSource
  } = {},
) {
  const { email = 'ann@example.com', name = 'Ann Li', street = '1 Main St', words = 'Lovely.' } = fields
  const { productId = null, source = 'etsy' } = fields
  const day = '2024-03-05'
  const number = String(3_000 + ++made)
  const values = { name: 'orders.csv', format: source, kind: 'orders', userId, state: 'done' } as const
  const from = onlyRow(await db.insert(imports).values(values).returning())
  const customer = onlyRow(
    await db
      .insert(pastCustomers)
      .values({ source, key: `${email} ${number}`, name, email })
      .returning(),
  )
  const order = onlyRow(
    await db
      .insert(pastOrders)
      .values({
        ...{ importId: from.id, source, sourceId: number, number, day, customerId: customer.id, recipient: name },
        ...{ address: [street, 'Troy NY 12180'], status: '', currency: 'USD', totalCents: 2500 },
        search: `${number} ${name} ${email} moon mug`.toLowerCase(),
      })
      .returning(),
  )
  await db.insert(pastOrderItems).values({
    pastOrderId: order.id,
    line: 0,
    name: 'Moon Mug',
    options: '',
    sku: '',
    qty: 1,
    priceCents: 2500,
    productId,
  })
  const review = onlyRow(
    await db
      .insert(pastReviews)
      .values({
        ...{
          importId: from.id,
          source,
          key: `review ${number}`,
          sourceOrderId: number,
          pastOrderId: order.id,
          productId,
        },
        ...{ reviewer: name, rating: 5, text: words, day },
      })
      .returning(),
  )
  return { import: from, customer, order, review }
}
