import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from '#server/platform/db/client.ts'
import { deleteAbandoned } from '#server/shop/orders/abandoned-orders.ts'
import { testApp, testDatabase } from '#server/testing/app.ts'
import { admin, product, user } from '#server/testing/factories.ts'
import { expectSettledLedger } from '#server/testing/invariants.ts'
import { fillLargeShop } from './large-shop.ts'

const SIZE = { products: 80, orders: 700, users: 90, coupons: 20 }
const UNTIL = new Date('2026-06-15T12:00:00Z')

/** Counts and checksums of all records. */
async function inventory(db: Database) {
  const { rows } = await db.execute<Record<string, number | string>>(sql`
    select (select count(*)::int from users) as users, (select count(*)::int from products where parent_id is null) as products,
      (select count(*)::int from coupons) as coupons, count(*)::int as orders, count(paid_at)::int as paid,
      count(delivered_at)::int as shipped, count(coupon_id)::int as with_coupon,
      (select count(*)::int from refunds) as refunds, (select min(qty)::int from products) as least,
      md5(string_agg(o::text, '' order by number)) as orders_are,
      (select md5(string_agg(i::text, '' order by order_id, line)) from order_items i) as lines_are,
      (select md5(string_agg(p.id::text || qty, '' order by id)) from products p) as stock_is
    from orders o`)
  return rows[0]
}

test('the ledger of the large shop is sound', async () => {
  const { db, get } = await testApp()
  await fillLargeShop(db, SIZE)
  await expectSettledLedger(db)
  const { paid, shipped, refunds, with_coupon, ...counts } = (await inventory(db)) ?? {}
  expect(counts).toMatchObject({ ...SIZE, least: 0 })
  for (const some of [paid, shipped, refunds, with_coupon]) expect(some).toBeGreaterThan(0)
  expect(shipped).toBeLessThan(Number(paid))
  expect(paid).toBeLessThan(SIZE.orders)
  expect(await deleteAbandoned(db)).toBe(0)
  const { token } = await admin(db)
  expect((await get('/api/users?keyword=potter', token)).json().users[0].name).toContain('Potter')
  expect((await get('/api/products')).json()).toMatchObject({ total: 80, pages: 7 })
  const { rows } = await db.execute<{ families: number; are_sold: boolean }>(sql`
    select count(distinct parent_id)::int as families, sum(h.qty) > 0 as are_sold
    from products c left join holds h on h.product_id = c.id where parent_id is not null`)
  expect(rows[0]).toMatchObject({ families: 8, are_sold: true })
})

test('filling a shop twice with the same size gives the same records', async () => {
  const [{ db }, { db: other }] = [await testDatabase(), await testDatabase()]
  await fillLargeShop(db, SIZE, { until: UNTIL })
  await fillLargeShop(other, SIZE, { until: UNTIL })
  expect(await inventory(db)).toEqual(await inventory(other))
})

test.for([
  ['a customer', (db: Database) => user(db), 'customers: 1'],
  ['a product of its own', (db: Database) => product(db), 'products of its own: 1'],
] as const)('a shop that has %s is refused and stays as it is', async ([, make, ownRecords]) => {
  const { db } = await testDatabase()
  await make(db)
  await expect(fillLargeShop(db, SIZE)).rejects.toThrow(`This shop is in use (${ownRecords}).`)
  expect((await inventory(db))?.orders).toBe(0)
})

test('a filled shop is refused', async () => {
  const { db } = await testDatabase()
  const tiny = { products: 2, orders: 3, users: 1, coupons: 0 }
  await fillLargeShop(db, tiny)
  await expect(fillLargeShop(db, tiny)).rejects.toThrow(
    /^This shop is in use \(orders: 3, customers: 1, products of its own: 2\)\./,
  )
})
