import { buy, createProduct, expectNoHorizontalScroll, expectNothingScrollsSideways } from '../checkout.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }

test('the seller enters what a piece costs, sees what is left of it, and of a month', async ({
  page,
  admin,
  shopper,
}) => {
  test.slow()
  const knownProduct = await createProduct(page, admin, { price: 12.5 })
  const unknownProduct = await createProduct(page, admin, { price: 8 })
  await admin.signIn(page)
  await page.setViewportSize(PHONE)
  await page.goto(`/products/${knownProduct.slug}`)
  await page.getByRole('link', { name: 'Edit Product' }).click()
  await expect(page.getByLabel('Minutes of work')).toBeHidden()
  await page.getByText(/^Costs material/).click()
  await page.getByLabel('Material, in $').fill('2.10')
  await page.getByLabel('Packaging, in $').fill('0.60')
  await page.getByLabel('Postage that you pay').fill('4.20')
  await page.getByLabel('Minutes of work').fill('45')
  const table = page.getByRole('table', { name: 'What is left of one product' })
  // $12.50 and $3.50 shipping less $6.90 and a fee of $0.76; at Etsy the fees are $1.97.
  await expect(table.getByRole('row', { name: 'Left for your work' })).toContainText('$8.34')
  await expect(table.getByRole('row', { name: 'Left for your work' })).toContainText('$7.13')
  await expect(table.getByRole('row', { name: 'For an hour' })).toContainText('$11.12')
  await page.getByLabel('Minutes of work').fill('30')
  await expect(table.getByRole('row', { name: 'For an hour' })).toContainText('$16.68')
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await page.setViewportSize(DESKTOP)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect(page.getByRole('heading', { level: 1, name: knownProduct.name })).toBeVisible()

  await buy(page, shopper, knownProduct.slug)
  await buy(page, shopper, unknownProduct.slug)
  await page.goto('/admin/earnings')
  const row = page.getByRole('table').getByRole('row', { name: knownProduct.name })
  await expect(row).toContainText(/1\$8\.3\d\$16\.6\d\$16\.00-\$6\.90-\$0\.7\d/)
  const without = page.getByRole('listitem').filter({ hasText: unknownProduct.name })
  await expect(without).toContainText('1 product, $11.50')
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  await expectAccessible(page)
  await expectNothingScrollsSideways(page)
  await without.getByRole('link').click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(unknownProduct.name)
})

test('statement, sales tax and figures read on a phone without scrolling sideways', { tag: '@phone' }, async ({
  page,
  admin,
  shopper,
}) => {
  await buy(page, shopper, (await createProduct(page, admin)).slug)
  await admin.signIn(page)
  await page.setViewportSize(PHONE)
  for (const report of ['monthly-statement', 'sales-tax']) {
    await page.goto(`/admin/${report}`)
    await expect(page.getByRole('table').first()).toBeVisible()
    await expectNothingScrollsSideways(page)
    await expectAccessible(page)
  }
  await page.goto('/admin/monthly-statement')
  await expect(page.getByRole('row', { name: 'Net' })).toContainText('$')
  await page.getByLabel('Month').selectOption('The whole year')
  await expect(page.getByRole('table', { name: 'Month by month' })).toBeVisible()
  await expectNothingScrollsSideways(page)
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('heading', { name: /^Sales in the last/ }).first()).toBeVisible()
  await expectNothingScrollsSideways(page)
})

test('the bookkeeper’s statement shows a month and a year, and downloads them', { tag: '@phone' }, async ({
  page,
  admin,
  shopper,
}) => {
  await buy(page, shopper, (await createProduct(page, admin)).slug)
  await admin.signIn(page)
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size)
    await page.goto('/admin/monthly-statement')
    const sheet = page.getByRole('table', { name: /^Statement of/ })
    await expect(sheet.getByRole('columnheader', { name: 'Card' })).toBeAttached()
    await expect(sheet.getByRole('row', { name: 'Net' })).toContainText('$')
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await page.getByLabel('Month').selectOption('The whole year')
    await expect(page.getByRole('table', { name: 'Month by month' })).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
  }
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^statement-\d{4}-01-\d{4}-12\.csv$/)
})
