import type { Locator, Page } from '@playwright/test'
import { TEXT } from '#contract/texts.ts'
import { newPiece } from './admin/product-photos.ts'
import { expectNoHorizontalScroll, rememberAddress, tabTo } from './checkout.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test('by keyboard a seller gives a piece sizes and glazes, a shopper buys one with a name as a gift, and it is packed', async ({
  page,
  request,
  browser,
  admin,
  shopper,
}) => {
  test.slow()
  const { id, name } = await newPiece(request, admin)
  await test.step('the seller adds two axes, a price for each size, and a question', async () => {
    await admin.signIn(page)
    await page.goto(`/admin/products/${id}/edit`)
    await expect(page.getByRole('button', { name: 'Update Product' })).toBeVisible()
    await makeChoices(page)
    await askForName(page)
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await press(page, page.getByRole('button', { name: 'Update Product' }))
    await expect(page.getByText(`${name} was saved.`)).toBeVisible()
  })
  const context = await browser.newContext({ viewport: page.viewportSize() })
  const shop = await context.newPage()
  await shop.goto(`/products/${id}`)
  await test.step('price, stock and address follow what is chosen', async () => {
    await expect(shop.getByText('from $34.00').first()).toBeVisible()
    const large = shop.getByRole('radio', { name: 'Large' })
    await tabTo(shop, shop.getByRole('radio', { name: 'Small' }))
    await shop.keyboard.press('ArrowRight')
    await expect(large).toBeChecked()
    await tabTo(shop, shop.getByRole('radio', { name: 'White (sold out)' }))
    await shop.keyboard.press('ArrowRight')
    await expect(shop.getByRole('radio', { name: 'Blue' })).toBeChecked()
    await expect(shop.getByText('$48.00').first()).toBeVisible()
    await expect(shop).toHaveURL(/choice=blue-mug-[0-9a-f]+-large-blue$/)
    await expectAccessible(shop)
  })
  await test.step('answers are checked as they are left, and kept over a reload', async () => {
    const field = shop.getByLabel('Name to engrave, +$5.00')
    await write(shop, field, 'Anna Maria Josefina')
    await shop.keyboard.press('Tab')
    await expect(shop.getByText('Name to engrave: use 12 characters or fewer (now 19).')).toBeVisible()
    await write(shop, field, 'Anna')
    await shop.reload()
    await expect(field).toHaveValue('Anna')
    await expect(shop.getByRole('radio', { name: 'Large' })).toBeChecked()
    await press(shop, shop.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first())
  })
  await test.step('the cart names the choice and the answer', async () => {
    await expect(shop).toHaveURL(/\/cart$/)
    await expect(shop.getByRole('main')).toContainText(`${name}, Large / Blue`)
    await expect(shop.getByRole('main')).toContainText('Name to engrave: Anna')
    await expect(shop.getByRole('main')).toContainText('$53.00')
    await expectAccessible(shop)
  })
  await test.step('it is a gift, with wrap and a note that a reload keeps', async () => {
    await shopper.signIn(shop)
    await rememberAddress(shop)
    await shop.goto('/placeorder')
    await press(shop, shop.getByLabel('It’s a gift'), 'Space')
    await press(shop, shop.getByLabel('Gift wrap (+$4.00)'), 'Space')
    await write(shop, shop.getByLabel('Gift note (optional)'), NOTE)
    await shop.reload()
    await expect(shop.getByLabel('Gift note (optional)')).toHaveValue(NOTE)
    await expect(figure(shop, 'Gift wrap')).toHaveText('$4.00')
    await expectAccessible(shop)
    await expectNoHorizontalScroll(shop)
    await press(shop, shop.getByRole('button', { name: TEXT.proceedToCheckout }))
  })
  await test.step('the order shows the gift, and is paid', async () => {
    await expect(shop).toHaveURL(/\/order\//)
    for (const text of ['Name to engrave: Anna', NOTE]) await expect(shop.getByRole('main')).toContainText(text)
    await expect(figure(shop, 'Gift wrap')).toHaveText('$4.00')
    await expectAccessible(shop)
    for (const [label, text] of CARD) await write(shop, shop.getByLabel(label, { exact: true }), text)
    await press(shop, shop.getByRole('button', { name: /^Pay \$/ }))
    await expect(shop.getByText(TEXT.paidOn)).toBeVisible()
  })
  await context.close()
  await test.step('the seller prints its slip, and ships it', async () => {
    await page.goto(`/admin/orderlist?keyword=${shopper.email}`)
    const row = page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: /^Select order/ }) })
    await press(page, row.getByRole('checkbox'), 'Space')
    await press(page, page.getByRole('link', { name: 'Print packing slips' }))
    const slip = page.getByRole('region', { name: /^Packing slip of order/ })
    for (const text of [`${name}, Large / Blue`, 'Wrap this order as a gift.', NOTE])
      await expect(slip).toContainText(text)
    await expect(slip).not.toContainText('$')
    expect(await sizeOf(slip.getByText('Anna', { exact: true }))).toBeGreaterThan(await sizeOf(slip))
    await expectAccessible(page)
    await page.goBack()
    await press(page, row.getByRole('checkbox'), 'Space')
    await press(page, page.getByRole('button', { name: /^Mark shipped$/ }))
    const dialog = page.getByRole('dialog', { name: TEXT.areYouSure })
    await press(page, dialog.getByRole('button', { name: TEXT.markShipped }))
    await expect(page.getByText('1 order is marked as shipped.')).toBeVisible()
  })
})

