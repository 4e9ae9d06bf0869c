import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  csvOf,
  ETSY_HEADINGS,
  SHOPIFY_ORDER_HEADINGS,
  WOOCOMMERCE_HEADINGS,
} from '#features/imports/testing/csv-files.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

// One import runs at a time.
test.describe.configure({ mode: 'default' })

test.describe(() => {
  test.use({ expectedFailures: [/422/] })

  test('what is wrong with a chosen file is on the screen, above the instructions', async ({ page, admin }) => {
    await admin.signIn(page)
    await page.goto('/admin/imports')
    await page.getByLabel('Choose a file', { exact: true }).setInputFiles({
      ...{ name: 'notes.csv', mimeType: 'text/csv', buffer: Buffer.from('Day,Weather\nMonday,Rain\n') },
    })
    await expect(page.getByText(/recognize this file/)).toBeInViewport({ ratio: 1 })
    await expectAccessible(page)
  })
})

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
  // At the end of the list, the bar for selected rows covers no half of a checkbox.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Create 3 products' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create 3 products' }).click()
  await expect(page.getByText('3 products created.')).toBeVisible()
  await expect(page.getByRole('row', { name: /Trinket Dish/ })).toContainText('Created')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Undo the import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click()
  await expect(page.getByText('This import was undone')).toBeVisible()
  const answer = await page.request.get(`/api/products?keyword=${mark}`)
  expect((await answer.json()).total).toBe(0)
})

