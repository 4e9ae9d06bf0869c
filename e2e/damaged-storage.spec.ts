import { expect, test } from './fixtures.ts'

const DAMAGED_VALUES = {
  userInfo: {},
  cartItems: { an: 'object' },
  shippingAddress: 'Orchard Lane',
  paymentMethod: 7,
  couponCode: [null],
  cartOwner: 12,
  cartChanges: { cart: '', ids: 'text' },
}

test('the shop works in a browser whose stored values are damaged', async ({ page }) => {
  for (const [key, value] of Object.entries({ ...DAMAGED_VALUES, all: null })) {
    await page.goto('/contact')
    await page.evaluate(
      (values) => {
        localStorage.clear()
        for (const [name, value] of Object.entries(values)) localStorage.setItem(name, JSON.stringify(value))
      },
      key === 'all' ? DAMAGED_VALUES : { [key]: value },
    )
    await page.goto('/cart')
    await expect(page.getByText('Your Cart is Empty :(')).toBeVisible()
    await page.goto('/placeorder')
    await expect(page, key).toHaveURL(/\/login\?redirect=%2Fplaceorder$/)
  }
  await page.goto('/cart/little-rainbow-keychain?qty=1')
  await expect(page.getByText('Subtotal (1 item)')).toBeVisible()
})

test('the shop works in a browser that blocks its storage', async ({ page }) => {
  await page.addInitScript(() => {
    const blockedStorage = {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    }
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, blockedStorage)
  })
  await page.goto('/shop')
  await page.evaluate(() => window.scrollTo(0, 500))
  await page.locator('main a[href^="/products/"]').nth(4).click()
  await expect(page).toHaveURL(/\/products\//)
  await page.goBack()
  await expect(page).toHaveURL(/\/shop$/)
  await expect(page.locator('main a[href^="/products/"]').first()).toBeVisible()
  await page.goto('/cart/little-rainbow-keychain?qty=1')
  await expect(page.getByText('Subtotal (1 item)')).toBeVisible()
})
