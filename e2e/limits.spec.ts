import type { Page } from '@playwright/test'
import { TEXT } from '#contract/texts.ts'
import { openDemoShop } from './demo-shop.ts'
import { test as everyday, expect, expectAccessible } from './fixtures.ts'

/** A shop of its own with rate limits, which the shop of the other journeys has turned off. */
const test = everyday.extend<object, { limitedUrl: string }>({
  limitedUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const shop = await openDemoShop({ RATE_LIMITS: 'on' })
      await use(shop.url)
      await shop.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ limitedUrl }, use) => use(limitedUrl),
  // The browser lists a refused call as a failed load.
  expectedFailures: [/status of (401|402|422|429)/],
})

const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()
const expectRefusal = async (page: Page, sentence: string) => {
  await expect(page.getByRole('alert')).toContainText(sentence)
  await expectAccessible(page)
}

test('after too many payments, codes, sign-ins or registrations the page says how long to wait', async ({
  page,
  request,
  shopper,
}) => {
  const { email, password, token } = shopper
  const call = (path: string, data: object) =>
    request.post(path, { data, headers: { authorization: `Bearer ${token}` } })
  const often = async (times: number, act: (round: number) => Promise<unknown>) => {
    for (let round = 0; round < times; round++) await act(round)
  }
  const order = await shopper.placeOrder('little-rainbow-keychain')
  const price = Math.round(order.totalPrice * 100)
  const card = { price, orderId: order._id, sourceId: 'cnon:card-nonce-declined' }
  await often(5, () => call('/api/orders/processSquare', card))
  await shopper.signIn(page)
  await page.goto(`/order/${order._id}`)
  await press(page, 'Google Pay')
  await expectRefusal(page, 'Too many payment attempts. Your card was not charged. Please try again in 24 hours.')

  await often(10, (round) => call('/api/coupons/validate', { code: `GUESS-${round}` }))
  await fillCart(page)
  await page.getByLabel('Code', { exact: true }).fill('welcome5')
  await press(page, TEXT.applyCode)
  await expectRefusal(page, 'Too many wrong discount codes. Please try again in 10 minutes.')

  await often(10, () => call('/api/users/login', { email, password: 'wrong' }))
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  await page.getByLabel(TEXT.emailAddress).fill(email)
  await page.getByLabel(TEXT.password).fill(password)
  await press(page, TEXT.signIn)
  await expectRefusal(page, 'Too many sign-in attempts. Please try again in 1 minute.')
  await expect(page.getByRole('link', { name: 'choose a new password by email' })).toHaveAttribute(
    'href',
    '/forgot-password',
  )

  await often(30, (round) => call('/api/users', { name: 'Ada', email: `ada-${round}@shopper.example`, password }))
  await page.goto('/register')
  await page.getByLabel('Name', { exact: true }).fill('Ada Turner')
  await page.getByLabel(TEXT.emailAddress).fill('ada@shopper.example')
  await page.getByLabel(TEXT.password, { exact: true }).fill(password)
  await page.getByLabel(TEXT.confirmPassword).fill(password)
  await press(page, TEXT.register)
  await expectRefusal(page, 'Too many accounts were created from your network. Please try again in 60 minutes.')
})

/** Adds a product to the cart and goes to the last step of the checkout. */
async function fillCart(page: Page) {
  const address = { address: '12 Orchard Lane', city: 'Madison', state: 'WI', postalCode: '53703', country: 'USA' }
  await page.goto('/products/little-rainbow-keychain')
  await press(page, TEXT.addToCart)
  await expect(page).toHaveURL(/\/cart\/?$/)
  await page.evaluate((shippingAddress) => {
    localStorage.setItem('shippingAddress', JSON.stringify(shippingAddress))
    localStorage.setItem('paymentMethod', JSON.stringify('Square'))
  }, address)
  await page.goto('/placeorder')
}
