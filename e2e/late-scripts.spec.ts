import { TEXT } from '#contract/texts.ts'
import { LAYOUT } from '#web/texts/shop.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { delayRequests } from './slowness.ts'

const MUG = '/products/oatmeal-drip-mug'
const CART_CODE = '**/assets/CartPage*.js'
const NOTICE = 'This page needs JavaScript, which is off or has not loaded.'

test('what is typed into a form before its scripts load stays, and is sent', async ({ page, shopper }) => {
  const release = await delayRequests(page, '**/assets/*.js')
  const opening = page.goto('/login')
  await page.getByLabel(TEXT.emailAddress).fill(shopper.email)
  await page.getByLabel(TEXT.password, { exact: true }).fill(shopper.password)
  await page.getByLabel(TEXT.password, { exact: true }).press('Enter')
  release()
  await opening
  await page.getByRole('main').getByRole('button', { name: TEXT.signIn }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('who has signed in at this browser before finds the sign-in form first, with what was typed early', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/contact')
  await page.evaluate(() => localStorage.setItem('devices', JSON.stringify([{ user: 'ada', mark: 'mark' }])))
  const release = await delayRequests(page, '**/assets/*.js')
  const opening = page.goto('/login?redirect=shipping')
  await expect(page.getByRole('heading', { level: 1, name: 'Check out as a guest' })).toBeVisible()
  await page.getByLabel(TEXT.emailAddress).fill('ada@shopper.example')
  release()
  await opening
  await expect(page.getByRole('heading', { level: 1, name: TEXT.signIn })).toBeVisible()
  await expect(page.getByLabel(TEXT.emailAddress)).toHaveValue('ada@shopper.example')
  await expectAccessible(page)
})

for (const path of ['/', '/contact'])
  test(`${path} names a signed-in user before its scripts load`, async ({ page, shopper }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await shopper.signIn(page)
    const { name } = await page.evaluate(() => JSON.parse(localStorage.getItem('userInfo') ?? ''))
    const release = await delayRequests(page, '**/assets/*.js')
    const opening = page.goto(path)
    const login = page.getByRole('banner').getByRole('link', { name: LAYOUT.login })
    const contentShown = () => login.evaluate((link) => getComputedStyle(link, '::after').content)
    await expect.poll(contentShown).toBe(JSON.stringify(name))
    release()
    await opening
    await expect(login).toHaveCount(0)
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await expect.poll(contentShown).toBe('none')
  })

test('a browser that stores nothing still takes a product to the checkout', async ({ page, shopper }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The storage is full.', 'QuotaExceededError')
    }
  })
  await page.goto(MUG)
  await page.getByLabel('Quantity').selectOption('3')
  await page.getByRole('main').getByRole('button', { name: TEXT.addToCart }).first().click()
  await expect(page).toHaveURL(/\/cart$/)
  await expect(page.getByText('Subtotal (3 items)')).toBeVisible()
  await page.getByRole('link', { name: TEXT.proceedToCheckout }).click()
  await page.getByLabel(TEXT.emailAddress).fill(shopper.email)
  await page.getByLabel(TEXT.password, { exact: true }).fill(shopper.password)
  await page.getByRole('main').getByRole('button', { name: TEXT.signIn }).click()
  await expect(page).toHaveURL(/\/shipping$/)
})

test.describe('code of a page that a new version of the shop has removed', () => {
  test.use({ expectedFailures: [/status of 404|Failed to fetch dynamically imported module/] })

  test('the page is loaded once more', async ({ page }) => {
    await page.route(CART_CODE, (route) => route.fulfill({ status: 404, body: '' }), { times: 2 })
    await page.goto('/cart')
    await expect(page.getByText(TEXT.cartEmpty)).toBeVisible()
    await expect(page.getByText(NOTICE)).toHaveCount(0)
  })

  test('a page that has not loaded after that says so', async ({ page }) => {
    await page.route(CART_CODE, (route) => route.fulfill({ status: 404, body: '' }))
    // Not by page.goto, which waits for the scripts.
    await page.goto('/contact')
    await page.getByRole('link', { name: 'Cart' }).first().click()
    await expect(page.getByText(NOTICE)).toBeVisible()
    await expectAccessible(page)
    await page.unroute(CART_CODE)
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByText(TEXT.cartEmpty)).toBeVisible()
  })
})
