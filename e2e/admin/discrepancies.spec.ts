import { eq } from 'drizzle-orm'
import { discrepancies } from '#server/shop/schema/payments.ts'
import { users } from '#server/shop/schema/users.ts'
import { expect, expectAccessible } from '../fixtures.ts'
import { signedInAs } from '../shoppers.ts'
import { test } from '../square.ts'

test('the seller finds a payment problem on Today and closes it with a note', async ({
  page,
  shopper,
  squareShop: { db, piece },
  request,
}) => {
  const order = await shopper.placeOrder(await piece())
  await db.insert(discrepancies).values({
    kind: 'message_refused',
    subject: `receipt-${order._id}`,
    detail: { orderId: order._id, message: 'receipt', isRefused: true },
    // The next day in UTC, but not yet in the shop's time zone.
    since: new Date('2026-11-21T02:00:00Z'),
  })
  await db.update(users).set({ isAdmin: true, name: 'Rosa' }).where(eq(users.email, shopper.email))
  await (await signedInAs(request, shopper)).signIn(page)
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: 'See payment problems' }).click()
  await expect(page).toHaveURL('/admin/discrepancies')
  const card = page.getByRole('listitem').filter({ hasText: 'A message could not be delivered' })
  await expect(card.getByText('Since Nov 20, 2026')).toBeVisible()
  await expect(card.getByRole('link', { name: `Order ${order.number}` })).toHaveAttribute('href', `/order/${order._id}`)
  await expectAccessible(page)

  await card.getByRole('button', { name: 'Close: A message could not be delivered' }).click()
  await expect(card.getByLabel('What you found or did')).toHaveAccessibleDescription('Enter what you found or did.')
  await card.getByLabel('What you found or did').fill('Called the buyer.')
  await card.getByRole('button', { name: 'Close: A message could not be delivered' }).click()
  await expect(page.getByText('Nothing needs your attention.')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Closed' }).click()
  await expect(card).toContainText('Called the buyer.')
  await expect(card).toContainText('Closed by Rosa')
  await expectAccessible(page)
})
