import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import type { Shopper, SignedIn } from './shoppers.ts'

export const ADDRESS = { address: '12 Orchard Lane', city: 'Madison', state: 'WI', postalCode: '53703', country: 'USA' }

/** Puts a piece on sale that no other journey buys. Its name is its own, unless `fields` has one. */
export async function createProduct(
  { request }: Page,
  { token }: SignedIn,
  fields: { name?: string; price?: number; qty?: number } = {},
) {
  const headers = { authorization: `Bearer ${token}` }
  const { _id } = await (await request.post('/api/products', { headers })).json()
  const name = `Tabby Cat Charm ${randomUUID().slice(0, 8)}`
  const data = { name, price: 7, qty: 9, category: 'accessories', ...fields }
  const saved = await request.put(`/api/products/${_id}`, { headers, data })
  expect(saved.status(), await saved.text()).toBe(200)
  return { name: data.name, slug: (await saved.json()).slug as string }
}

/** Buys a piece from elsewhere. */
export async function buy({ request }: Page, { token, placeOrder }: Shopper, slug: string) {
  const { _id: orderId, totalPrice } = await placeOrder(slug)
  const paid = await request.post('/api/orders/processSquare', {
    headers: { authorization: `Bearer ${token}` },
    data: { price: Math.round(totalPrice * 100), sourceId: 'cnon:card-nonce-ok', orderId },
  })
  expect(paid.status(), await paid.text()).toBe(200)
}

/** Puts the pieces into the cart, by their addresses. */
export async function fillCart(page: Page, ...slugs: string[]) {
  for (const slug of slugs) {
    await page.goto(`/cart/${slug}?qty=1`)
    await expect(page).toHaveURL(/\/cart$/)
  }
}

/** Has the browser remember an address and a method, as after the steps before the last. */
export async function rememberAddress(page: Page) {
  await page.evaluate((address) => {
    localStorage.setItem('shippingAddress', JSON.stringify(address))
    localStorage.setItem('paymentMethod', JSON.stringify('Square'))
  }, ADDRESS)
}

/** Nothing has to be scrolled to sideways. */
export async function expectNoSideways(page: Page) {
  const { shown, room } = await page.evaluate(() => ({
    shown: document.documentElement.scrollWidth,
    room: document.documentElement.clientWidth,
  }))
  expect(shown, page.url()).toBeLessThanOrEqual(room)
}

const MOST_TABS = 150

/** Presses Tab until that control has the focus, and can be seen. */
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
      const seen = document.elementFromPoint(left + width / 2, top + height / 2)
      return seen !== null && (element.contains(seen) || seen.contains(element))
    })
  await expect.poll(isInSight, `${control} is in sight`).toBe(true)
}
