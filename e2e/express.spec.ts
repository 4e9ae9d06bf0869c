import { TEXT } from '#contract/texts.ts'
import { DEMO_WALLET, EXPRESS } from '#web/texts/express.ts'
import { expectNoHorizontalScroll, fillCart } from './checkout.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

const PIECE = 'little-rainbow-keychain'

test('a wallet on the page of a product buys it without a typed field', { tag: '@phone' }, async ({ page }) => {
  await page.goto(`/products/${PIECE}`)
  // The first touch wakes the page.
  await page.getByLabel('Quantity').focus()
  const wallets = page.getByRole('region', { name: EXPRESS.title })
  await wallets.getByRole('button', { name: 'Apple Pay' }).click()
  const sheet = page.getByRole('dialog', { name: 'Apple Pay' })
  const pay = sheet.getByRole('button', { name: /^Pay \$/ })
  await expect(pay).toBeEnabled()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  expect(await sheet.locator('input:not([type=radio]), select, textarea').count()).toBe(0)

  await sheet.getByRole('button', { name: DEMO_WALLET.cancel }).click()
  await expect(sheet).toBeHidden()
  await wallets.getByRole('button', { name: 'Google Pay' }).click()
  const other = page.getByRole('dialog', { name: 'Google Pay' })
  await other.getByRole('radio', { name: /Portland/ }).check()
  const payThere = other.getByRole('button', { name: /^Pay \$/ })
  await expect(payThere).toBeEnabled()
  const total = (await payThere.textContent())?.replace('Pay ', '') ?? ''
  await payThere.click()
  await expect(page).toHaveURL(/\/order\/[0-9a-f-]{36}$/)
  await expect(page.getByText(TEXT.paidOn)).toBeVisible()
  await expect(page.getByText('40 Harbor Street')).toBeVisible()
  await expect(page.getByText(total).first()).toBeVisible()
  await expectAccessible(page)
})

test('a wallet in the cart buys all of it and empties the cart', { tag: '@phone' }, async ({ page }) => {
  await fillCart(page, PIECE, 'oatmeal-drip-mug')
  const wallets = page.getByRole('region', { name: EXPRESS.title })
  await wallets.scrollIntoViewIfNeeded()
  await expectAccessible(page)
  await wallets.getByRole('button', { name: 'Apple Pay' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Pay \$/ })
    .click()
  await expect(page).toHaveURL(/\/order\/[0-9a-f-]{36}$/)
  await expect(page.getByText(TEXT.paidOn)).toBeVisible()
  await page.goto('/cart')
  await expect(page.getByText(TEXT.cartEmpty)).toBeVisible()
})
