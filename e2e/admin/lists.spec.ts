import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { buy } from '../checkout.ts'
import { inDatabase } from '../database.ts'
import { expect, test } from '../fixtures.ts'
import type { Shopper } from '../shoppers.ts'

type FilledList = {
  /** Finds the rows in a search. */
  keyword: string
  shopper: Shopper
}

/** 26 unpaid orders. */
async function fillOrders(db: Db, { keyword, shopper }: FilledList) {
  const { _id } = await shopper.placeOrder('kids-gingham-clip-pair')
  await db.execute(sql`update users set name = ${keyword} where email = ${shopper.email}`)
  await db.execute(sql`
    insert into orders (user_id, address, city, address_state, postal_code, country, payment_method,
      items_cents, shipping_cents, tax_cents, discount_cents, total_cents, request_hash)
    select user_id, address, city, address_state, postal_code, country, payment_method, 0, 0, 0, 0, 0, 'x'
    from orders, generate_series(1, 25) where id = ${_id}`)
}

/** The lists, with the path of their second page and a function that adds 26 rows, one more than a page has. */
const LISTS: [list: string, path: string, fill: (db: Db, filled: FilledList) => Promise<unknown>][] = [
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
  ['orders', '/admin/orderlist?payment=unpaid&page=2&keyword=', fillOrders],
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

const PHONE = { width: 390, height: 844 }

// The lists with a bar for bulk actions, and the name of that bar.
for (const [list, bar] of [
  ['/admin/productlist', 'Selected products'],
  ['/admin/orderlist?payment=unpaid', 'Selected'],
] as const)
  test(`on a phone the bar for the selection in ${list} is visible and does not cover the list`, async ({
    page,
    admin,
    shopper,
  }) => {
    await inDatabase((db) => fillOrders(db, { keyword: `bar-${randomUUID()}`, shopper }))
    await page.setViewportSize(PHONE)
    await admin.signIn(page)
    await page.goto(list)
    await page
      .getByRole('checkbox', { name: /^Select (?!all)/ })
      .first()
      .check()
    const selectionBar = page.getByRole('region', { name: bar, exact: true })
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2))
    await expect(selectionBar).toBeInViewport({ ratio: 1 })
    const { height = PHONE.height } = (await selectionBar.boundingBox()) ?? {}
    expect(height).toBeLessThan(PHONE.height / 5)
  })

for (const list of ['/admin/productlist', '/admin/orderlist?payment=unpaid', '/admin/userlist', '/admin/coupons'])
  test(`the cells of ${list} are aligned, in rows and on the cards of a phone`, async ({ page, admin, shopper }) => {
    await shopper.placeOrder('kids-gingham-clip-pair')
    await admin.signIn(page)
    await page.goto(list)
    const cells = page.locator('tbody tr:first-child td')
    await expect(cells.first()).toBeVisible()
    const alignments = await cells.evaluateAll((all) => all.map((cell) => getComputedStyle(cell).verticalAlign))
    expect(new Set(alignments)).toEqual(new Set(['middle']))
    await page.setViewportSize(PHONE)
    const indents = await page.locator('tbody tr:first-child td[data-label]').evaluateAll((all) =>
      all.flatMap((cell) => {
        const range = document.createRange()
        range.selectNodeContents(cell)
        const { left, width } = range.getBoundingClientRect()
        return width > 0 ? [Math.round(left - cell.getBoundingClientRect().left)] : []
      }),
    )
    expect(new Set(indents)).toEqual(new Set([0]))
  })

test('after a sale every admin screen still says that nobody is charged', async ({ page, admin, shopper }) => {
  await buy(page, shopper, 'kids-gingham-clip-pair')
  await admin.signIn(page)
  const screens = [
    'dashboard',
    'orderlist',
    'packing',
    'productlist',
    'userlist',
    'coupons',
    'discrepancies',
    'settings',
  ]
  for (const screen of screens) {
    await page.goto(`/admin/${screen}`)
    await expect(page.getByText('Test mode: no charges.')).toBeVisible()
  }
})

test('on a wide page the search of the products, their filters and their order stand on one line', async ({
  page,
  admin,
}) => {
  await admin.signIn(page)
  await page.goto('/admin/productlist')
  const fields = page.getByRole('main').locator('input[type=search], select').filter({ visible: true })
  await expect(page.getByLabel('Collection', { exact: true })).toBeVisible()
  const edges = await fields.evaluateAll((boxes) => boxes.map((box) => Math.round(box.getBoundingClientRect().bottom)))
  expect(edges.length).toBeGreaterThan(3)
  expect(new Set(edges).size).toBe(1)
})

test('two changes of a list at once both count', async ({ page, admin }) => {
  await admin.signIn(page)
  await page.goto('/admin/productlist')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.evaluate(() => {
    const choose = (option: string) => {
      const select = document.querySelector(`option[value="${option}"]`)?.closest('select')
      if (!select) throw new Error(`No list has ${option}.`)
      select.value = option
      select.dispatchEvent(new Event('change', { bubbles: true }))
    }
    choose('soldout')
    choose('-price')
  })
  await expect(page).toHaveURL('/admin/productlist?show=soldout&sort=-price')
})

test('a search that was still waiting does not undo the way to another screen', async ({ page, admin }) => {
  await admin.signIn(page)
  await page.goto('/admin/productlist')
  await page.route('**/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await route.continue()
  })
  await page.getByLabel('Search by name, SKU or color').fill('bow')
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await expect(page).toHaveURL('/admin/settings')
})