test('the seller moves in from WooCommerce, with variations and with what the shop cannot sell', async ({
  page,
  admin,
}) => {
  const mark = randomUUID().slice(0, 6)
  const vest = { Name: `Felt Vest ${mark}`, Published: 1, 'In stock?': 1, 'Attribute 1 name': 'Size' }
  const sized = (size: string, stock: number) => ({
    ...{ ...vest, Type: 'variation', Parent: `vest-${mark}`, SKU: `vest-${mark}-${size}`, 'Regular price': '48' },
    ...{ 'Attribute 1 value(s)': size, Stock: stock, 'Sale price': size === 'L' ? '40' : '' },
  })
  const rows = [
    sized('S', 2),
    { ...vest, Type: 'variable', SKU: `vest-${mark}`, 'Attribute 1 value(s)': 'S, L', Categories: 'Clothing > Vests' },
    { ...vest, Type: 'simple, downloadable', SKU: `pdf-${mark}`, Name: `Pattern ${mark}`, 'Regular price': '9' },
    sized('L', 3),
  ]
  await admin.signIn(page)
  await page.goto('/admin/imports')
  await page.getByLabel('Choose a file', { exact: true }).setInputFiles({
    name: `wc-product-export-${mark}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(csvOf(WOOCOMMERCE_HEADINGS, rows)),
  })
  await expect(page.getByText('WooCommerce, 2 products')).toBeVisible()
  await expect(page.getByText('1 product of 2 rows will be created.')).toBeVisible()
  await expect(page.getByText('Nothing is shipped of this')).toBeVisible()
  await expectAccessibleAtBoth(page)
  await page.getByRole('button', { name: 'Create 1 product' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create 1 product' }).click()
  await expect(page.getByText('1 product created.')).toBeVisible()
  const importPage = page.url()
  const { products } = await (await page.request.get(`/api/products?keyword=${mark}`)).json()
  await page.goto(`/products/${products[0].slug}`)
  await page.getByRole('radio', { name: /^L/ }).check()
  await expect(page.getByText('$40.00').first()).toBeVisible()

  await page.goto(importPage)
  await page.getByRole('button', { name: 'Undo the import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click()
  await expect(page.getByText('This import was undone')).toBeVisible()
})

/** As on a phone, so at a desk. */
async function expectAccessibleAtBoth(page: Page) {
  const phone = page.viewportSize()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectAccessible(page)
  if (phone) await page.setViewportSize(phone)
}

test('the seller brings past orders and reviews, reads them, and takes them away again', async ({ page, admin }) => {
  const mark = randomUUID().slice(0, 6)
  const email = `ann.${mark}@example.com`
  const piece = (await (await page.request.get('/api/products/newest')).json())[0] as { name: string; slug: string }
  const row = (number: number, rest: object = {}) => ({
    ...{
      Name: `#${mark}-${number}`,
      Email: email,
      Currency: 'USD',
      Total: '34.50',
      Subtotal: '30.00',
      Shipping: '4.50',
    },
    ...{ 'Created at': '2024-03-05 10:00:00 -0500', 'Billing Name': 'Ann \u202ELi', 'Lineitem quantity': 1 },
    ...{ 'Lineitem name': piece.name, 'Lineitem price': '30.00', 'Shipping Address1': '1 Main St', ...rest },
  })
  const choose = (name: string, content: string) =>
    page.getByLabel('Choose a file', { exact: true }).setInputFiles({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(content),
    })
  await admin.signIn(page)
  await page.goto('/admin/imports')
  await choose(
    `orders-${mark}.csv`,
    csvOf(SHOPIFY_ORDER_HEADINGS, [
      row(1),
      row(2, { 'Created at': 'last spring', 'Lineitem name': 'A piece that the shop never had' }),
      ...Array.from({ length: 30 }, (_, at) => row(10 + at)),
    ]),
  )
  await expect(page.getByText('31 orders of 32 rows will be added.')).toBeVisible()
  await expectAccessibleAtBoth(page)
  await page.getByLabel(`Day of Order #${mark}-2`).fill('2024-03-04')
  await page.getByRole('button', { name: 'Save the day' }).click()
  await expect(page.getByText('32 orders will be added.')).toBeVisible()
  await page.getByRole('button', { name: 'Add 32 orders' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add 32 orders' }).click()
  await expect(page.getByText('32 orders added.')).toBeVisible()
  await expectAccessibleAtBoth(page)
  const importUrl = page.url()

  await page.getByRole('link', { name: 'View the past orders' }).click()
  await page.getByLabel('Name, email, order number or product').fill(mark)
  await expect(page.getByRole('row', { name: new RegExp(`#${mark}-`) })).toHaveCount(25)
  await expectAccessibleAtBoth(page)
  await page.getByRole('link', { name: 'Older' }).click()
  await expect(page.getByRole('row', { name: new RegExp(`#${mark}-`) })).toHaveCount(7)
  await page.getByRole('link', { name: `View order #${mark}-2` }).click()
  await expect(page.getByRole('heading', { name: `Order #${mark}-2` })).toBeVisible()
  await expect(page.getByText('$34.50')).toBeVisible()
  await expectAccessibleAtBoth(page)

  await page.goto('/admin/imports')
  await choose(
    `reviews-${mark}.json`,
    JSON.stringify([
      {
        reviewer: `Jane ${mark}`,
        date_reviewed: '04/01/2024',
        star_rating: 5,
        message: '<b>Lovely</b> \u202Epiece',
        order_id: mark,
      },
    ]),
  )
  await expect(page.getByText('so you choose the product by hand')).toBeVisible()
  await page.getByRole('button', { name: 'Add 1 review' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add 1 review' }).click()
  await expect(page.getByText('1 review added.')).toBeVisible()
  const reviewsUrl = page.url()
  await page.getByRole('link', { name: 'View the reviews' }).click()
  await page.getByLabel('Name, words, order number or product').fill(mark)
  await expect(page).toHaveURL(/keyword/)
  const card = page.getByRole('listitem').filter({ hasText: `Jane ${mark}` })
  await card.getByLabel('About which product?').fill(piece.name)
  await card.getByRole('button', { name: piece.name, exact: true }).first().click()
  await expect(card.getByText('Shown on')).toBeVisible()
  await expectAccessibleAtBoth(page)

  await page.goto(`/products/${piece.slug}`)
  const section = page.getByRole('region', { name: 'Reviews left on Etsy' })
  await expect(section.getByText(`Jane ${mark}, Apr 1, 2024 · Left on Etsy`)).toBeVisible()
  await expect(section.getByText('<b>Lovely</b>').first()).toBeVisible()
  expect(await page.locator('script[type="application/ld+json"]').allTextContents()).not.toContain('aggregateRating')
  await expectAccessibleAtBoth(page)

  for (const url of [reviewsUrl, importUrl]) {
    await page.goto(url)
    await page.getByRole('button', { name: 'Undo the import' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click()
    await expect(page.getByText('This import was undone')).toBeVisible()
  }
  await page.goto(`/products/${piece.slug}`)
  await expect(page.getByText(`Jane ${mark}`)).toHaveCount(0)
})

test('photos are fetched from the marketplace, and a second file updates a product', async ({ page, admin }) => {
  const mark = randomUUID().slice(0, 6)
  const photo = (path: string) => `http://${process.env.E2E_PHOTO_HOST}/${path}?${mark}`
  const mug = {
    ...{ TITLE: `Moon Mug ${mark}, Handmade Gift, Birthday`, PRICE: '24.00', QUANTITY: 5, TAGS: 'mug' },
    IMAGE1: photo('gone/zi-zinnia-mug.jpg'),
    ...{ IMAGE2: photo('slow/zi-zinnia-mug-2.jpg'), IMAGE3: photo('moved/blush-beaded-pen.jpg') },
  }
  const choose = async (rows: Record<string, string | number>[]) => {
    await page.goto('/admin/imports')
    const buffer = Buffer.from(csvOf(ETSY_HEADINGS, rows))
    const file = { name: `Listings-${mark}.csv`, mimeType: 'text/csv', buffer }
    await page.getByLabel('Choose a file', { exact: true }).setInputFiles(file)
    await expect(page.getByText(`Moon Mug ${mark}`).first()).toBeVisible()
  }
  const confirm = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  }
  await admin.signIn(page)
  await choose([mug, { ...mug, TITLE: `Sun Mug ${mark}, Gift`, IMAGE1: '', IMAGE2: '' }])
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Shorten names' }).click()
  await expect(page.getByText(`Sun Mug ${mark}`, { exact: true })).toBeVisible()
  await confirm('Create 2 products')
  await expect(page.getByText('1 photo could not be fetched.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Fetch again' }).click()
  const readProduct = async () =>
    (await (await page.request.get(`/api/products?keyword=Moon ${mark}`)).json()).products[0]
  await expect.poll(async () => (await readProduct()).images.length).toBe(3)
  expect(await readProduct()).toMatchObject({ name: `Moon Mug ${mark}`, price: 24 })

  await choose([{ ...mug, PRICE: '26.00', QUANTITY: 9 }])
  await expect(page.getByText('There is no new product in this file.')).toBeVisible()
  await page.getByLabel('Update as well (1 with changes)').check()
  await expect(page.getByText('1 product will be updated.')).toBeVisible()
  await expect(page.getByText('Price: $24.00 $26.00')).toBeVisible()
  await expectAccessible(page)
  await confirm('Update 1 product')
  await expect(page.getByText('1 product updated.')).toBeVisible()
  expect(await readProduct()).toMatchObject({ price: 26, qty: 5 })
  await confirm('Undo the import')
  await expect(page.getByText('This import was undone')).toBeVisible()
  expect(await readProduct()).toMatchObject({ price: 24, qty: 5 })
})
