import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export const ADDRESS = { address: '12 Orchard Lane', city: 'Madison', state: 'WI', postalCode: '53703', country: 'USA' }

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
