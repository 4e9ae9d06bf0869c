import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, test } from 'vitest'
import { images, products } from '#server/shop/schema/catalog.ts'
import { testDatabase } from '#server/testing/app.ts'
import { image, product } from '#server/testing/factories.ts'
import { changeStock } from './stock.ts'

/** The payloads of the notices that the change causes. */
async function noticesOf(url: string, change: () => Promise<unknown>) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const payloads: string[] = []
  client.on('notification', ({ payload = '' }) => payloads.push(payload))
  await client.query('listen catalog')
  await change()
  // The answer arrives after earlier notices.
  await client.query('select')
  await client.end()
  return payloads
}

test.for([
  ['the last unit is sold', { qty: 1 }, { qty: -1 }, 1],
  ['one of few is sold', { qty: 20 }, { qty: -1 }, 1],
  ['one of many is sold', { qty: 500 }, { qty: -1 }, 1],
  ['many become few', { qty: 500 }, { qty: -490 }, 1],
  ['the price changes', { qty: 500 }, { priceCents: 700 }, 1],
  ['it is marked as one of a kind', { qty: 1 }, { oneOfAKind: true }, 1],
  ['the piece is deleted', { qty: 500 }, { deletedAt: new Date() }, 1],
] as const)('whether a notice is sent when %s', async ([, fields, { qty, ...change }, times]: Case) => {
  const { db, url } = await testDatabase()
  const { id } = await product(db, fields)
  const notices = await noticesOf(url, () =>
    qty
      ? changeStock(db, { productId: id, delta: qty, reason: 'edited' })
      : db.update(products).set(change).where(eq(products.id, id)),
  )
  expect(notices).toHaveLength(times)
})

type Change = { qty?: number; priceCents?: number; oneOfAKind?: boolean; deletedAt?: Date }
type Case = readonly [string, { qty: number }, Change, number]

test('of a draft and of a photo that no product has, no notice is sent', async () => {
  const { db, url } = await testDatabase()
  const { id } = await product(db, { draft: true })
  const photo = await image(db, id)
  const notices = await noticesOf(url, async () => {
    await db.update(products).set({ name: 'A draft', qty: 0 })
    await db.update(images).set({ productId: null })
  })
  expect(notices).toEqual([JSON.stringify({ photosOf: photo.productId }).replace(':', ': ')])
  expect(await noticesOf(url, () => db.update(images).set({ alt: 'A pen' }))).toEqual([])
})

test('a transaction sends at most fifty notices of products, and then one about everything', async () => {
  const { db, url } = await testDatabase()
  for (let number = 0; number < 60; number++) await product(db)
  const notices = await noticesOf(url, () => db.update(products).set({ priceCents: sql`price_cents + 1` }))
  expect([notices.length, new Set(notices).size, notices.at(-1)]).toEqual([51, 51, ''])
  const most = Math.max(...notices.map((payload) => payload.length))
  expect(most).toBeLessThan(1_000)
  // The next transaction counts anew.
  expect(await noticesOf(url, () => db.update(products).set({ name: 'A pen' }).where(sql`sku = 'none'`))).toEqual([])
})
