import { expect, test } from './fixtures.ts'

const DAMAGED = {
  userInfo: {},
  cartItems: { an: 'object' },
  shippingAddress: 'Orchard Lane',
  paymentMethod: 7,
  couponCode: [null],
  cartOwner: 12,
}

test('a browser whose stored values are damaged shows the shop, and fills a cart', async ({ page }) => {
  for (const [key, value] of Object.entries({ ...DAMAGED, all: null })) {
    await page.goto('/contact')
    await page.evaluate(
      (values) => {
        localStorage.clear()
        for (const [name, stored] of Object.entries(values)) localStorage.setItem(name, JSON.stringify(stored))
      },
      key === 'all' ? DAMAGED : { [key]: value },
    )
    await page.goto('/cart')
    await expect(page.getByText('Your Cart is Empty :(')).toBeVisible()
    await page.goto('/placeorder')
    await expect(page, key).toHaveURL(/\/login\?redirect=%2Fplaceorder$/)
  }
  await page.goto('/cart/little-rainbow-keychain?qty=1')
  await expect(page.getByText('Subtotal (1 item)')).toBeVisible()
})
