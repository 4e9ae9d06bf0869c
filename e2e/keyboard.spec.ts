import type { Page } from '@playwright/test'
import { TEXT } from '#contract/texts.ts'
import { createProduct, tabTo } from './checkout.ts'
import { expect, test } from './fixtures.ts'

test('a shopper buys a product with the keyboard alone, from the home page to the paid order', async ({
  page,
  admin,
  shopper,
}) => {
  test.slow()
  const { name: piece } = await createProduct(page, admin)
  const main = page.getByRole('main')
  const press = (key: string) => page.keyboard.press(key)
  const button = (name: string | RegExp) => main.getByRole('button', { name })
  const write = async (label: string, text: string) => {
    await tabTo(page, main.getByLabel(label, { exact: true }))
    await page.keyboard.type(text)
  }

  await page.goto('/')
  await search(page, piece)
  await tabTo(page, main.getByRole('link', { name: piece }).first())
  await press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: piece })).toBeVisible()
  await tabTo(page, main.getByLabel('Quantity'))
  await press('ArrowDown')
  await tabTo(page, button(TEXT.addToCart).first())
  await press('Enter')
  await expect(page.getByText('Subtotal (2 items)')).toBeVisible()

  await tabTo(page, main.getByLabel(`Quantity of ${piece}`))
  await press('ArrowUp')
  await expect(page.getByText('Subtotal (1 item)')).toBeVisible()
  await tabTo(page, button(`Remove ${piece}`))
  await press('Enter')
  await expect(page.getByText(TEXT.cartEmpty)).toBeVisible()
  await expect(button(/^Undo/)).toBeFocused()
  await press('Enter')
  await expect(button(`Remove ${piece}`)).toBeFocused()
  await tabTo(page, main.getByRole('link', { name: TEXT.proceedToCheckout }))
  await press('Enter')

  await expect(page.getByRole('button', { name: TEXT.signIn })).toBeVisible()
  await write(TEXT.emailAddress, shopper.email)
  await write(TEXT.password, shopper.password)
  await press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: TEXT.shipping })).toBeVisible()
  await write(TEXT.address, '12 Orchard Lane')
  await write(TEXT.postalCode, '53703')
  await expect(page.getByLabel(TEXT.city)).toHaveValue('Madison')
  await expect(page.getByLabel(TEXT.state)).toHaveValue('WI')
  await tabTo(page, button(TEXT.continue))
  await press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: TEXT.placeOrder })).toBeVisible()
  await write('Code', 'welcome5')
  await press('Enter')
  await expect(page.getByText('you save $5.00')).toBeVisible()
  await tabTo(page, button(TEXT.proceedToCheckout))
  await press('Enter')

  await expect(page).toHaveURL(/\/order\//)
  await write('Card number', '4111111111111111')
  await write('Expiry', '1230')
  await write('CVV', '111')
  await write('ZIP code', '53703')
  await tabTo(page, button(/^Pay \$/))
  await press('Enter')
  await expect(page.getByText(TEXT.paidOn)).toBeVisible()
})

async function search(page: Page, words: string) {
  await tabTo(page, page.getByRole('button', { name: 'Search' }).first())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: TEXT.searchTitle })).toBeVisible()
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(words)
}
