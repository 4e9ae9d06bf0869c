// Runs all checks, the quickest first. Arguments choose among them: `node scripts/test.ts types lint`. The last lines
// name what failed; the very last is `N passed, M failed`, summed over the test runners, where a check without tests
// counts as one.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { PROGRAM } from './start.mjs'
import { playwrightSpecs, vitestFiles } from './test-reports.ts'

type Outcome = { passed: number; failed: string[] }
type Check = {
  name: string
  command: string
  args: string[]
  report?: string
  read?(report: string): Outcome
  env?: Record<string, string>
  /** Whether it may find nothing to test. It runs only when it is named. */
  isPartial?: true
}

const VITEST_REPORT = '.cache/vitest.json'
const PLAYWRIGHT_REPORT = '.cache/playwright.json'

const CHECKS: Check[] = [
  { name: 'types', command: 'tsc', args: [] },
  { name: 'lint', command: 'biome', args: ['ci', '.'] },
  { name: 'unused', command: 'knip', args: [] },
  {
    name: 'boundaries',
    command: 'depcruise',
    args: ['app', 'contract', 'e2e', 'features', 'lab', 'scripts', 'server', 'web', 'vite.config.ts'],
  },
  {
    name: 'folders',
    command: 'depcruise',
    args: ['-c', '.dependency-cruiser-folders.mjs', 'app', 'contract', 'features', 'server', 'web'],
  },
  { name: 'api', command: 'node', args: ['scripts/openapi.ts'] },
  {
    // The tests of what is not committed yet, and of what imports it.
    name: 'changed',
    command: 'vitest',
    args: [
      'run',
      '--changed',
      '--passWithNoTests',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${VITEST_REPORT}`,
    ],
    report: VITEST_REPORT,
    read: vitestOutcome,
    isPartial: true,
  },
  {
    name: 'quick',
    command: 'vitest',
    // `npm test` has built it, and the pages that the tests need.
    env: { SHOP_PROGRAM: PROGRAM },
    args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${VITEST_REPORT}`],
    report: VITEST_REPORT,
    read: vitestOutcome,
  },
  {
    name: 'journeys',
    command: 'playwright',
    args: ['test'],
    report: PLAYWRIGHT_REPORT,
    read: playwrightOutcome,
  },
]

const chosenNames = process.argv.slice(2)
const unknownNames = chosenNames.filter((name) => !CHECKS.some((check) => check.name === name))
if (unknownNames.length > 0) {
  console.error(
    `There is no check named ${unknownNames.join(', ')}: choose from ${CHECKS.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(1)
}

mkdirSync('.cache', { recursive: true })
const total: Outcome = { passed: 0, failed: [] }
for (const check of CHECKS.filter(({ name, isPartial }) =>
  chosenNames.length === 0 ? !isPartial : chosenNames.includes(name),
)) {
  const { passed, failed } = run(check)
  total.passed += passed
  total.failed.push(...failed)
}
for (const name of total.failed) console.log(`✗ ${name}`)
console.log(`${total.passed} passed, ${total.failed.length} failed`)
process.exitCode = total.failed.length > 0 ? 1 : 0

function run({ name, command, args, env: ownEnv, report, read, isPartial }: Check): Outcome {
  if (report) rmSync(report, { force: true })
  const startedAt = performance.now()
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: PLAYWRIGHT_REPORT, ...ownEnv }
  const { status } = spawnSync(`node_modules/.bin/${command}`, args, { stdio: 'inherit', env })
  const isGood = status === 0
  console.log(`${isGood ? '✓' : '✗'} ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
  const plain: Outcome = isGood ? { passed: 1, failed: [] } : { passed: 0, failed: [name] }
  if (!report || !read) return plain
  const outcome = outcomeOf(report, read)
  if (isPartial && isGood) return outcome ?? plain
  if (!outcome || outcome.passed + outcome.failed.length === 0)
    return { passed: 0, failed: [`${name}: it reported no test`] }
  // A runner that fails although its tests passed (an error outside of them) must count as failed.
  return outcome.failed.length > 0 ? outcome : { ...outcome, failed: plain.failed }
}

/** Undefined when the runner wrote no report. */
function outcomeOf(report: string, readReport: (path: string) => Outcome): Outcome | undefined {
  try {
    return readReport(report)
  } catch {
    return undefined
  }
}

function vitestOutcome(report: string): Outcome {
  return outcomeOfTests(
    vitestFiles(report).flatMap(({ name, status, assertionResults: tests }) => {
      const file = relative('.', name)
      const isBroken = status === 'failed' && tests.every((test) => test.status !== 'failed')
      return [
        ...tests.map(({ status, fullName }) => ({ isPassed: status === 'passed', name: `${file}: ${fullName}` })),
        // Such as a file that cannot be loaded, or whose clean-up failed.
        ...(isBroken ? [{ isPassed: false, name: `${file}: outside of its tests` }] : []),
      ]
    }),
  )
}

/** A journey that passed only in its second try, which CI allows, is named: it hides a race of the shop or of its own. */
function playwrightOutcome(report: string): Outcome {
  const journeys = playwrightSpecs(report).flatMap(({ title, file, tests }) =>
    tests.map(({ status }) => ({ status, name: `e2e/${file}: ${title}` })),
  )
  for (const { status, name } of journeys) if (status === 'flaky') console.log(`! ${name}: passed in its second try`)
  return outcomeOfTests(
    journeys.map(({ status, name }) => ({ name, isPassed: status === 'expected' || status === 'flaky' })),
  )
}

function outcomeOfTests(tests: { isPassed: boolean; name: string }[]): Outcome {
  const failures = tests.filter(({ isPassed }) => !isPassed).map(({ name }) => name)
  return { passed: tests.length - failures.length, failed: failures }
}
