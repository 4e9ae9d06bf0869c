import type { Page } from '@playwright/test'

/** Holds back what the page asks for at such an address, until the answer is called. */
export async function delayRequests(page: Page, address: string) {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await held
    await route.continue()
  })
  return release
}

/** From now on the page has an eighth of the processor, as on an old telephone. */
export async function slowDown(page: Page) {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 8 })
}
