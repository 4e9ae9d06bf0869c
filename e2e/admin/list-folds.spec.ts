import type { Page } from '@playwright/test'
import { expectNoHorizontalScroll } from '../checkout.ts'
import { inDatabase } from '../database.ts'
import { expect, expectAccessible } from '../fixtures.ts'
import { backedUpTest as test } from '../own-shop.ts'
import { fillLists, IMPORTS } from './filled-lists.ts'

// A phone, on which nothing has been touched yet.
test.use({ viewport: { width: 390, height: 844 }, hasTouch: false })

/** Every list of the admin. */
const LISTS = [
  ...[
    'orderlist',
    'orderlist?payment=unpaid',
    'productlist',
    'coupons',
    'userlist',
    'requests',
    'requests?show=waiting',
  ],
  ...['discrepancies', 'categories', 'collections', 'drops', 'pages', 'imports', 'past-orders', 'past-reviews'],
  ...['money-check', 'backups', 'audit-log'],
]
/** Lists below what their screen is about: a payout, and an import with the button that starts it. */
const LATER_LISTS = ['payouts/po_1', ...IMPORTS.map((id) => `imports/${id}`)]

/** How much of a row has to be seen: all, but for the form in it; of one below something else what it is. */
const READABLE_PX = 300
const NAMED_PX = 120

/** How far so much of the first row reaches below the first screen. */
async function pixelsBelow(page: Page, mostSeen: number) {
  const row = page.getByRole('main').locator('tbody tr, li').filter({ visible: true }).first()
  await expect(row).toBeVisible()
  const [box, tabs] = await Promise.all([row.boundingBox(), page.locator('[data-bottom-bar]').boundingBox()])
  if (!box || !tabs) throw new Error('The page has no row or no tabs.')
  return Math.max(0, box.y + Math.min(box.height, mostSeen) - tabs.y)
}

test('on a phone the first row of every list is on the first screen', { tag: '@phone' }, async ({
  page,
  admin,
  ownShop: { folder },
  backups,
  request,
}) => {
  test.slow()
  await inDatabase((db) => fillLists(db, backups), folder)
  const headers = { authorization: `Bearer ${admin.token}` }
  const { orders } = await (await request.get('/api/orders?payment=unpaid', { headers })).json()
  const paid = await request.put(`/api/orders/${orders[0]._id}/paid`, { headers, data: { paidBy: 'cash' } })
  expect(paid.ok()).toBe(true)
  await admin.signIn(page)
  for (const list of [...LISTS, ...LATER_LISTS])
    await test.step(list, async () => {
      await page.goto(`/admin/${list}`)
      const mostSeen = LISTS.includes(list) ? READABLE_PX : NAMED_PX
      await expect.soft(async () => expect(await pixelsBelow(page, mostSeen), list).toBe(0)).toPass({ timeout: 5_000 })
      await expectNoHorizontalScroll(page)
      await expectAccessible(page)
    })
  // What stands beside a list has the styles of the features, too.
  await expect(page.getByPlaceholder('Search everything')).toHaveCSS('padding-left', /^4\d/)
})

test('on a phone the filters of a list are behind one button, which says how many are set', { tag: '@phone' }, async ({
  page,
  admin,
}) => {
  await admin.signIn(page)
  await page.goto('/admin/productlist?show=low')
  await page.getByRole('button', { name: 'Filter 1 set' }).click()
  await expect(page.getByLabel('Show', { exact: true })).toHaveValue('low')
  await page.getByLabel('Category', { exact: true }).selectOption({ index: 1 })
  await page.getByLabel('Sort by').selectOption('Price, highest first')
  await expect(page).toHaveURL(/\?show=low&category=[a-z-]+&sort=-price$/)
  await expect(page.getByRole('button', { name: 'Filter 2 set' })).toBeAttached()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/admin/productlist?sort=-price')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByLabel('Category', { exact: true })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('link', { name: 'Export' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Export' })).toBeHidden()
})
