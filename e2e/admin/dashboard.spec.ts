import type { APIRequestContext } from '@playwright/test'
import { toCents } from '#contract/money.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import type { Shopper } from '../shoppers.ts'

/** Places and pays an order of one product, through the API. */
async function sell(request: APIRequestContext, shopper: Shopper) {
  const order = await shopper.placeOrder('kids-gingham-clip-pair')
  const payment = await request.post('/api/orders/processSquare', {
    headers: { authorization: `Bearer ${shopper.token}` },
    data: { price: toCents(order.totalPrice), sourceId: 'cnon:card-nonce-ok', orderId: order._id },
  })
  expect(payment.ok(), await payment.text()).toBe(true)
  return order
}

test('the seller sees sales as bars and as a table, by day, week and month', async ({
  page,
  admin,
  shopper,
  request,
}) => {
  test.slow()
  await sell(request, shopper)
  await admin.signIn(page)
  await page.goto('/admin')
  await expect(page).toHaveURL('/admin/dashboard')
  await expect(page.getByRole('heading', { name: 'Sales in the last 30 days' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  await expectAccessible(page)

  await page.getByText('Show as table').click()
  const table = page.getByRole('table', { name: 'Sales in the last 30 days, latest first' })
  await expect(table.getByRole('row')).toHaveCount(31)
  const [orders = ''] = await table.getByRole('row').nth(1).getByRole('cell').allTextContents()
  expect(Number(orders)).toBeGreaterThan(0)
  await expectAccessible(page)

  await page.getByRole('navigation', { name: 'Sales by' }).getByRole('link', { name: 'Month' }).click()
  await expect(page).toHaveURL('/admin/dashboard?period=month')
  await expect(page.getByRole('heading', { name: 'Sales in the last 12 months' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Sales in the last 12 months' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Sales by' }).getByRole('link', { name: 'Week' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Sales in the last 12 weeks' })).toBeVisible()
})

test('the dashboard links to the orders and products that need work', { tag: '@phone' }, async ({
  page,
  admin,
  shopper,
  request,
}) => {
  await sell(request, shopper)
  await admin.signIn(page)
  await page.goto('/admin/dashboard')
  const section = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(section('Best sellers').getByRole('listitem').first()).toContainText(/\d+ products?, \$/)
  await expect(section('Low stock').getByRole('link').first()).toHaveAttribute('href', /^\/admin\/products\/.+\/edit$/)
  await expect(section('Low stock').getByText('Sold out').first()).toBeVisible()
  await expect(section('From placed to paid')).toContainText(/[\d,]+ of [\d,]+ orders? placed (was|were) paid: \d+%\./)
  await section('To ship')
    .getByRole('link', { name: /^Go To Order \d+$/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/order\/[-\w]+$/)
})

test('the layout does not shift when the figures load', async ({ page, admin, shopper, request }) => {
  await sell(request, shopper)
  await admin.signIn(page)
  await page.addInitScript(() => {
    const shifts = Object.assign(window, { moved: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.moved += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('heading', { name: 'Best sellers' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => (window as unknown as { moved: number }).moved)).toBeLessThan(0.05)
})
