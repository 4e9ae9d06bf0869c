import type { Page } from '@playwright/test'
import { TEXT } from '#contract/texts.ts'
import { HEART, WISHES } from '#features/wishes/shop/texts.ts'
import { createProduct, expectNoHorizontalScroll, fillCart } from './checkout.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import type { Shopper } from './shoppers.ts'

const KEYCHAIN = 'little-rainbow-keychain'

async function signInByForm(page: Page, { email, password }: Shopper, path: string) {
  await page.goto(`/login?redirect=${path}`)
  await page.getByLabel(TEXT.emailAddress).fill(email)
  await page.getByLabel(TEXT.password, { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: TEXT.signIn }).click()
  await expect(page).toHaveURL(path)
}

const heart = (page: Page, name: string) => page.getByRole('button', { name: HEART.label(name), exact: true })

const storedWishes = (page: Page) => page.evaluate(() => JSON.parse(localStorage.wishes ?? '[]').length)

test('a guest keeps a piece on a phone, signs in, and finds wishes and cart on another device', {
  tag: '@phone',
}, async ({ page, browser, baseURL, admin, shopper }) => {
  test.slow()
  const { name, slug } = await createProduct(page, admin)
  await page.goto('/wishes')
  await expect(page.getByRole('heading', { name: WISHES.empty })).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/products/${slug}`)
  const before = await page.getByRole('heading', { level: 1 }).boundingBox()
  await heart(page, name).click()
  await expect(heart(page, name)).toHaveAttribute('aria-pressed', 'true')
  expect(await page.getByRole('heading', { level: 1 }).boundingBox()).toEqual(before)
  await expectAccessible(page)
  await page.getByRole('status').getByRole('link', { name: HEART.list }).click()
  await expect(page.getByRole('link', { name })).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await fillCart(page, KEYCHAIN, slug)
  const saved = page.waitForResponse((response) => response.url().includes('/api/saved-carts/') && response.ok())
  await signInByForm(page, shopper, '/cart')
  await saved

  const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: { width: 1440, height: 900 } })
  const laptop = await context.newPage()
  await signInByForm(laptop, shopper, '/wishes')
  await expect(laptop.getByRole('link', { name })).toBeVisible()
  await laptop.goto('/cart')
  const offer = laptop.getByRole('status').filter({ hasText: 'From your other device' })
  await expect(offer).toContainText(name)
  await expect(laptop.getByRole('button', { name: 'Remove' }), 'nothing comes by itself').toHaveCount(0)
  await expectAccessible(laptop)
  await offer.getByRole('button', { name: TEXT.addToCart }).click()
  await expect(laptop.getByRole('button', { name: 'Remove' })).toHaveCount(2)
  await expect(offer).toHaveCount(0)

  // A sign-out clears this device, and neither the account nor the other one.
  await laptop.goto('/wishes')
  await laptop.getByRole('button', { name: 'Grace Potter' }).click()
  await laptop.getByRole('button', { name: 'Logout' }).click()
  await expect.poll(() => storedWishes(laptop)).toBe(0)
  await context.close()
  await page.goto('/cart')
  await expect(page.getByRole('button', { name: 'Remove' })).toHaveCount(2)
  expect(await storedWishes(page)).toBe(1)
})
