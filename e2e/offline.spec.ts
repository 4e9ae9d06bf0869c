import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'

test.use({ serviceWorkers: 'allow' })

/** Waits until the service worker controls the page, so that it answers when there is no network. */
async function workerInCharge(page: Page) {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
}

const keptBy = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

/** The typefaces whose files the page has. */
const loadedTypefaces = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    const loaded = [...document.fonts].filter(({ family, status }) => status === 'loaded' && !/fallback/.test(family))
    return [...new Set(loaded.map(({ family }) => family.replaceAll('"', '')))].sort()
  })

test.describe('without a network', () => {
  // The browser's error for a page that it could not load.
  test.use({ expectedFailures: [/ERR_INTERNET_DISCONNECTED/] })

  test('an offline page says what still works, and Try again returns to the shop', async ({ page, context }) => {
    await page.goto('/products/little-rainbow-keychain')
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(page).toHaveURL(/\/cart$/)
    await workerInCharge(page)

    await context.setOffline(true)
    await page.goto('/shop')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re offline')
    await expect(page.getByText('Your cart is saved on this device.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /^Fraunces/)
    expect(await loadedTypefaces(page)).toEqual(['Figtree', 'Fraunces'])
    await expectAccessible(page)

    await context.setOffline(false)
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page).toHaveURL(/\/shop$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible()
    await page.goto('/cart')
    await expect(page.getByRole('link', { name: /Rainbow/ }).first()).toBeVisible()
  })
})

test('the service worker caches built files and the offline page, and no personal data', async ({ page, shopper }) => {
  await page.goto('/')
  await workerInCharge(page)
  await shopper.signIn(page)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  const order = await shopper.placeOrder('little-rainbow-keychain')
  await page.goto(`/order/${order._id}`)
  await expect(page.getByText(String(order.number)).first()).toBeVisible()
  const cachedPaths = await keptBy(page)
  expect(cachedPaths).toContain('/offline')
  expect(cachedPaths.filter((path) => path !== '/offline' && !path.startsWith('/assets/'))).toEqual([])
})
