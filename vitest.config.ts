import { availableParallelism, tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { WaitingFirst } from './scripts/test-order.ts'
import { memoryFolder } from './server/testing/memory-folder.ts'
import { isLong } from './server/testing/torture.ts'
import { ROWS } from './torture/rows.ts'

const MINUTES = 60_000
const HOURS = 60 * MINUTES

// The long forms measure shops whose databases are on a disk.
if (!isLong) process.env.TMPDIR = memoryFolder() ?? tmpdir()

/** Files that replace the clock of their process, or look at all that it has loaded. */
const ALONE = [
  '{server/http,scripts}/**/*.test.ts',
  'server/lib/{limit-concurrency,rate-limited-log}.test.ts',
  'server/pages/{cache,cached-pages,day-change,flood,miss-limit,public-answers}.test.ts',
]

const forAll = {
  environment: 'node',
  env: {
    // Tests start shops and commands, which must not read the settings of whoever runs them, and compile the same code.
    ENV_FILE: 'none',
    NODE_COMPILE_CACHE: resolve('.cache/node'),
    // A test sees an edit of the server without a build. The long forms test what `npm start` runs.
    ...(isLong ? {} : { SHOP_PROGRAM: 'server/main.ts' }),
  },
  // No test fails because the machine is busy: these limits end only what would never end.
  testTimeout: isLong ? 3 * HOURS : 5 * MINUTES,
  hookTimeout: 5 * MINUTES,
  expect: { poll: { timeout: MINUTES } },
}

export default defineConfig({
  test: {
    globalSetup: 'server/testing/cluster.ts',
    // What proves a row of docs/reliability.md is tagged with its number.
    tags: Object.entries(ROWS).map(([name, { what }]) => ({ name, description: what })),
    sequence: { sequencer: WaitingFirst },
    // The long forms load the machine: side by side they would disturb each other.
    fileParallelism: !isLong,
    // The tests wait for a database and for processes more than they compute.
    maxWorkers: isLong ? 1 : Math.max(3, availableParallelism()),
    // A passing test may make the code log errors; the long forms log how far they are.
    silent: isLong ? false : 'passed-only',
    projects: [
      {
        test: {
          name: 'server',
          include: ['{contract,server,scripts,bench,cluster,torture}/**/*.test.ts'],
          exclude: ALONE,
          // The server has no global state, so its files share processes that have loaded it once.
          isolate: false,
          ...forAll,
        },
      },
      { test: { name: 'alone', include: ALONE, ...forAll } },
      {
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          // Node cannot tell the names that its files for Node export.
          server: { deps: { inline: ['@zxing/library'] } },
          ...forAll,
        },
      },
    ],
  },
})
