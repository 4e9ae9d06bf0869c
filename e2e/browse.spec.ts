import type { Page } from '@playwright/test'
import { TEXT } from '#contract/texts.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

const SOLD_OUT = 'agate-slice-stopper'
const SIX_LEFT = 'oatmeal-drip-mug'

for (const [width, visible] of [
  [1440, 5],
  [1100, 3],
  [991, 3],
  [700, 2],
  [390, 2],
] as const)
  test(`at ${width} px the carousel shows ${visible} of the featured products`, { tag: '@phone' }, async ({ page }) => {
    // While the carousel advances, the products at its ends are cut off.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    const carousel = page.getByRole('region', { name: TEXT.featured })
    await expect(carousel).toBeVisible()
    const inSight = await carousel.getByRole('list').evaluate((row) => {
      const { left, right } = row.getBoundingClientRect()
      return [...row.children].filter((item) => {
        const box = item.getBoundingClientRect()
        return box.left >= left - 1 && box.right <= right + 1
      }).length
    })
    expect(inSight).toBe(visible)
  })

test('the carousel advances by itself, and pauses under the pointer', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/')
  const row = page.getByRole('region', { name: TEXT.featured }).getByRole('list')
  const place = () => row.evaluate((element) => element.scrollLeft)
  await expect.poll(place).toBeGreaterThan(0)
  await row.hover()
  await page.waitForTimeout(1_000)
  const placeAtRest = await place()
  await page.waitForTimeout(6_000)
  expect(await place()).toBe(placeAtRest)
})

test('with reduced motion the carousel does not move', { tag: '@phone' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await page.waitForTimeout(6_000)
  const row = page.getByRole('region', { name: TEXT.featured }).getByRole('list')
  expect(await row.evaluate((element) => element.scrollLeft)).toBe(0)
})

test('a blank search leads to the home page', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/shop')
  await page.getByRole('button', { name: 'Search' }).first().click()
  const modal = page.getByRole('dialog', { name: TEXT.searchTitle })
  await modal.getByRole('combobox').fill('   ')
  await modal.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('heading', { name: TEXT.featured })).toBeVisible()
})

test('a search with a typing error finds the product, and one without results offers links', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/search/keychian')
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /Keychain/ })
      .first(),
  ).toBeVisible()
  await page.goto('/search/xylophone')
  await expect(page.getByRole('main').getByRole('link', { name: /shop/i })).toBeVisible()
  await expectAccessible(page)
})

test('a sold out product cannot be added to the cart', { tag: '@phone' }, async ({ page }) => {
  await page.goto(`/products/${SOLD_OUT}`)
  await expect(page.getByText(TEXT.outOfStock)).toBeVisible()
  await expect(page.getByRole('button', { name: TEXT.addToCart })).toBeDisabled()
  await page.goto(`/cart/${SOLD_OUT}?qty=1`)
  await expect(page.getByRole('alert')).toContainText('out of stock')
  await expect(page.getByText(TEXT.cartEmpty)).toBeVisible()
  await expectAccessible(page)
})

test('the cart limits quantities to the stock, and survives a reload', { tag: '@phone' }, async ({ page }) => {
  await page.goto(`/cart/${SIX_LEFT}?qty=99`)
  await expect(page.getByText('Subtotal (6 items)')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Subtotal (6 items)')).toBeVisible()
  await page.getByLabel('Quantity of Oatmeal Drip Mug').selectOption('2')
  await expect(page.getByText('Subtotal (2 items)')).toBeVisible()
  await page.getByRole('button', { name: 'Remove Oatmeal Drip Mug' }).click()
  await expect(page.getByText(TEXT.cartEmpty)).toBeVisible()
  await page.reload()
  await expect(page.getByText(TEXT.cartEmpty)).toBeVisible()
  await expect(page.getByRole('button', { name: TEXT.proceedToCheckout })).toBeDisabled()
})

test('signing out clears the cart and the session, in the browser and on the server', { tag: '@phone' }, async ({
  page,
  shopper,
}) => {
  await shopper.signIn(page)
  await page.goto(`/cart/${SIX_LEFT}?qty=1`)
  await expect(page.getByText('Subtotal (1 item)')).toBeVisible()
  await openMenuOf(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'Grace Potter' })).toHaveCount(0)
  const storedState = () => page.evaluate(() => [localStorage.getItem('userInfo'), localStorage.getItem('cartItems')])
  await expect.poll(storedState).toEqual([null, '[]'])
  const details = await page.request.get('/api/users/profile', {
    headers: { authorization: `Bearer ${shopper.token}` },
  })
  expect(details.status()).toBe(401)
})

test.describe('the menu drawer', () => {
  test('opens below 991 px, has working links, and closes with the Escape key', { tag: '@phone' }, async ({ page }) => {
    await page.setViewportSize({ width: 990, height: 844 })
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Keychains' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await page.getByRole('button', { name: 'Menu' }).click()
    await menu.getByRole('link', { name: 'Contact' }).click()
    await expect(page).toHaveURL(/\/contact$/)
    await expect(menu).toBeHidden()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Menu' }).click()
    await menu.getByRole('searchbox').fill('zinnia')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/search\/zinnia$/)
  })

  test('does not exist from 991 px', { tag: '@phone' }, async ({ page }) => {
    await page.setViewportSize({ width: 991, height: 844 })
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Shop' })).toBeVisible()
  })
})

async function openMenuOf(page: Page) {
  const isNarrow = (page.viewportSize()?.width ?? 0) < 991
  await page.getByRole('button', { name: isNarrow ? 'Menu' : 'Grace Potter' }).click()
}
