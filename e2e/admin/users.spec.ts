import { buy } from '../checkout.ts'
import { ADMIN } from '../demo-shop.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

test('the seller finds a user while typing, and the address holds the keyword', async ({ page, admin, shopper }) => {
  await admin.signIn(page)
  await page.goto('/admin/userlist')
  await expect(page.getByRole('row', { name: shopper.email })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Search by name or email').fill(shopper.email)
  await expect(page.getByRole('status').filter({ hasText: /^1 account/ })).toBeVisible()
  await expect(page).toHaveURL(/keyword=shopper/)
  await page.getByLabel('Search by name or email').fill('nobody-of-that-name')
  await expect(page.getByText('No matches.')).toBeVisible()
  await expectAccessible(page)
})

test('a user who is not an admin sees the sign-in form with the reason', async ({ page, shopper }) => {
  await shopper.signIn(page)
  await page.goto('/admin/userlist')
  await expect(page.getByText('That page is for shop admins. Sign in as one to continue.')).toBeVisible()
  await expect(page).toHaveURL('/login?redirect=%2Fadmin%2Fuserlist&again=')
  await expectAccessible(page)
})

test('a visitor who opens the admin side signs in first', async ({ page }) => {
  await page.goto('/admin/userlist')
  await expect(page).toHaveURL('/login?redirect=%2Fadmin%2Fuserlist')
})

test('the seller gives a user the API role and returns to the same search', async ({ page, admin, shopper }) => {
  await admin.signIn(page)
  await page.goto(`/admin/userlist?keyword=${shopper.email}`)
  await page.getByRole('link', { name: 'Edit Grace Potter' }).click()
  await expect(page.getByRole('heading', { name: 'Edit User' })).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByLabel('Is Admin')).not.toBeChecked()
  await page.getByLabel('Is API').check()
  await page.getByLabel('Name', { exact: true }).fill('Stock Robot')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page).toHaveURL(`/admin/userlist?keyword=${shopper.email}`)
  const row = page.getByRole('row', { name: 'Stock Robot' })
  await expect(row.getByText('API')).toBeVisible()
  await expect(row.getByText('Admin', { exact: true }).filter({ visible: true })).toHaveCount(0)
})

test.describe('a refused change of a user', () => {
  test.use({ expectedFailures: [/status of 422/] })

  test('keeps the typed values and shows the reason beside its field', async ({
    page,
    admin,
    shopper,
    otherShopper,
  }) => {
    await admin.signIn(page)
    await page.goto(`/admin/userlist?keyword=${shopper.email}`)
    await page.getByRole('link', { name: 'Edit Grace Potter' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Grace')
    await page.getByLabel('Email Address').fill(otherShopper.email.toUpperCase())
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByRole('alert')).toHaveText('Another account has this email address.')
    await expect(page.getByLabel('Email Address')).toBeFocused()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Grace')
    await expectAccessible(page)
  })
})

test('the seller deletes a user with the keyboard alone, and the user is signed out', async ({
  page,
  request,
  admin,
  shopper,
}) => {
  await admin.signIn(page)
  await page.goto(`/admin/userlist?keyword=${shopper.email}`)
  const remove = page.getByRole('button', { name: 'Delete Grace Potter' })
  await remove.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
  await expect(dialog).toContainText('Orders are kept.')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(remove).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Delete' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('User Grace Potter Deleted!')).toBeVisible()
  await expect(page.locator(':focus')).toContainText('User Grace Potter Deleted!')
  await expect(page.getByText('No matches.')).toBeVisible()
  await expectAccessible(page)
  const answer = await request.get('/api/users/profile', {
    headers: { authorization: `Bearer ${shopper.token}` },
  })
  expect(answer.status()).toBe(401)
})

test('a user with an unshipped order is deleted after a second confirmation', async ({ page, admin, shopper }) => {
  await buy(page, shopper, 'kids-gingham-clip-pair')
  await admin.signIn(page)
  await page.goto(`/admin/userlist?keyword=${shopper.email}`)
  await page.getByRole('button', { name: 'Delete Grace Potter' }).click()
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(dialog).toContainText('has paid for an order that has not been shipped or refunded')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete anyway' }).click()
  await expect(page.getByText('User Grace Potter Deleted!')).toBeVisible()
})

test('admins cannot delete their own account', async ({ page, admin }) => {
  await admin.signIn(page)
  await page.goto('/admin/userlist?keyword=admin@journeys.example')
  const row = page.getByRole('row', { name: 'admin@journeys.example' })
  await expect(row.getByText('You', { exact: true })).toBeVisible()
  await expect(row.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
})

test('on a phone the list names the admins, without ids or a column of yes and no', async ({ page, admin }) => {
  await admin.signIn(page)
  await page.goto(`/admin/userlist?keyword=${ADMIN.email}`)
  const row = page.getByRole('row', { name: ADMIN.email })
  // The name, and the badge.
  await expect(row.getByText('Admin', { exact: true }).filter({ visible: true })).toHaveCount(2)
  await expect(row.locator('code')).toBeHidden()
  await expect(row.locator('td:visible')).toHaveCount(2)
})
