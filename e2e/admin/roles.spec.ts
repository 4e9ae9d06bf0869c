import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { openDatabase } from '#server/platform/db/client.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { users } from '#server/shop/schema/users.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

// The browser lists a refused call as a failed load.
test.use({ expectedFailures: [/status of 403/] })

/** Makes a user an admin, or removes the role, as another admin would. */
async function setAdmin(email: string, isAdmin: boolean) {
  const cluster = await startEmbedded(join(process.env.E2E_SHOP_DATA ?? '', 'postgres'))
  const db = openDatabase(cluster.url, 1)
  await db.update(users).set({ isAdmin }).where(eq(users.email, email))
  await db.$client.end()
}

test('a new role takes effect without a new sign-in, and a lost one leaves no empty screen', async ({
  page,
  context,
  shopper,
}) => {
  await shopper.signIn(page)
  await page.goto('/contact')
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  const isPhone = await menu.isVisible()
  const adminMenu = isPhone ? page.getByRole('heading', { name: 'Admin' }) : page.getByRole('button', { name: 'Admin' })
  if (isPhone) await menu.click()
  await expect(
    page.getByRole('link', { name: 'Profile' }).or(page.getByRole('button', { name: 'Grace' })),
  ).toBeVisible()
  await expect(adminMenu).toHaveCount(0)
  const second = await context.newPage()
  await second.goto('/contact')

  await setAdmin(shopper.email, true)
  await page.goto('/profile')
  if (isPhone) await menu.click()
  await expect(adminMenu).toBeVisible()
  await second.goto('/admin/orderlist')
  await expect(second.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()

  await setAdmin(shopper.email, false)
  await second
    .getByRole('navigation', { name: 'Admin' })
    .getByRole('link', { name: 'Products', exact: true })
    .last()
    .click()
  await expect(second.getByText('That page is for shop admins. Sign in as one to continue.')).toBeVisible()
  await expect(second).toHaveURL(/\/login\?redirect=%2Fadmin%2Fproductlist/)
  await expectAccessible(second)
  await expect(adminMenu).toHaveCount(0)
})
