import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import type { Shopper, SignedIn } from './shoppers.ts'

export const ADDRESS = { address: '12 Orchard Lane', city: 'Madison', state: 'WI', postalCode: '53703', country: 'USA' }

/** Creates a product that no other journey buys; its name is unique unless `fields` has one. */
export async function createProduct(
  { request }: Page,
  { token }: SignedIn,
  fields: { name?: string; price?: number; qty?: number } = {},
) {
  const headers = { authorization: `Bearer ${token}` }
  const { _id } = await (await request.post('/api/products', { headers })).json()
  const name = `Tabby Cat Charm ${randomUUID().slice(0, 8)}`
  const data = { name, price: 7, qty: 9, category: 'accessories', ...fields }
  const response = await request.put(`/api/products/${_id}`, { headers, data })
  expect(response.status(), await response.text()).toBe(200)
  return { name: data.name, slug: (await response.json()).slug as string }
}

/** Buys one of each of these products through the API, and returns the order as it was placed. */
export async function buy({ request }: Page, { token, placeOrder }: Shopper, ...slugs: string[]) {
  const order = await placeOrder(...slugs)
  const payment = await request.post('/api/orders/processSquare', {
    headers: { authorization: `Bearer ${token}` },
    data: { price: Math.round(order.totalPrice * 100), sourceId: 'cnon:card-nonce-ok', orderId: order._id },
  })
  expect(payment.status(), await payment.text()).toBe(200)
  return order
}

/** Puts products into the cart, by slug. */
export async function fillCart(page: Page, ...slugs: string[]) {
  for (const slug of slugs) {
    await page.goto(`/cart/${slug}?qty=1`)
    await expect(page).toHaveURL(/\/cart$/)
  }
}

/** Stores an address and a payment method in the browser, as after the first steps of the checkout. */
export async function rememberAddress(page: Page) {
  await page.evaluate((address) => {
    localStorage.setItem('shippingAddress', JSON.stringify(address))
    localStorage.setItem('paymentMethod', JSON.stringify('Square'))
  }, ADDRESS)
}

/** Fails when the page scrolls horizontally. */
export async function expectNoHorizontalScroll(page: Page) {
  const { shown, room } = await page.evaluate(() => ({
    shown: document.documentElement.scrollWidth,
    room: document.documentElement.clientWidth,
  }))
  expect(shown, page.url()).toBeLessThanOrEqual(room)
}

/** No part of the page's main content is wider than its place, so that it would have to be scrolled sideways. */
export async function expectNothingScrollsSideways(page: Page) {
  await expectNoHorizontalScroll(page)
  const wide = await page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll('*')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .filter((element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX))
      .map((element) => element.getAttribute('aria-label') ?? element.className),
  )
  expect(wide, page.url()).toEqual([])
}

const MOST_TABS = 150

/** Presses Tab until the control has a visible focus. */
export async function tabTo(page: Page, control: Locator) {
  await expect(control).toBeVisible()
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    if (await control.evaluate((element) => element === document.activeElement)) return expectInSight(control)
    await page.keyboard.press('Tab')
  }
  throw new Error(`${MOST_TABS} presses of Tab do not lead to ${control}`)
}

/** No bar lies over it (WCAG 2.4.11). */
async function expectInSight(control: Locator) {
  const isInSight = () =>
    control.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const topElement = document.elementFromPoint(left + width / 2, top + height / 2)
      return topElement !== null && (element.contains(topElement) || topElement.contains(element))
    })
  await expect.poll(isInSight, `${control} is in sight`).toBe(true)
}
