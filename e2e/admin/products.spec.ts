import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'
import type { SignedIn } from '../shoppers.ts'
import { chooseFilter } from './drawers.ts'

/** A name that no other journey gives to a product. */
const freshName = () => `Maple Letter Opener ${randomUUID().slice(0, 8)}`

/** Products that only this test uses, created through the API; their names begin alike. */
async function makePieces(page: Page, { token }: SignedIn, ...fields: object[]) {
  const name = freshName()
  const headers = { authorization: `Bearer ${token}` }
  const ids: string[] = []
  for (const [index, fieldsOfOne] of fields.entries()) {
    const { _id } = await (await page.request.post('/api/products', { headers })).json()
    const data = { name: `${name} ${index + 1}`, price: 20, category: 'accessories', qty: 4, ...fieldsOfOne }
    expect((await page.request.put(`/api/products/${_id}`, { headers, data })).status()).toBe(200)
    ids.push(_id)
  }
  return { name, ids }
}

const listOf = (name: string, more = '') => `/admin/productlist?keyword=${encodeURIComponent(name)}${more}`

test('the seller creates a product, and the shop shows it once it has a name, a price and a category', async ({
  page,
  admin,
}) => {
  // This test checks the accessibility of five screens.
  test.slow()
  const name = freshName()
  await admin.signIn(page)
  await page.goto('/admin/productlist')
  await expect(page.getByRole('table', { name: 'Products' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create Product' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New product' })).toBeVisible()
  await expectAccessible(page)

  // Who leaves at once leaves nothing behind.
  const id = new URL(page.url()).pathname.split('/').at(-2)
  await page.getByRole('link', { name: 'Go Back' }).click()
  const headers = { authorization: `Bearer ${admin.token}` }
  await expect.poll(async () => (await page.request.get(`/api/products/${id}`, { headers })).status()).toBe(404)
  await page.getByRole('button', { name: 'Create Product' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New product' })).toBeVisible()

  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Price', { exact: true }).fill('twelve')
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect(page.getByLabel('Price', { exact: true })).toHaveAccessibleDescription(
    /Enter a price in dollars and cents/,
  )
  await expect(page.getByLabel('Price', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Name')).toHaveValue(name)
  await expectAccessible(page)

  await page.getByLabel('Price', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'was saved as a draft' })).toBeVisible()
  await expect(page.getByRole('row', { name })).toContainText('Draft')

  await page.getByRole('link', { name: `Edit ${name}` }).click()
  await page.getByLabel('Price', { exact: true }).fill('12.50')
  await page.getByLabel('Quantity').fill('3')
  await page.getByLabel('Category').selectOption('accessories')
  await page.getByLabel('Description').fill('Light in the hand.\n\nOiled twice.')
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect(page.getByText(`${name} was saved.`)).toBeVisible()
  await expect(page).toHaveURL('/admin/productlist')

  await page.goto(`/search/${encodeURIComponent(name)}`)
  await page.getByRole('link', { name }).first().click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page.getByText('Oiled twice.')).toBeVisible()
  await expect(page.getByText('Put on sale, by')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Edit Product' }).click()
  await expect(page.getByLabel('Description')).toHaveValue('Light in the hand.\n\nOiled twice.')
})

test.describe('a draft', () => {
  test.use({ expectedFailures: [/404/] })

  test('has a page that only the seller sees and that is marked as a draft', { tag: '@phone' }, async ({
    page,
    admin,
    browser,
    baseURL,
  }) => {
    const { ids } = await makePieces(page, admin, { price: 0 })
    await admin.signIn(page)
    await page.goto(`/products/${ids[0]}`)
    await expect(page.getByText('Only you see this page')).toBeVisible()
    await expectAccessible(page)
    const visitor = await browser.newPage({ baseURL })
    expect((await visitor.goto(`/products/${ids[0]}`))?.status()).toBe(404)
    await visitor.close()
  })
})

test('a product is edited with the keyboard alone', { tag: '@desktop' }, async ({ page, admin }) => {
  const { name, ids } = await makePieces(page, admin, {})
  await admin.signIn(page)
  await page.goto(listOf(name))
  const edit = page.getByRole('link', { name: `Edit ${name} 1` })
  await edit.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Edit Product' })).toBeVisible()
  await tabTo(page, 'name')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(`${name} of oak`)
  await tabTo(page, 'category')
  await page.keyboard.type('Cups')
  await tabTo(page, 'price')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('31.5')
  await tabTo(page, 'qty')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('7')
  await tabTo(page, 'featured')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Update Product' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${name} of oak was saved.`)).toBeVisible()
  const savedProduct = await (await page.request.get(`/api/products/${ids[0]}`)).json()
  expect(savedProduct).toMatchObject({ name: `${name} of oak`, price: 31.5, qty: 7, category: 'cups', featured: true })
})

/** Presses Tab until the field of that name has the focus. */
async function tabTo(page: Page, name: string) {
  const isThere = () => page.evaluate((wantedName) => document.activeElement?.getAttribute('name') === wantedName, name)
  for (let presses = 0; presses < 60 && !(await isThere()); presses++) await page.keyboard.press('Tab')
  await expect(page.locator(`[name="${name}"]`)).toBeFocused()
}

/** On a phone the fields of the bar open on request. */
async function openFields(bar: Locator) {
  const change = bar.getByRole('button', { name: 'Change', exact: true })
  if (await change.isVisible()) await change.click()
}

test('a bulk edit changes the price of several products, and the history of each records it', {
  tag: '@phone',
}, async ({ page, admin }) => {
  const { name, ids } = await makePieces(page, admin, {}, { price: 10 }, { price: 5 })
  await admin.signIn(page)
  await page.goto(listOf(name, '&sort=name'))
  for (const number of [1, 2]) await page.getByRole('checkbox', { name: `Select ${name} ${number}` }).check()
  const bar = page.getByRole('region', { name: 'Selected products' })
  await expect(bar.getByText('2 products selected')).toBeVisible()
  await openFields(bar)
  await bar.getByLabel('What to do').selectOption('Change price by percent')
  await bar.getByRole('button', { name: 'Apply' }).click()
  await expect(bar.getByLabel('By how much')).toHaveAccessibleDescription('Enter a number.')
  await bar.getByLabel('By how much').fill('10')
  await expectAccessible(page)
  await bar.getByRole('button', { name: 'Apply' }).click()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Price changed for 2 products.')).toBeVisible()
  await expect(bar).toBeHidden()
  const prices = await Promise.all(
    ids.map(async (id) => (await (await page.request.get(`/api/products/${id}`)).json()).price),
  )
  expect(prices).toEqual([22, 11, 5])
  await expect(page.getByRole('row', { name: `${name} 1` })).toContainText('$22.00')
})

test('a product is deleted after a confirmation and leaves the shop', { tag: '@phone' }, async ({ page, admin }) => {
  const { name, ids } = await makePieces(page, admin, {}, {})
  await admin.signIn(page)
  await page.goto(listOf(name))
  await page.getByRole('button', { name: `Delete ${name} 1` }).click()
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`Product ${name} 1 Deleted!`)).toBeVisible()
  await expect(page.locator(':focus')).toHaveText(new RegExp(`Product ${name} 1 Deleted!`))
  await expect(page.getByRole('status').filter({ hasText: /^1 product$/ })).toBeVisible()
  expect((await page.request.get(`/api/products/${ids[0]}`)).status()).toBe(404)

  // A later notice replaces the first one and does not return the focus.
  await page.getByRole('checkbox', { name: `Select ${name} 2` }).check()
  const bar = page.getByRole('region', { name: 'Selected products' })
  await openFields(bar)
  await bar.getByLabel('What to do').selectOption('Change price by percent')
  await bar.getByLabel('By how much').fill('10')
  await bar.getByRole('button', { name: 'Apply' }).click()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  const confirmation = page.getByText('Price changed for 1 product.')
  await expect(confirmation).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(confirmation).toBeHidden()
  await expect(page.getByText(`Product ${name} 1 Deleted!`)).toBeHidden()
})

test('the address of the product list holds its filters, order and page', async ({ page, admin }) => {
  const { name } = await makePieces(page, admin, { price: 30 }, { qty: 0 }, { qty: 2 })
  await admin.signIn(page)
  await page.goto('/admin/productlist')
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL('/admin/productlist/2')
  await expect(page.getByRole('navigation', { name: 'Pages' }).getByText('2', { exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  const box = page.getByLabel('Search by name, SKU or color')
  await box.fill(name)
  await expect(page).toHaveURL(/\/admin\/productlist\?keyword=/)
  await expect(box).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: /^3 products$/ })).toBeVisible()
  await chooseFilter(page, 'Show', 'Sold out')
  await expect(page.getByRole('row', { name: `${name} 2` })).toContainText('Sold out')
  await expect(page.getByRole('status').filter({ hasText: /^1 product$/ })).toBeVisible()
  await chooseFilter(page, 'Show', 'Everything')
  await chooseFilter(page, 'Sort by', 'Price, highest first')
  await expect(page).toHaveURL(/sort=-price/)
  await expect(page.getByRole('row').filter({ hasText: name }).first()).toContainText('$30.00')
})