const NOTE = 'Happy birthday, Zoë!'
const CARD = [
  ['Card number', '4111111111111111'],
  ['Expiry', '1230'],
  ['CVV', '111'],
  ['ZIP code', '53703'],
] as const

/** Goes to a control with the Tab key, and presses a key on it. */
async function press(page: Page, control: Locator, key = 'Enter') {
  await tabTo(page, control)
  await page.keyboard.press(key)
}

/** Goes to a field with the Tab key, and replaces its text. */
async function write(page: Page, field: Locator, text: string) {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

const figure = (page: Page, label: string) => page.locator('dt', { hasText: label }).locator('xpath=../dd')

/** The size of its letters in pixels. */
const sizeOf = (text: Locator) => text.evaluate((node) => Number.parseFloat(getComputedStyle(node).fontSize))

async function makeChoices(page: Page) {
  const differIn = page.getByLabel('Option', { exact: true })
  const alsoDifferIn = page.getByLabel('Second option')
  await press(page, page.locator('summary', { hasText: 'Choices' }))
  await press(page, page.getByRole('button', { name: 'Add choices' }))
  await write(page, differIn, 'Size')
  await write(page, page.getByLabel('Values of Size'), 'Small\nLarge')
  await page.keyboard.press('Tab')
  await press(page, page.getByRole('button', { name: 'Add another option' }))
  await write(page, alsoDifferIn, 'Glaze')
  await write(page, page.getByLabel('Values of Glaze'), 'White\nBlue\nGreen')
  await page.keyboard.press('Tab')
  await tabTo(page, page.getByLabel('Price', { exact: true }))
  await page.keyboard.type('Depends on S')
  await write(page, page.getByLabel('Price of Large'), '48')
  const quantities = page.getByLabel('Quantity')
  await expect(quantities).toHaveCount(6)
  for (const [place, qty] of ['4', '1', '2', '0', '3', '1'].entries()) await write(page, quantities.nth(place), qty)
}

async function askForName(page: Page) {
  await press(page, page.locator('summary', { hasText: 'Personalization' }))
  await press(page, page.getByRole('button', { name: 'Add a question' }))
  await write(page, page.getByLabel('Question', { exact: true }), 'Name to engrave')
  await write(page, page.getByLabel('Costs extra'), '5')
  await write(page, page.getByLabel('Maximum characters'), '12')
  await press(page, page.getByLabel('Required', { exact: true }), 'Space')
}
