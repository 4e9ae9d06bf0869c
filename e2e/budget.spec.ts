import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const KB = 1000

/** The budget of a first visit on a phone, in transferred bytes, headers included. */
const BUDGET = { styles: 20 * KB, fonts: 45 * KB, images: 150 * KB, page: 40 * KB, all: 300 * KB }
/** React is loaded where a shopper may buy, and on the other pages with their first touch. */
const MOST_SCRIPTS = 10 * KB
const MOST_SCRIPTS_OF_PRODUCT = 95 * KB

/** The scripts that run before the visitor touches the page, without the hashes in their names. */
const SCRIPTS = ['entry-catalog', 'filter-form', 'filters', 'page', 'rolldown-runtime']

type Kind = 'scripts' | Exclude<keyof typeof BUDGET, 'all'>

const KINDS: [kind: Kind, pattern: RegExp][] = [
  ['scripts', /\.js$/],
  ['styles', /\.css$/],
  ['fonts', /\.woff2$/],
  ['images', /\.(avif|webp|jpe?g|png|svg)$/],
]
const kindOf = (path: string): Kind => KINDS.find(([, pattern]) => pattern.test(path))?.[0] ?? 'page'

/** The bytes that the page has loaded so far, by kind. */
async function fetchedFiles(page: Page) {
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

/** The names of the scripts that have run since the coverage was started. */
async function scriptsRun(page: Page) {
  const scripts = await page.coverage.stopJSCoverage()
  const run = scripts.filter(({ functions }) => functions[0]?.ranges[0]?.count)
  return run.flatMap(({ url }) => /assets\/(.*)-.{7}\.js$/.exec(url)?.[1] ?? [])
}

for (const [what, path, mostScripts] of [
  ['home', '/', MOST_SCRIPTS],
  ['the shop', '/shop', MOST_SCRIPTS],
  ['a search', '/search/mug', MOST_SCRIPTS],
  ['a product', '/products/zi-zinnia-mug', MOST_SCRIPTS_OF_PRODUCT],
  ['a text page', '/pages/about', MOST_SCRIPTS],
  ['the contact page', '/contact', MOST_SCRIPTS],
] as const)
  test(`the first visit of ${what} on a phone stays within the budget, and React does not run`, async ({ page }) => {
    await page.coverage.startJSCoverage()
    // Not by page.goto, which hydrates the page.
    await page.mainFrame().goto(path, { waitUntil: 'networkidle' })
    const sums = await fetchedFiles(page)
    console.log(path, sums)
    for (const [kind, most] of Object.entries({ ...BUDGET, scripts: mostScripts })) {
      const bytes = sums[kind as keyof typeof sums]
      expect(bytes, `${kind} of ${path}`).toBeLessThanOrEqual(most)
    }
    expect(sums.scripts, 'something was measured').toBeGreaterThan(2 * KB)
    const scripts = await scriptsRun(page)
    expect(scripts).toContain('entry-catalog')
    expect(scripts.filter((name) => !SCRIPTS.includes(name))).toEqual([])
  })
