import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { inDatabase } from '../database.ts'
import { expect, test } from '../fixtures.ts'
import type { Shopper } from '../shoppers.ts'

type Filled = {
  /** What the rows are found by. */
  keyword: string
  shopper: Shopper
}

/** 26 rows of a list, one more than a page has, and the address of its second page. */
const LISTS: [list: string, path: string, fill: (db: Db, filled: Filled) => Promise<unknown>][] = [
  [
    'products',
    '/admin/productlist/2?keyword=',
    (db, { keyword }) =>
      db.execute(sql`
        insert into products (sku, name, price_cents, qty, category, slug, draft)
        select ${keyword}, ${keyword}, 500, 0, 'accessories', ${keyword} || '-' || n, true from generate_series(1, 26) n`),
  ],
  [
    'coupons',
    '/admin/coupons?page=2&keyword=',
    (db, { keyword }) =>
      db.execute(sql`
        insert into coupons (code, amount_cents) select ${keyword} || '-' || n, 100 from generate_series(1, 26) n`),
  ],
  [
    'users',
    '/admin/userlist?page=2&keyword=',
    (db, { keyword }) =>
      db.execute(sql`
        insert into users (name, email, password_hash)
        select ${keyword}, ${keyword} || n || '@shopper.example', 'none' from generate_series(1, 26) n`),
  ],
  [
    'orders',
    '/admin/orderlist?payment=unpaid&page=2&keyword=',
    async (db, { keyword, shopper }) => {
      const { _id } = await shopper.placeOrder('kids-gingham-clip-pair')
      await db.execute(sql`update users set name = ${keyword} where email = ${shopper.email}`)
      await db.execute(sql`
        insert into orders (user_id, address, city, address_state, postal_code, country, payment_method,
          items_cents, shipping_cents, tax_cents, discount_cents, total_cents, request_hash)
        select user_id, address, city, address_state, postal_code, country, payment_method, 0, 0, 0, 0, 0, 'x'
        from orders, generate_series(1, 25) where id = ${_id}`)
    },
  ],
]

for (const [list, path, fill] of LISTS)
  test(`deleting the only row of the last page of ${list} leads to the page before`, async ({
    page,
    admin,
    shopper,
  }) => {
    const keyword = `last-${randomUUID()}`
    await inDatabase((db) => fill(db, { keyword, shopper }))
    await admin.signIn(page)
    await page.goto(`${path}${keyword}`)
    const buttons = page.getByRole('button', { name: /^Delete / })
    await expect(buttons).toHaveCount(1)
    await buttons.click()
    await page.getByRole('dialog', { name: 'Are you sure?' }).getByRole('button', { name: 'Delete' }).click()
    await expect(buttons).toHaveCount(25)
    await expect(page.getByText(/ Deleted!$/)).toBeVisible()
    await expect(page).not.toHaveURL(/page=|productlist\/2/)
    await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)
  })
