// Measures the shop's public pages with Lighthouse on a simulated phone, the median of five runs: `npm run lab -- lighthouse`,
// with another number of runs `npm run lab -- lighthouse 1`, only some pages `npm run lab -- lighthouse 3 home product`. The
// throttling of the CPU is scaled by Lighthouse's benchmark of this machine, as if it had an index of 1,000. Exits with
// 1 when a page misses a limit. Lighthouse counts a task by the clock, with what its core does beside: the page has a core
// of its own, where Linux allows that. "CPU" is the same sum of the time that the page's thread ran.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BROWSER_FLAGS, browserPath } from '#scripts/browser.ts'
import { startShop } from '#scripts/start-shop.ts'
import { median, roundTo } from './figures.ts'
import { reservePageCore } from './page-core.ts'

const run = promisify(execFile)

const PROGRAM = '.cache/lighthouse/node_modules/lighthouse/cli/index.js'
const [runs = '5', ...names] = process.argv.slice(2)
const RUNS = Number(runs)

/** The machine index to which figures are scaled, and Lighthouse's slowdown of the CPU there. */
const REFERENCE = { index: 1_000, slowdown: 4 }

/** Missing pages are not among them: Lighthouse measures no page with status 404. */
const PAGES = {
  home: '/',
  shop: '/shop',
  category: '/category/cups',
  search: '/search/mug',
  product: '/products/zi-zinnia-mug',
  text: '/pages/about',
  contact: '/contact',
  cart: '/cart',
  login: '/login',
}

/** The lowest score of every page. */
const LEAST: Record<string, number> = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
/** The highest figures, in milliseconds. */
const MOST: Record<string, number> = { 'TBT CPU': 120 }

/** A task blocks the page for as long as it takes beyond this (web.dev/articles/tbt). */
const LONGEST_UNNOTICED_MS = 50

type Report = {
  environment: { benchmarkIndex: number }
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { title: string; score: number | null; numericValue?: number }>
  /** Total Blocking Time by the CPU time of the page's thread, scaled by the slowdown, in milliseconds. */
  blockedCpu: number
}

type TraceEvent = { name: string; pid: number; tid: number; ts: number; tdur?: number }

const browserFlags = [...BROWSER_FLAGS, ...reservePageCore()]
const folder = await mkdtemp(join(tmpdir(), 'boutique-lighthouse-'))
const shop = await startShop({ DATA_DIR: folder, DATABASE_URL: '', DEMO: '1' })
const faults: string[] = []
let highestIndex = 0
try {
  for (const [name, path] of Object.entries(PAGES)) {
    if (names.length > 0 && !names.includes(name)) continue
    // The first visit generates the photos, so it does not count. It has the index of the machine.
    const { environment } = await reportOn(path, REFERENCE.slowdown)
    // Other programs only lower the index of a machine.
    highestIndex = Math.max(highestIndex, environment.benchmarkIndex)
    const slowdown = roundTo((REFERENCE.slowdown * highestIndex) / REFERENCE.index, 1)
    const reports: Report[] = []
    for (let count = 0; count < RUNS; count++) reports.push(await reportOn(path, slowdown))
    const line = lineOf(reports, slowdown)
    console.log(name.padEnd(10), line.map(([what, figure]) => `${what} ${figure}`).join('  '))
    // Not a number where the report lacks it, which is a fault, too.
    for (const [what, figure] of line)
      if (!(figure >= (LEAST[what] ?? 0) && figure <= (MOST[what] ?? Number.POSITIVE_INFINITY)))
        faults.push(`${name}: ${what} is ${figure}. ${shortfalls(reports, what).join(', ')}`)
  }
} finally {
  await shop.stop()
  await rm(folder, { recursive: true, force: true })
}
for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0

/** Lighthouse's report of a page, in a browser of its own, with Lighthouse's settings for phones but for the CPU. */
async function reportOn(path: string, slowdown: number, tries = 3): Promise<Report> {
  const output = join(folder, 'report')
  const flags = [`--chrome-flags=${browserFlags.join(' ')}`, '--output=json', `--output-path=${output}`, '--quiet']
  const only = `--only-categories=${Object.keys(LEAST).join(',')}`
  const cpu = `--throttling.cpuSlowdownMultiplier=${slowdown}`
  const options = { env: { ...process.env, CHROME_PATH: browserPath() } }
  const failure = await run(
    process.execPath,
    [PROGRAM, `${shop.url}${path}`, ...flags, '--save-assets', only, cpu],
    options,
  ).then(
    () => '',
    ({ stderr }: { stderr: string }) => stderr,
  )
  // On a busy machine the browser sometimes loses its own trace.
  if (failure && tries > 1) return reportOn(path, slowdown, tries - 1)
  if (failure) throw new Error(`Lighthouse did not come to an end on ${path}: ${failure.split('\n')[0]}`)
  const { traceEvents } = JSON.parse(await readFile(`${output}-0.trace.json`, 'utf8'))
  return { ...JSON.parse(await readFile(output, 'utf8')), blockedCpu: blockedCpu(traceEvents, slowdown) }
}

/** The blocking parts of all tasks of the page's thread after the first paint, by CPU time, in milliseconds. */
function blockedCpu(events: TraceEvent[], slowdown: number) {
  const firstPaint = events.findLast(({ name }) => name === 'firstContentfulPaint')
  if (!firstPaint) return Number.NaN
  return events
    .filter(({ name, pid, tid, ts }) => {
      const isTask = name === 'RunTask' || name === 'ThreadControllerImpl::RunTask'
      return isTask && pid === firstPaint.pid && tid === firstPaint.tid && ts > firstPaint.ts
    })
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (tdur / 1_000) * slowdown - LONGEST_UNNOTICED_MS), 0)
}

/** The four scores in hundredths, and loading times in milliseconds. */
function lineOf(reports: Report[], slowdown: number): [what: string, figure: number][] {
  const scores = Object.keys(LEAST).map((what): [string, number] => [
    what,
    median(reports.map(({ categories }) => Math.round((categories[what]?.score ?? 0) * 100))),
  ])
  const medianOf = (audit: string) => median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN))
  return [
    ...scores,
    ['LCP', roundTo(medianOf('largest-contentful-paint'))],
    ['TBT', roundTo(medianOf('total-blocking-time'))],
    ['TBT CPU', roundTo(median(reports.map(({ blockedCpu }) => blockedCpu)))],
    ['CLS', roundTo(medianOf('cumulative-layout-shift'), 3)],
    // Lighthouse's benchmark of this machine. When it differs much from run to run, the machine was busy.
    ['machine', roundTo(median(reports.map(({ environment }) => environment.benchmarkIndex)))],
    ['slowdown', slowdown],
  ]
}

/** The advice of the last run. */
function shortfalls(reports: Report[], what: string) {
  const { categories, audits } = reports.at(-1) ?? {
    categories: {} as Report['categories'],
    audits: {} as Report['audits'],
  }
  return (categories[what]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => audits[id]?.title)
}
