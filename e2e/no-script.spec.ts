import type { Page } from '@playwright/test'
import { TEXT } from '#contract/texts.ts'
import { DISMISS } from '#web/texts/shop.ts'
import { createProduct, expectNoHorizontalScroll } from './checkout.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { orderLink } from './messages.ts'

// The browser lists the answer to a form that is not filled in as a failed load.
test.use({ javaScriptEnabled: false, expectedFailures: [/status of 422/] })

test('without JavaScript the shop shows its products, and links and pagination work', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Featured Products' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Zi Zinnia Mug/ }).first()).toBeVisible()

  await page.goto('/shop')
  const names = () => page.locator('main li a[href^="/products/"]').allTextContents()
  const first = await names()
  expect(first).toHaveLength(12)
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: '2', exact: true }).click()
  await expect(page).toHaveURL(/\/shop\/page\/2$/)
  const second = await names()
  expect(second).toHaveLength(12)
  expect(second.filter((name) => first.includes(name))).toEqual([])

  await page.getByRole('link', { name: 'Wine Stoppers' }).first().click()
  await expect(page.getByRole('heading', { name: 'Browse All Wine Stoppers' })).toBeVisible()
  await page.locator('main li a[href^="/products/"]').first().click()
  await expect(page.getByText('In Stock').or(page.getByText('Out of Stock'))).toBeVisible()
})

test('without JavaScript the search form leads to its results, and a blank search to the home page', async ({
  page,
}) => {
  await page.goto('/search?text=mug%20')
  await expect(page).toHaveURL(/\/search\/mug$/)
  await expect(page.getByRole('link', { name: /Zi Zinnia Mug/ }).first()).toBeVisible()
  await page.goto('/search?text=%20')
  await expect(page).toHaveURL(/\/$/)
})

test('without JavaScript the cart says what it needs', async ({ page }) => {
  await page.goto('/cart')
  await expect(page.getByText('This page needs JavaScript, which is off or has not loaded.')).toBeVisible()
})

/**
 * Fails when the page is inaccessible or scrolls sideways, on a phone and on a desk. A browser without JavaScript runs no
 * such check, so `checker`, which has it, shows the same HTML.
 */
async function expectSound(page: Page, checker: Page) {
  const html = (await page.content()).replaceAll(/<script\b.*?<\/script>/gs, '')
  for (const width of [1440, 390]) {
    await checker.setViewportSize({ width, height: 844 })
    await checker.setContent(html)
    await expectAccessible(checker)
    await expectNoHorizontalScroll(checker)
  }
}

/** The fields of the form that a person fills in, with their names, as a screen reader has them. */
const shownFields = (page: Page) =>
  page.locator('main form').locator('input:not([type=hidden]), select, textarea').filter({ visible: true })

