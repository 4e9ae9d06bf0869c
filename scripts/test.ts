// Runs all checks, the quickest first. Arguments choose among them: `node scripts/test.ts types lint`. The last line is
// `N passed, M failed`, summed over the test runners; a check without tests counts as one.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'

type Counts = { passed: number; failed: number }
type Check = { name: string; command: string; args: string[]; report?: string; count?(report: string): Counts }

const VITEST_REPORT = '.cache/vitest.json'
const PLAYWRIGHT_REPORT = '.cache/playwright.json'

const CHECKS: Check[] = [
  { name: 'types', command: 'tsc', args: [] },
  { name: 'lint', command: 'biome', args: ['ci', '.'] },
  { name: 'unused', command: 'knip', args: [] },
  {
    name: 'boundaries',
    command: 'depcruise',
    args: ['bench', 'contract', 'e2e', 'scripts', 'server', 'torture', 'web'],
  },
  { name: 'api', command: 'node', args: ['scripts/openapi.ts'] },
  {
    name: 'quick',
    command: 'vitest',
    args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${VITEST_REPORT}`],
    report: VITEST_REPORT,
    count: vitestCounts,
  },
  {
    name: 'journeys',
    command: 'playwright',
    args: ['test'],
    report: PLAYWRIGHT_REPORT,
    count: playwrightCounts,
  },
]

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !CHECKS.some((check) => check.name === name))
if (unknown.length > 0) {
  console.error(
    `There is no check named ${unknown.join(', ')}: choose from ${CHECKS.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(1)
}

mkdirSync('.cache', { recursive: true })
const total: Counts = { passed: 0, failed: 0 }
for (const check of CHECKS.filter(({ name }) => chosen.length === 0 || chosen.includes(name))) {
  const { passed, failed } = run(check)
  total.passed += passed
  total.failed += failed
}
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

function run({ name, command, args, report, count }: Check): Counts {
  if (report) rmSync(report, { force: true })
  const started = performance.now()
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: PLAYWRIGHT_REPORT }
  const { status } = spawnSync(`node_modules/.bin/${command}`, args, { stdio: 'inherit', env })
  const isGood = status === 0
  console.log(`${isGood ? '✓' : '✗'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  const plain = isGood ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  if (!report || !count) return plain
  const counts = countsOf(report, count)
  if (!counts || counts.passed + counts.failed === 0) return { passed: 0, failed: 1 }
  // A runner that fails although its tests passed (an error outside of them) must count as failed.
  return { ...counts, failed: Math.max(counts.failed, plain.failed) }
}

function countsOf(report: string, count: (report: string) => Counts): Counts | undefined {
  try {
    return count(readFileSync(report, 'utf8'))
  } catch {
    return undefined
  }
}

function vitestCounts(report: string): Counts {
  const { numPassedTests, numTotalTests } = JSON.parse(report)
  return { passed: numPassedTests, failed: numTotalTests - numPassedTests }
}

/** A test that passed only in a retry counts as failed. */
function playwrightCounts(report: string): Counts {
  const { expected, unexpected, flaky, skipped } = JSON.parse(report).stats
  return { passed: expected, failed: unexpected + flaky + skipped }
}
