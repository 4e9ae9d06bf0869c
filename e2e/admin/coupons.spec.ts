import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'
import type { SignedIn } from '../shoppers.ts'

const newCode = () => `E2E-${randomUUID().slice(0, 8).toUpperCase()}`
const bearer = ({ token }: Pick<SignedIn, 'token'>) => ({ authorization: `Bearer ${token}` })

/** A coupon that no other journey uses. */
async function makeCoupon(request: APIRequestContext, admin: SignedIn, fields: object = {}) {
  const headers = bearer(admin)
  const { _id } = await (await request.post('/api/coupons', { headers })).json()
  const code = newCode()
  const saved = await request.put(`/api/coupons/${_id}`, { headers, data: { code, amount: 2, ...fields } })
  expect(saved.status()).toBe(200)
  return { _id: _id as string, code }
}

test('the seller creates a coupon, sees its effect on a cart, saves it, and a shopper uses it', async ({
  page,
  request,
  admin,
  shopper,
}) => {
  await admin.signIn(page)
  await page.goto('/admin/coupons')
  await expect(page.getByRole('row', { name: /SUMMER\d\d/ })).toContainText('-08-31')
  await expect(page.getByRole('row', { name: /SHIPFREE/ })).toContainText('Not Set')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create Coupon' }).click()
  await expect(page).toHaveURL(/\/admin\/coupon\/[\w-]+\/edit$/)
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('Not active until you press Update.')
  await expect(preview).toContainText('It doesn’t take anything off yet.')
  await expectAccessible(page)

  const code = newCode()
  await page.getByLabel('Code').fill(` ${code} `)
  await page.getByLabel('Amount').fill('2.50')
  await expect(preview.getByRole('row', { name: 'Total' })).toHaveText('Total$8.78$6.28')
  await page.getByLabel('Free Shipping').check()
  await page.getByLabel('Tax Free').check()
  await preview.getByRole('button', { name: 'Three products' }).click()
  for (const figures of ['Items$15.00$15.00', 'Shipping$5.00$0.00', 'Tax$0.83$0.00', 'Discount$0.00-$2.50'])
    await expect(preview.getByRole('row', { name: figures.replace(/\$.*/, '') })).toHaveText(figures)
  await expect(preview).toContainText('This cart would cost $12.50: $8.33 less.')
  await page.getByLabel('Expires On').fill('2020-02-29')
  await expect(preview).toContainText('Expired: its last day was 2020-02-29.')
  await expectAccessible(page)
  await page.getByLabel('Expires On').fill('2999-12-31')
  await expect(preview).not.toContainText('It has expired')

  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page).toHaveURL('/admin/coupons')
  const row = page.getByRole('row', { name: new RegExp(code) })
  for (const cell of ['$2.50', 'Yes', '2999-12-31']) await expect(row).toContainText(cell)
  await expect(row).not.toContainText('Not saved')
  const checked = await request.post('/api/coupons/validate/', { headers: bearer(shopper), data: { code } })
  expect(await checked.json()).toEqual({ amount: 2.5, freeShip: true, taxFree: true })
})

test.describe('a refused coupon', () => {
  test.use({ expectedFailures: [/status of 4(00|22)/] })

  test('shows an error beside each wrong field and keeps the typed values', async ({ page, request, admin }) => {
    const { _id } = await makeCoupon(request, admin)
    await admin.signIn(page)
    await page.goto(`/admin/coupon/${_id}/edit`)
    const update = page.getByRole('button', { name: 'Update' })
    await page.getByLabel('Amount').fill('-1')
    await update.click()
    await expect(page.getByRole('alert')).toContainText('Enter an amount in dollars')
    await expect(page.getByLabel('Amount')).toBeFocused()
    await page.getByLabel('Amount').fill('3')
    for (const [code, reason] of [
      ['welcome5', 'Another coupon has this code.'],
      ['INVALID', 'The shop itself uses the code'],
      ['', 'Enter a code.'],
    ] as const) {
      await page.getByLabel('Code').fill(code)
      await update.click()
      await expect(page.getByRole('alert')).toContainText(reason)
      await expect(page.getByLabel('Code')).toBeFocused()
      await expect(page.getByLabel('Amount')).toHaveValue('3')
    }
    await expectAccessible(page)
  })
})

test('leaving an unsaved coupon asks first', async ({ page, request, admin }) => {
  const { _id, code } = await makeCoupon(request, admin)
  await admin.signIn(page)
  await page.goto(`/admin/coupon/${_id}/edit`)
  await page.getByLabel('Amount').fill('3')
  await expect(page.getByText('Shoppers get the saved version until you press Update.')).toBeVisible()
  const question = page.waitForEvent('dialog')
  const left = page.goto('/contact').catch(() => {})
  const dialog = await question
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await left
  await expect(page.getByLabel('Amount')).toHaveValue('3')
  await expect(page.getByLabel('Code')).toHaveValue(code)
  await page.getByLabel('Amount').fill('2.00')
  await page.goto('/contact')
  await expect(page).toHaveURL('/contact')
})

test('the preview of a coupon counts the items of its sample cart', async ({ page, request, admin }) => {
  const { _id } = await makeCoupon(request, admin, { amount: 100 })
  await admin.signIn(page)
  await page.goto(`/admin/coupon/${_id}/edit`)
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('This cart would be free: $8.78 less.')
  await preview.getByRole('button', { name: 'Add a product' }).click()
  await preview.getByLabel('Price of product 2').fill('95')
  await preview.getByLabel('Quantity of product 2').fill('2')
  await expect(preview.getByRole('row', { name: 'Items' })).toHaveText('Items$195.00$195.00')
  await preview.getByLabel('Quantity of product 2').fill('two')
  await expect(preview).toContainText('Enter 1 to 10,000.')
  await expect(preview.getByRole('row', { name: 'Items' })).toHaveText('Items$5.00$5.00')
  await expectAccessible(page)
  await preview.getByRole('button', { name: 'Remove product 1' }).click()
  await expect(preview.getByLabel('Price of product 1')).toHaveValue('95')
})

test('a deleted coupon cannot be used any more', async ({ page, request, admin, shopper }) => {
  const { code } = await makeCoupon(request, admin)
  await admin.signIn(page)
  await page.goto(`/admin/coupons?keyword=${code}`)
  await page.getByRole('button', { name: `Delete ${code}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.locator(':focus')).toContainText(`Coupon ${code} Deleted!`)
  await expect(page.getByText('No matches.')).toBeVisible()
  await expectAccessible(page)
  const checked = await request.post('/api/coupons/validate/', { headers: bearer(shopper), data: { code } })
  expect([checked.status(), await checked.text()]).toEqual([422, 'Invalid Coupon Code!'])
})
