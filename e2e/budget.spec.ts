import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const KB = 1000

/** The budget of a first visit on a phone, in transferred bytes, headers included. */
const BUDGET = { scripts: 92 * KB, styles: 20 * KB, fonts: 75 * KB, images: 150 * KB, page: 40 * KB, all: 320 * KB }
type Kind = Exclude<keyof typeof BUDGET, 'all'>

const KINDS: [kind: Kind, pattern: RegExp][] = [
  ['scripts', /\.js$/],
  ['styles', /\.css$/],
  ['fonts', /\.woff2$/],
  ['images', /\.(avif|webp|jpe?g|png|svg)$/],
]
const kindOf = (path: string): Kind => KINDS.find(([, pattern]) => pattern.test(path))?.[0] ?? 'page'

/** The bytes that the page has loaded so far, by kind. */
async function fetched(page: Page) {
  const entries = await page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map((entry) => {
      const { name, transferSize } = entry as PerformanceResourceTiming
      return { path: new URL(name).pathname, bytes: transferSize }
    }),
  )
  const sums = { scripts: 0, styles: 0, fonts: 0, images: 0, page: 0, all: 0 }
  for (const { path, bytes } of entries) {
    sums[kindOf(path)] += bytes
    sums.all += bytes
  }
  return sums
}

for (const [what, path] of [
  ['home', '/'],
  ['the shop', '/shop'],
  ['a product', '/products/zi-zinnia-mug'],
] as const)
  test(`the first visit of ${what} on a phone stays within the budget`, async ({ page }, { annotations }) => {
    await page.goto(path, { waitUntil: 'networkidle' })
    const sums = await fetched(page)
    annotations.push({ type: 'bytes', description: JSON.stringify(sums) })
    console.log(path, sums)
    for (const [kind, most] of Object.entries(BUDGET)) {
      const bytes = sums[kind as keyof typeof BUDGET]
      expect(bytes, `${kind} of ${path}`).toBeLessThanOrEqual(most)
    }
    expect(sums.scripts, 'something was measured').toBeGreaterThan(50 * KB)
  })
