import { randomUUID } from 'node:crypto'
import { csvOf, ETSY_HEADINGS } from '#server/testing/csv-files.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

test('the seller moves in with a file from Etsy, corrects a row, and takes the import back', async ({
  page,
  admin,
}) => {
  const mark = randomUUID().slice(0, 6)
  const listing = (title: string, rest: object = {}) => ({
    ...{ TITLE: `${title} ${mark}`, DESCRIPTION: 'Made by hand.', PRICE: '24.00', CURRENCY_CODE: 'USD', QUANTITY: 5 },
    ...{ TAGS: 'mug,stoneware', ...rest },
  })
  const rows = [
    listing('Speckled Moon Mug'),
    listing('Reactive Glaze Bowl with a Name that is much longer than any row of a table is wide', {
      ...{ 'VARIATION 1 NAME': 'Size', 'VARIATION 1 VALUES': 'Small,Large', 'LISTING STATE': 'active' },
    }),
    listing('Trinket Dish', { PRICE: '' }),
    listing('Speckled Moon Mug'),
  ]
  await admin.signIn(page)
  await page.goto('/admin/imports')
  await expect(page.getByRole('heading', { name: 'Import products' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Choose a file', { exact: true }).setInputFiles({
    name: `EtsyListingsDownload-${mark}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(csvOf([...ETSY_HEADINGS, 'LISTING STATE'], rows)),
  })
  await expect(page.getByText('2 products of 4 rows will be created.')).toBeVisible()
  await expect(page.getByText('Not taken over from the file: LISTING STATE.')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: `Edit Trinket Dish ${mark}` }).click()
  const dialog = page.getByRole('dialog', { name: `Edit Trinket Dish ${mark}` })
  await dialog.getByLabel('Price').fill('nine')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Enter a price in dollars and cents')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Price').fill('9.50')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('3 products of 4 rows will be created.')).toBeVisible()

  await page.getByRole('checkbox', { name: `Select Trinket Dish ${mark}` }).check()
  await page.getByLabel('New category').fill(`Dishes ${mark}`)
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page.getByText(`New categories: Dishes ${mark}.`)).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Create 3 products' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create 3 products' }).click()
  await expect(page.getByText('3 products created.')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('row', { name: /Trinket Dish/ })).toContainText('Created')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Undo the import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click()
  await expect(page.getByText('This import was undone')).toBeVisible()
  const answer = await page.request.get(`/api/products?keyword=${mark}`)
  expect((await answer.json()).total).toBe(0)
})
