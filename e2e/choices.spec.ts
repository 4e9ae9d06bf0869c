import type { Page } from '@playwright/test'
import { TEXT } from '#contract/texts.ts'
import { newPiece } from './admin/product-photos.ts'
import { expectNoHorizontalScroll, rememberAddress, tabTo } from './checkout.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test('a seller gives a piece sizes and glazes, and a shopper buys one with a name on it by keyboard', async ({
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
    await makeChoices(page)
    await askForName(page)
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await page.getByRole('button', { name: 'Update Product' }).click()
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
    const field = shop.getByLabel('Name to engrave (+$5.00)')
    await field.fill('Anna Maria Josefina')
    await field.blur()
    await expect(shop.getByText('Name to engrave: at most 12 characters, and there are 19.')).toBeVisible()
    await field.fill('Anna')
    await shop.reload()
    await expect(field).toHaveValue('Anna')
    await expect(shop.getByRole('radio', { name: 'Large' })).toBeChecked()
    await tabTo(shop, shop.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first())
    await shop.keyboard.press('Enter')
  })
  await test.step('the cart and the order name the choice and the answer', async () => {
    await expect(shop).toHaveURL(/\/cart$/)
    await expect(shop.getByRole('main')).toContainText(`${name}, Large / Blue`)
    await expect(shop.getByRole('main')).toContainText('Name to engrave: Anna')
    await expect(shop.getByRole('main')).toContainText('$53.00')
    await expectAccessible(shop)
    await shopper.signIn(shop)
    await rememberAddress(shop)
    await shop.goto('/placeorder')
    await shop.getByRole('button', { name: TEXT.proceedToCheckout }).click()
    await expect(shop).toHaveURL(/\/order\//)
    await expect(shop.getByRole('main')).toContainText('Name to engrave: Anna')
    await expectAccessible(shop)
  })
  await context.close()
})

async function makeChoices(page: Page) {
  await page.locator('summary', { hasText: 'Choices' }).click()
  await page.getByRole('button', { name: 'Add choices' }).click()
  await page.getByLabel('The choices differ in').fill('Size')
  await page.getByLabel('Values of Size').fill('Small\nLarge')
  await page.getByLabel('The choices differ in').focus()
  await page.getByRole('button', { name: 'Add another difference' }).click()
  await page.getByLabel('They also differ in').fill('Glaze')
  await page.getByLabel('Values of Glaze').fill('White\nBlue')
  await page.getByLabel('They also differ in').focus()
  await page.getByLabel('Price', { exact: true }).selectOption('Depends on Size')
  await page.getByLabel('Price of Large').fill('48')
  const quantities = page.getByLabel('Quantity')
  await expect(quantities).toHaveCount(4)
  for (const [place, qty] of ['4', '1', '0', '3'].entries()) await quantities.nth(place).fill(qty)
}

async function askForName(page: Page) {
  await page.locator('summary', { hasText: 'Questions to the buyer' }).click()
  await page.getByRole('button', { name: 'Add a question' }).click()
  await page.getByLabel('Question', { exact: true }).fill('Name to engrave')
  await page.getByLabel('Costs extra').fill('5')
  await page.getByLabel('Most characters').fill('12')
  await page.getByLabel('An answer is needed').check()
}
