import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { waitForScripts } from './scripts.ts'
import { ADMIN } from './shop.ts'
import { makeShopper, type Shopper, type SignedIn, signedInAs } from './shoppers.ts'

/** What Playwright itself says where a journey has no service worker. */
const BLOCKED = /^Service Worker registration blocked by Playwright/

type Options = {
  /** What a browser may complain of in this test: a refused call is listed as a failed load. */
  expectedFailures: RegExp[]
}
type Fixtures = Options & { shopper: Shopper; otherShopper: Shopper }
type WorkerFixtures = { admin: SignedIn }

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
      if (['error', 'warning'].includes(message.type()) && !BLOCKED.test(message.text()))
        complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    await use(page)
    expect(complaints.filter((text) => !expectedFailures.some((expected) => expected.test(text)))).toEqual([])
  },
  shopper: async ({ request }, use) => use(await makeShopper(request)),
  // Once for all tests of a worker: signing in is limited, as it is for everybody.
  admin: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: process.env.E2E_SHOP_URL })
      await use(await signedInAs(request, ADMIN))
      await request.dispose()
    },
    { scope: 'worker' },
  ],
  otherShopper: async ({ request }, use) => use(await makeShopper(request)),
})

export { expect }

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Fails when axe finds a violation on the page. */
export async function expectAccessible(page: Page) {
  await page.evaluate(settled)
  // What is laid out only when somebody comes near has no colors before.
  await page.addStyleTag({ content: '.below-fold { content-visibility: visible }' })
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).withTags(WCAG)
  // To finish in a page of its own takes longer than all the rest, and is for frames from elsewhere.
  const { violations } = await axe.setLegacyMode().analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
  expect(found, page.url()).toEqual([])
}

/**
 * What is still fading in has not its own colours yet, and what becomes enabled starts fading with the next frame.
 * Movement without end, as of a spinner, is not waited for.
 */
async function settled() {
  const ending = () =>
    document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  do {
    await Promise.all(ending().map(({ finished }) => finished.catch(() => {})))
    await nextFrame()
    await nextFrame()
  } while (ending().some(({ playState }) => playState === 'running'))
}
