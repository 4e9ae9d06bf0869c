import type { Page } from '@playwright/test'

/** Holds requests to this URL until the returned function is called. */
export async function delayRequests(page: Page, address: string) {
  const { promise: hold, resolve: release } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await hold
    await route.continue()
  })
  return release
}

/** Throttles the page's CPU to an eighth, as on an old phone. */
export async function slowDown(page: Page) {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 8 })
}
