import { expect, expectAccessible, test } from '../fixtures.ts'

test('the seller finds a customer while typing, and the address says what was looked for', async ({
  page,
  admin,
  shopper,
}) => {
  await admin.signIn(page)
  await page.goto('/admin/userlist')
  await expect(page.getByRole('row', { name: shopper.email })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Search by name or email').fill(shopper.email)
  await expect(page.getByRole('status').filter({ hasText: '1 account' })).toBeVisible()
  await expect(page).toHaveURL(/keyword=shopper/)
  await page.getByLabel('Search by name or email').fill('nobody-of-that-name')
  await expect(page.getByText('Nothing matches.')).toBeVisible()
  await expectAccessible(page)
})

test('whoever is no admin is shown the sign-in form and why', async ({ page, shopper }) => {
  await shopper.signIn(page)
  await page.goto('/admin/userlist')
  await expect(page.getByText('That page is for the seller.')).toBeVisible()
  await expect(page).toHaveURL('/login?redirect=%2Fadmin%2Fuserlist&again=')
  await expectAccessible(page)
})

test('a visitor who opens the seller’s side signs in first', async ({ page }) => {
  await page.goto('/admin/userlist')
  await expect(page).toHaveURL('/login?redirect=%2Fadmin%2Fuserlist')
})
