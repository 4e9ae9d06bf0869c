import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { TEXT } from '#contract/texts.ts'
import { openRow } from './admin/drawers.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test.use({ expectedFailures: [/status of 503|ERR_FAILED/] })

const BUSY = 'The shop is very busy. Please try again in a moment.'

/** A page, a call that it makes when it opens, an element that appears when the call succeeds, and the row it is in. */
type Row = [what: string, path: string, call: string, there: (page: Page) => Locator, row?: string]

/** Shows another page of the application as a click on a link does, which loads its data. */
async function showPage(page: Page, path: string) {
  await page.evaluate((href) => {
    history.pushState(null, '', href)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, exact: true })

/** Each call fails when its page opens, and succeeds when it is retried. */
async function expectToldAndRetried(page: Page, rows: Row[]) {
  for (const [what, path, call, there, row] of rows)
    await test.step(what, async () => {
      // A fresh load each time, because the answers to earlier rows are cached.
      await page.goto('/forgot-password')
      await page.route(call, (route) => route.fulfill({ status: 503, json: { message: BUSY, code: 'busy' } }))
      const alert = page.getByRole('alert').filter({ hasText: BUSY })
      await showPage(page, path)
      if (row) await openRow(page, row)
      await expect(alert, what).toHaveCount(1)
      await expectAccessible(page)
      await page.unroute(call)
      await alert.getByRole('button', { name: 'Try again' }).click()
      await expect(alert, what).toHaveCount(0)
      await expect(there(page).first(), what).toBeVisible()
      await expect(page.locator('body'), 'the focus is not lost').not.toBeFocused()
    })
}

test('a visitor sees an error for all data that failed to load, and retries', async ({ page }) => {
  test.slow()
  await expectToldAndRetried(page, [
    ['the robot check', '/register', '**/api/users/robot-check', (at) => at.getByRole('button', { name: 'Register' })],
  ])
})

test('a shopper sees an error for all data that failed to load, and retries', async ({ page, shopper }) => {
  test.slow()
  const { _id } = await shopper.placeOrder('little-rainbow-keychain')
  await shopper.signIn(page)
  await page.goto('/cart/walnut-twist-pen')
  await expect(page).toHaveURL('/cart')
  const payment = (at: Page) => at.getByRole('heading', { name: /^Pay/ })
  await expectToldAndRetried(page, [
    ['the account', '/profile', '**/api/users/profile', (at) => at.getByRole('button', { name: TEXT.update })],
    ['orders', '/profile', '**/api/orders/myorders', (at) => at.getByRole('table')],
    ['prices in the cart', '/cart', '**/api/products/*', (at) => at.getByRole('link', { name: 'Walnut Twist Pen' })],
    ['an order', `/order/${_id}`, `**/api/orders/${_id}`, payment],
    ['the check of its stock', `/order/${_id}`, '**/api/orders/verify/logs', payment],
    ['the ways to pay', `/order/${_id}`, '**/api/payments/setup', payment],
  ])
})

test('the seller sees an error for all data that failed to load, and retries', async ({ page, admin, shopper }) => {
  test.slow()
  const headers = { authorization: `Bearer ${admin.token}` }
  const { _id: order } = await shopper.placeOrder('little-rainbow-keychain')
  const { _id: person } = await (
    await page.request.get('/api/users/profile', { headers: { authorization: `Bearer ${shopper.token}` } })
  ).json()
  const { _id: coupon } = await (await page.request.post('/api/coupons', { headers })).json()
  const { _id: product } = await (await page.request.get('/api/products/walnut-twist-pen')).json()
  await admin.signIn(page)
  const table = (at: Page) => at.getByRole('table')
  await expectToldAndRetried(page, [
    ['accounts', '/admin/userlist', '**/api/users*', table],
    ['a user', `/admin/user/${person}/edit`, `**/api/users/${person}`, (at) => at.getByLabel('Name')],
    ['products', '/admin/productlist', '**/api/products?view=admin*', table],
    ['a product', `/admin/products/${product}/edit`, `**/api/products/${product}`, (at) => at.getByLabel('Quantity')],
    ['coupons', '/admin/coupons', '**/api/coupons*', table],
    ['a coupon', `/admin/coupon/${coupon}/edit`, `**/api/coupons/${coupon}`, (at) => at.getByLabel('Code')],
    ['the audit log', '/admin/audit-log', '**/api/admin/audit-log*', table],
    ['orders', '/admin/orderlist?payment=all', '**/api/orders*', table],
    [
      'an order’s history',
      `/order/${order}`,
      `**/api/orders/${order}/timeline`,
      (at) => at.getByText(/placed/i),
      'Notes and timeline',
    ],
    ['the dashboard', '/admin', '**/api/dashboard*', (at) => at.getByRole('main').getByRole('heading', { level: 2 })],
    ['settings', '/admin/settings/shop', '**/api/settings', (at) => at.getByLabel('Tagline')],
    ['packing slips', `/admin/packing?ids=${order}`, '**/api/orders/packing?*', heading('Nothing to pack')],
  ])
})

test('an admin sees an error for a product’s history that failed to load, and retries', async ({ page, admin }) => {
  await admin.signIn(page)
  const call = '**/api/products/walnut-twist-pen'
  await page.route(call, (route) => route.fulfill({ status: 503, json: { message: BUSY, code: 'busy' } }))
  await page.goto('/products/walnut-twist-pen')
  const alert = page.getByRole('alert').filter({ hasText: BUSY })
  await expect(alert).toBeVisible()
  await expect(heading('Walnut Twist Pen')(page)).toBeVisible()
  await page.unroute(call)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(heading('Product Trace Log')(page)).toBeVisible()
  await expect(alert).toHaveCount(0)
})

test('a search without a connection shows an error, and works again afterwards', async ({ page }) => {
  await page.goto('/contact')
  const suggestions = '**/api/products/suggestions?*'
  await page.route(suggestions, (route) => route.abort())
  await page.getByRole('button', { name: 'Search' }).first().click()
  const dialog = page.getByRole('dialog', { name: TEXT.searchTitle })
  const box = dialog.getByRole('combobox')
  await box.pressSequentially('pen')
  const alert = dialog.getByRole('alert')
  await expect(alert).toContainText('The shop cannot be reached.')
  await expectAccessible(page)
  await alert.getByRole('button', { name: 'Dismiss' }).click()
  await expect(alert).toHaveCount(0)
  await expect(box).toBeFocused()
  await box.pressSequentially('s')
  await expect(alert).toHaveCount(1)
  await page.unroute(suggestions)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('option').first()).toBeVisible()
  await expect(alert).toHaveCount(0)
  await expect(box).toBeFocused()
})

test.describe('a screen for something that has been deleted', () => {
  test.use({ expectedFailures: [/status of 40[04]/] })

  for (const [what, path, list] of [
    ['a product', `/admin/products/${randomUUID()}/edit`, '/admin/productlist'],
    ['a coupon', `/admin/coupon/${randomUUID()}/edit`, '/admin/coupons'],
    ['a user', `/admin/user/${randomUUID()}/edit`, '/admin/userlist'],
    ['an order', `/order/${randomUUID()}`, '/admin/orderlist'],
  ] as const)
    test(`${what}: the screen says so and links back to the list`, async ({ page, admin }) => {
      await admin.signIn(page)
      await page.goto(path)
      const main = page.getByRole('main')
      await expect(main).toContainText('It may have been deleted')
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expectAccessible(page)
      await main
        .getByRole('link', { name: /^(Back to )?(Products|Coupons|People|Orders)$/ })
        .last()
        .click()
      await expect(page).toHaveURL(list)
    })
})
