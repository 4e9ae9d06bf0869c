import { buy, createProduct, expectNoHorizontalScroll } from '../checkout.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }

test('the seller enters what a piece costs, sees what is left of it, and of a month', async ({
  page,
  admin,
  shopper,
}) => {
  test.slow()
  const known = await createProduct(page, admin, { price: 12.5 })
  const unknown = await createProduct(page, admin, { price: 8 })
  await admin.signIn(page)
  await page.setViewportSize(PHONE)
  await page.goto(`/products/${known.slug}`)
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
  await expect(page).toHaveURL(`/products/${known.slug}`)

  await buy(page, shopper, known.slug)
  await buy(page, shopper, unknown.slug)
  await page.goto('/admin/earnings')
  const row = page.getByRole('table').getByRole('row', { name: known.name })
  await expect(row).toContainText(/1\$8\.3\d\$16\.6\d\$16\.00-\$6\.90-\$0\.7\d/)
  const without = page.getByRole('listitem').filter({ hasText: unknown.name })
  await expect(without).toContainText('1 product, $11.50')
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await without.getByRole('link').click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(unknown.name)
})

test('the bookkeeper’s statement shows a month and a year, and downloads them', async ({ page, admin, shopper }) => {
  await buy(page, shopper, (await createProduct(page, admin)).slug)
  await admin.signIn(page)
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size)
    await page.goto('/admin/monthly-statement')
    const sheet = page.getByRole('table', { name: /^Statement of/ })
    await expect(sheet.getByRole('columnheader', { name: 'Card' })).toBeVisible()
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
