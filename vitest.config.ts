import { availableParallelism, tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LAB_ONLY, ROWS } from '#lab/torture/rows.ts'
import { SOURCES } from './scripts/start-shop.ts'
import { WaitingFirst } from './scripts/test-order.ts'
import { memoryFolder } from './server/testing/memory-folder.ts'
import { PATIENCE_MS } from './server/testing/patience.ts'
import { isLab, isLong } from './server/testing/torture.ts'

const MINUTES = 60_000
const HOURS = 60 * MINUTES

// The long forms measure shops whose databases are on a disk.
if (!isLong) process.env.TMPDIR = memoryFolder() ?? tmpdir()

/** Files that replace the clock of their process, or look at all that it has loaded. */
const ALONE = [
  '{server/platform/http,scripts}/**/*.test.ts',
  'server/platform/lib/{limit-concurrency,rate-limited-log}.test.ts',
  'server/site/{page-cache,cached-pages,day-change,flood,miss-limit,public-answers}.test.ts',
]

/** A test of a domain has the whole program, too. Those in ALONE load it themselves, after they replaced the clock. */
const PROGRAM = 'app/testing/program.ts'

/** What proves that no rule of a checkout rests on which statements leave together (BATCH_STATEMENTS). */
const UNBATCHED_TESTS = [
  'server/shop/orders/{place-order,price-hold,verify-order}.test.ts',
  'server/shop/payments/{captures,decline,finish-attempt,payments,races,recovery,refunds}.test.ts',
]

/** Each of these needs a page of its own, which it changes. */
const SCREENS = ['{app,features,web}/**/*.test.tsx', 'web/{lib/hydrate-on-demand,shop/layout/early-account}.test.ts']

// Node cannot tell the names that its files for Node export.
const forBrowser = { server: { deps: { inline: ['@zxing/library'] } } }

const forAll = {
  environment: 'node',
  env: {
    // Tests start shops and commands, which must not read the settings of whoever runs them, and compile the same code.
    ENV_FILE: 'none',
    NODE_COMPILE_CACHE: resolve('.cache/node'),
    // A test sees an edit of the server without a build. The long forms, and `npm test` after its build, test what
    // `npm start` runs, which starts in half the time.
    ...(isLong ? {} : { SHOP_PROGRAM: process.env.SHOP_PROGRAM ?? SOURCES }),
  },
  // No test fails because the machine is busy: these limits end only what would never end.
  testTimeout: isLong ? 3 * HOURS : 10 * MINUTES,
  hookTimeout: 10 * MINUTES,
  expect: { poll: { timeout: PATIENCE_MS } },
}

export default defineConfig({
  test: {
    globalSetup: 'server/testing/cluster.ts',
    // What proves a row of lab/reports/reliability.md is tagged with its number.
    tags: Object.entries(ROWS).map(([name, { what }]) => ({ name, description: what })),
    sequence: { sequencer: WaitingFirst },
    // The long forms load the machine: side by side they would disturb each other.
    fileParallelism: !isLong,
    // The tests wait for a database and for processes more than they compute.
    maxWorkers: isLong ? 1 : Math.max(3, availableParallelism()),
    // With the default a fifth of the time went into collecting young garbage.
    execArgv: ['--max-semi-space-size=64'],
    // A passing test may make the code log errors; the long forms log how far they are.
    silent: isLong ? false : 'passed-only',
    projects: [
      {
        test: {
          name: 'server',
          include: ['{app,contract,server,features,scripts,lab}/**/*.test.ts'],
          exclude: [...ALONE, 'app/web/**', 'features/*/{admin,shop}/**', ...(isLab ? [] : LAB_ONLY)],
          setupFiles: PROGRAM,
          // The server has no global state, so its files share processes that have loaded it once.
          isolate: false,
          ...forAll,
        },
      },
      { test: { name: 'alone', include: ALONE, ...forAll } },
      {
        // The checkout and payments once more, with the statements of their transactions sent one by one.
        test: {
          name: 'unbatched',
          include: UNBATCHED_TESTS,
          setupFiles: PROGRAM,
          isolate: false,
          ...forAll,
          env: { ...forAll.env, BATCH_STATEMENTS: 'off' },
        },
      },
      {
        test: {
          name: 'web',
          include: ['{web,app/web}/**/*.test.ts', 'features/*/{admin,shop}/**/*.test.ts'],
          exclude: SCREENS,
          setupFiles: 'web/testing/empty-tab.ts',
          unstubGlobals: true,
          isolate: false,
          ...forBrowser,
          ...forAll,
        },
      },
      { test: { name: 'screens', include: SCREENS, ...forBrowser, ...forAll } },
    ],
  },
})