test('without JavaScript a guest goes from a product to the order that is to be paid', async ({ page, browser }) => {
  test.slow()
  const other = await (await browser.newContext({ javaScriptEnabled: true })).newPage()
  await other.goto('/contact')
  const email = `nell-${Date.now()}@shopper.example`
  await page.goto('/products/little-rainbow-keychain')
  await page.getByLabel('Quantity').selectOption('2')
  await page.getByRole('button', { name: TEXT.addToCart }).first().click()
  await expect(page.getByText('You can order this piece without it.')).toBeVisible()
  await expectSound(page, other)
  await page.getByRole('button', { name: 'Order without JavaScript' }).click()

  await expect(page).toHaveURL(/\/checkout\/[\w-]+\?qty=2/)
  await expect(page.getByRole('heading', { name: 'Order without JavaScript' })).toBeVisible()
  await expect(page.getByText('2 x $')).toBeVisible()
  await expectSound(page, other)
  expect(await shownFields(page).count()).toBeLessThanOrEqual(11)
  await page.getByLabel(TEXT.name, { exact: true }).fill('Nell Hart')
  await page.getByLabel('Email for your receipt').fill('nell@shopper')
  await page.getByLabel('Address', { exact: true }).fill('12 Orchard Lane')
  await page.getByLabel('City').fill('Madison')
  await page.getByLabel('State').selectOption('WI')
  await page.getByLabel('Postal Code').fill('80202')
  await page.getByText('It’s a gift').click()
  await page.getByLabel('Gift note (optional)').fill('For you')
  await page.getByRole('button', { name: TEXT.placeOrder }).click()

  await expect(page.getByRole('alert')).toContainText('Please check the fields that are marked.')
  const wrong = page.getByLabel('Email for your receipt')
  await expect(wrong).toHaveValue('nell@shopper')
  await expect(wrong).toHaveAccessibleDescription('Enter a valid email address.')
  await expect(page.getByLabel('Gift note (optional)')).toHaveValue('For you')
  await expectSound(page, other)
  await page.getByRole('alert').getByLabel(DISMISS).check({ force: true })
  await expect(page.getByRole('alert')).toBeHidden()
  await wrong.fill(email)
  await expect(page.getByLabel('Postal Code')).toHaveAccessibleDescription(/is in Colorado/)
  await page.getByLabel('Postal Code').fill('53703')
  await page.getByRole('button', { name: TEXT.placeOrder }).dblclick()

  await expect(page.getByRole('heading', { name: 'Your order is placed' })).toBeVisible()
  await expect(page.getByText('open that link in any browser with JavaScript')).toBeVisible()
  await expectSound(page, other)
  const orderUrl = page.url()

  // The link of the message, and this page once JavaScript runs, lead to the card form.
  const link = await orderLink(process.env.E2E_OUTBOX ?? '', email)
  expect(orderUrl.split('#')[1]).toBe(link.split('#')[1])
  for (const address of [link, orderUrl]) {
    await other.goto(address)
    await expect(other).toHaveURL(/\/order\/[\w-]+#k=/)
    await expect(other.getByLabel('Card number')).toBeVisible()
  }
  await other.context().close()
})

test('without JavaScript a shopper joins the line of a drop, and goes on at the same place with it', async ({
  page,
  browser,
  admin,
}) => {
  test.slow()
  const other = await (await browser.newContext({ javaScriptEnabled: true })).newPage()
  await other.goto('/contact')
  const { name, slug } = await createProduct(page, admin, { qty: 1 })
  const { _id: product } = await (await page.request.get(`/api/products/${slug}`)).json()
  const headers = { authorization: `Bearer ${admin.token}` }
  const startsIn = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()
  const newDrop = { name: `Plain cups ${slug.slice(-8)}`, startsAt: startsIn(540) }
  const drop = await (await page.request.post('/api/admin/drops', { headers, data: newDrop })).json()
  const change = (data: object) => page.request.put(`/api/admin/drops/${drop._id}`, { headers, data })
  expect((await change({ productIds: [product], announced: false })).status()).toBe(200)

  await page.goto(`/drops/${drop.slug}`)
  await page.getByRole('button', { name: 'Join the line without JavaScript' }).click()
  await expect(page.getByRole('heading', { name: 'You’re in line' })).toBeVisible()
  await expectSound(page, other)
  expect((await change({ startsAt: startsIn(2) })).status()).toBe(200)
  // The page loads itself anew.
  await expect(page.getByRole('heading', { name: 'It is your turn' })).toBeVisible({ timeout: 60_000 })
  await expectSound(page, other)
  const place = page.url()
  await page.getByRole('link', { name: `Order ${name}` }).click()
  await expect(page.getByRole('heading', { name: 'Order without JavaScript' })).toBeVisible()

  await other.goto(place)
  await expect(other).toHaveURL(new RegExp(`/drops/${drop.slug}$`))
  await expect(other.getByRole('heading', { name: 'It is your turn' })).toBeVisible()
  await other.context().close()
})

test('without JavaScript a list is sorted and filtered', async ({ page }) => {
  await page.goto('/shop')
  await page.getByLabel('Sort').selectOption('price')
  await page.getByRole('button', { name: 'Sort' }).click()
  await expect(page).toHaveURL(/[?&]sort=price(&|$)/)
  const panel = page.getByRole('button', { name: 'Filter' })
  if (await panel.isVisible()) await panel.click()
  await page.getByLabel('To $').fill('20')
  await page
    .getByRole('button', { name: /^Show / })
    .filter({ visible: true })
    .click()
  await expect(page).toHaveURL(/[?&]sort=price.*maxPrice=20|maxPrice=20.*sort=price/)
})
