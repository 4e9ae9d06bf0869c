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
  const response = await request.put(`/api/coupons/${_id}`, { headers, data: { code, amount: 2, ...fields } })
  expect(response.status()).toBe(200)
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
  const check = await request.post('/api/coupons/validate/', { headers: bearer(shopper), data: { code } })
  expect(await check.json()).toEqual({ amount: 2.5, freeShip: true, taxFree: true })
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
  const leaving = page.goto('/contact').catch(() => {})
  const dialog = await question
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await leaving
  await expect(page.getByLabel('Amount')).toHaveValue('3')
  await expect(page.getByLabel('Code')).toHaveValue(code)
  await page.getByLabel('Amount').fill('2.00')
  await page.goto('/contact')
  await expect(page).toHaveURL('/contact')
})

test('the seller picks the products of a coupon by name, and takes one out again', async ({ page, request, admin }) => {
  const { _id, code } = await makeCoupon(request, admin)
  await admin.signIn(page)
  await page.goto(`/admin/coupon/${_id}/edit`)
  await page.getByText('For what').click()
  await page.getByText('Single products').click()
  const others = page.getByRole('list', { name: 'Products to add' })
  const picked = page.getByRole('list', { name: 'Single products' })
  const add = others.getByRole('button', { name: /^Add / })
  for (const count of [1, 2]) {
    await add.first().click()
    await expect(picked.getByRole('listitem')).toHaveCount(count)
  }
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('row', { name: new RegExp(code) })).toContainText('2 products')

  await page.goto(`/admin/coupon/${_id}/edit`)
  await expect(picked.getByRole('listitem')).toHaveCount(2)
  const name = (await picked.getByRole('link').last().textContent()) ?? ''
  await picked
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('row', { name: new RegExp(code) })).toContainText(name)
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
  const check = await request.post('/api/coupons/validate/', { headers: bearer(shopper), data: { code } })
  expect([check.status(), await check.text()]).toEqual([422, 'Invalid Coupon Code!'])
})

test('a coupon of a percentage of a category, from a minimum, once per person, is a sentence', async ({
  page,
  request,
  admin,
  shopper,
}) => {
  const { _id, code } = await makeCoupon(request, admin)
  await admin.signIn(page)
  await page.goto(`/admin/coupon/${_id}/edit`)
  await page.getByLabel('Amount').fill('')
  await page.getByLabel('Percent').fill('15')
  await page.getByText('For what').click()
  const categories = page.getByRole('group', { name: 'Categories' })
  await categories.getByRole('checkbox').first().check()
  await page.getByLabel('Minimum').fill('1000')
  await page.getByLabel('Once per Person').check()
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText(/15% off .+ from \$1,000\.00, once per person/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page).toHaveURL('/admin/coupons')
  await expect(page.getByText(/15% off .+ from \$1,000\.00, once per person/).filter({ visible: true })).toBeVisible()
  const check = await request.post('/api/coupons/validate/', { headers: bearer(shopper), data: { code } })
  expect(await check.json()).toEqual({ amount: 0, freeShip: false, taxFree: false })
})

test('the seller makes a discount without a code', async ({ page, request, admin }) => {
  await admin.signIn(page)
  await page.goto('/admin/discounts')
  await expect(page.getByRole('heading', { name: 'Discounts' })).toBeVisible()
  await expect(page.getByText('No discounts yet.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create Discount' }).click()
  await expect(page).toHaveURL(/\/admin\/discounts\/[\w-]+\/edit$/)
  await page.getByLabel('Name').fill('Far sale')
  await page.getByLabel('Percent').fill('20')
  await page.getByLabel('Starts On').fill('2998-05-01')
  await page.getByLabel('Expires On').fill('2998-04-01')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('The last day must not be before the first.')
  await expectAccessible(page)
  await page.getByLabel('Expires On').fill('2998-05-31')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/admin/discounts')
  await expect(page.getByText('20% off, from May 1, 2998, until May 31, 2998')).toBeVisible()
  await page.getByRole('button', { name: 'Delete Far sale' }).click()
  await page.getByRole('dialog', { name: 'Are you sure?' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.locator(':focus')).toContainText('Discount Far sale deleted.')
  expect((await request.get('/api/shop').then((reply) => reply.json())).hasDiscounts).toBeUndefined()
})

test('on a phone the list says in a sentence what a coupon takes off, without its id', async ({
  page,
  request,
  admin,
}) => {
  const { _id, code } = await makeCoupon(request, admin, { freeShip: true, expires: '2999-12-31' })
  await admin.signIn(page)
  await page.goto(`/admin/coupons?keyword=${code}`)
  const row = page.getByRole('row', { name: new RegExp(code) })
  await expect(row.getByText('$2.00 off', { exact: false }).filter({ visible: true })).toBeVisible()
  await expect(row.getByText(_id)).toBeHidden()
  await expect(row.getByText(/^(Yes|No)$/).filter({ visible: true })).toHaveCount(0)
})
