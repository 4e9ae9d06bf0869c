import { type Browser, expect, type Page } from '@playwright/test'
import type { Look } from '#contract/admin/look.ts'

const headers = (token: string) => ({ authorization: `Bearer ${token}` })

async function editedLook(page: Page, token: string): Promise<{ look: Look; version: string }> {
  return (await page.request.get('/api/look', { headers: headers(token) })).json()
}

/** The look that is being edited, which is the published one while there is no draft. */
export const currentLook = async (page: Page, token: string) => (await editedLook(page, token)).look

/** Publishes a look through the API, and waits until the home page has it. */
export async function publishLook(page: Page, token: string, look: Look) {
  const call = { headers: headers(token) }
  const draft = { look, version: (await editedLook(page, token)).version }
  const { version } = await (await page.request.put('/api/look', { ...call, data: draft })).json()
  expect((await page.request.post('/api/look/publish', { ...call, data: { version } })).ok()).toBe(true)
  await expect.poll(async () => (await page.request.get('/')).text()).toContain(`content="${look.background}"`)
}

/**
 * Opens a page in a browser without a cache, and does not hydrate it. Returns the page, the sum of its layout shifts,
 * and the bytes that it loads, headers included: those of typefaces apart, and those of photos, because the text above
 * them decides how many are near enough to be loaded.
 */
export async function firstLoad(browser: Browser, path: string) {
  const page = await (await browser.newContext()).newPage()
  await page.addInitScript(observeShifts)
  await page.goto(path, { waitUntil: 'networkidle' })
  return { page, ...(await page.evaluate(measureShift)) }
}

function observeShifts() {
  const shifts: number[] = []
  Object.assign(window, { shifts })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
  }).observe({ type: 'layout-shift', buffered: true })
}

function measureShift() {
  const { shifts } = window as unknown as { shifts: number[] }
  const files = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type))
  const sizeOf = (entries: PerformanceEntry[]) =>
    entries.reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).transferSize, 0)
  const photos = files.filter(({ name }) => new URL(name).pathname.startsWith('/images/'))
  const typefaces = files.filter(({ name }) => name.endsWith('.woff2'))
  return {
    shift: shifts.reduce((sum, one) => sum + one, 0),
    photoBytes: sizeOf(photos),
    fontBytes: sizeOf(typefaces),
    otherBytes: sizeOf(files) - sizeOf(photos) - sizeOf(typefaces),
  }
}
