import type { Page } from '@playwright/test'
import { eq, sql } from 'drizzle-orm'
import { users } from '#server/shop/schema/users.ts'
import { expectNoHorizontalScroll, expectNothingScrollsSideways } from '../checkout.ts'
import { expect, expectAccessible } from '../fixtures.ts'
import { signedInAs } from '../shoppers.ts'
import { payByCall, test } from '../square.ts'

/** At both widths, a screen is accessible and fits. */
async function expectGood(page: Page) {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoHorizontalScroll(page)
    if (width === 390) await expectNothingScrollsSideways(page)
    await expectAccessible(page)
  }
}

test('the seller compares payouts with her orders, follows a difference and a dispute @desktop', async ({
  page,
  shopper,
  squareShop: { db, piece },
  simulator,
  request,
}) => {
  test.slow()
  const order = await shopper.placeOrder(await piece({ priceCents: 4_000 }))
  await payByCall(page, shopper, order)
  const payment = (await simulator.payments()).find(({ reference_id }) => reference_id === order._id)
  const paymentId = payment?.id ?? ''
  // Captured two days ago, so that its payout was made yesterday.
  const capturedAt = JSON.stringify(new Date(Date.now() - 2 * 24 * 3_600_000).toISOString())
  await db.execute(sql`
    update square_simulator.payments
    set payment = jsonb_set(payment, '{card_details,card_payment_timeline,captured_at}', ${capturedAt}::jsonb)
    where id = ${paymentId}`)
  await db.update(users).set({ isAdmin: true }).where(eq(users.email, shopper.email))
  await (await signedInAs(request, shopper)).signIn(page)

  await page.goto('/admin/money-check')
  const check = page.getByRole('button', { name: 'Check now' })
  await check.click()
  await expect(page.getByText('Everything adds up: nothing needs your attention.')).toBeVisible()
  const days = page.getByRole('region', { name: 'Day by day' })
  await expect(days.getByText('Adds up').first()).toBeVisible()
  await expect(page.getByText(/^Last checked /)).toBeVisible()
  await expectGood(page)

  // The payout may have been made in the month before.
  const payouts = page.getByRole('region', { name: 'Sent to your bank' }).getByRole('link')
  if ((await payouts.count()) === 0) await page.getByLabel('Month').selectOption({ index: 1 })
  await payouts.first().click()
  await expect(page.getByText('Its entries add up to its amount.')).toBeVisible()
  await expect(page.getByRole('link', { name: `Order ${order.number}` })).toHaveAttribute('href', `/order/${order._id}`)
  await expectGood(page)

  await db.execute(sql`
    update square_simulator.payouts set payout = jsonb_set(payout, '{amount_money,amount}', '1')`)
  await page.getByRole('main').getByRole('link', { name: 'Payouts' }).click()
  await check.click()
  const difference = page.getByRole('listitem').filter({ hasText: 'A payout that does not add up' })
  await expect(difference.getByRole('link', { name: 'Payout' })).toBeVisible()
  await expectGood(page)
  await difference.getByLabel('What you found or did').fill('The bank says the same as the orders.')
  await difference.getByRole('button', { name: 'Close: A payout that does not add up' }).click()
  await expect(page.getByText('Everything adds up: nothing needs your attention.')).toBeVisible()

  const dispute = await simulator.openDispute(paymentId, 4_000)
  await check.click()
  await expect(page.getByText(/^A buyer disputes a payment: answer by /)).toBeVisible()
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: new RegExp(`^Order ${order.number}: answer by `) }).click()
  await expect(page.getByText(/The bank claims \$40\.00 back\. Answer .* by \w+ \d+, \d{4}/)).toBeVisible()
  await expectGood(page)
  await simulator.decideDispute(dispute, 'LOST')
  await page.goto('/admin/money-check')
  await check.click()
  await expect(page.getByText('A disputed payment was returned to the buyer')).toBeVisible()
  await page.goto(`/order/${order._id}`)
  await expect(page.getByText(/The bank took back \$40\.00, which counts as refunded/)).toBeVisible()
  await expectGood(page)
})
