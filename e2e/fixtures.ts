import { test as base, expect, type Page } from '@playwright/test'
import { violationsOf } from './accessibility.ts'
import { ageSession } from './database.ts'
import { ADMIN } from './demo-shop.ts'
import { waitForScripts } from './scripts.ts'
import { makeShopper, type Shopper, type SignedIn, signedInAs } from './shoppers.ts'

/** Playwright's own warning in a journey without service workers. */
const BLOCKED_PATTERN = /^Service Worker registration blocked by Playwright/

type Options = {
  /** Console messages of the browser that do not fail this test, such as the failed load of a refused call. */
  expectedFailures: RegExp[]
}
type Fixtures = Options & { shopper: Shopper; otherShopper: Shopper; admin: SignedIn }
type WorkerFixtures = { adminSession: SignedIn & { signedInAt: number } }

/** Some of what admins do takes a sign-in of the last 15 minutes. */
const RECENT_MS = 8 * 60_000

/** The base test: console errors and page errors fail it. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  expectedFailures: [[], { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
  baseURL: async ({}, use) => use(process.env.E2E_SHOP_URL),
  context: async ({ context, javaScriptEnabled }, use) => {
    if (javaScriptEnabled) context.on('page', waitForScripts)
    await use(context)
  },
  page: async ({ page, expectedFailures }, use) => {
    const complaints: string[] = []
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && !BLOCKED_PATTERN.test(message.text()))
        complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    await use(page)
    expect(complaints.filter((text) => !expectedFailures.some((pattern) => pattern.test(text)))).toEqual([])
  },
  shopper: async ({ request }, use) => use(await makeShopper(request)),
  // One sign-in for all tests of a worker: hashing a password is slow on purpose.
  admin: async ({ adminSession }, use) => {
    if (Date.now() - adminSession.signedInAt > RECENT_MS) {
      adminSession.signedInAt = Date.now()
      await ageSession(adminSession.token, '0 minutes')
    }
    await use(adminSession)
  },
  adminSession: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: process.env.E2E_SHOP_URL })
      await use({ ...(await signedInAs(request, ADMIN)), signedInAt: Date.now() })
      await request.dispose()
    },
    { scope: 'worker' },
  ],
  otherShopper: async ({ request }, use) => use(await makeShopper(request)),
})

export { expect }

/** Fails when axe finds a violation on the page. */
export async function expectAccessible(page: Page) {
  await page.evaluate(settle)
  // Content that is laid out only near the viewport has no colors before.
  await page.addStyleTag({ content: '.below-fold { content-visibility: visible }' })
  expect(await violationsOf(page), page.url()).toEqual([])
}

/**
 * Elements that fade in do not have their final colors yet, and an element that gets enabled starts to fade in the next
 * frame. Endless animations, such as a spinner, are ignored.
 */
async function settle() {
  const ending = () =>
    document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  do {
    await Promise.all(ending().map(({ finished }) => finished.catch(() => {})))
    await nextFrame()
    await nextFrame()
  } while (ending().some(({ playState }) => playState === 'running'))
}
