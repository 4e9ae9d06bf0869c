import { eq } from 'drizzle-orm'
import pg from 'pg'
import { expect, test } from 'vitest'
import { products } from '../db/schema.ts'
import { testDatabase } from '../testing/app.ts'
import { product } from '../testing/factories.ts'
import { changeStock } from './stock.ts'

test.for([
  ['the last piece is sold', { qty: 1 }, { qty: -1 }, 1],
  ['one of few is sold', { qty: 20 }, { qty: -1 }, 1],
  ['one of many is sold', { qty: 500 }, { qty: -1 }, 0],
  ['many become few', { qty: 500 }, { qty: -490 }, 1],
  ['the price changes', { qty: 500 }, { priceCents: 700 }, 1],
  ['it is marked as one of a kind', { qty: 1 }, { oneOfAKind: true }, 1],
  ['the piece is deleted', { qty: 500 }, { deletedAt: new Date() }, 1],
] as const)('pages hear of it, or need not, when %s', async ([, fields, { qty, ...change }, times]: Case) => {
  const { db, url } = await testDatabase()
  const { id } = await product(db, fields)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  let heard = 0
  client.on('notification', () => heard++)
  await client.query('listen catalog')
  if (qty) await changeStock(db, { productId: id, delta: qty, reason: 'edited' })
  else await db.update(products).set(change).where(eq(products.id, id))
  // An answer comes after what was told before it.
  await client.query('select')
  await client.end()
  expect(heard).toBe(times)
})

type Change = { qty?: number; priceCents?: number; oneOfAKind?: boolean; deletedAt?: Date }
type Case = readonly [string, { qty: number }, Change, number]
