import { availableParallelism, tmpdir } from 'node:os'
import { defineConfig } from '@playwright/test'
import { BROWSER_FLAGS, knownBrowser } from '#scripts/browser.ts'
import { memoryFolder } from '#server/testing/memory-folder.ts'

process.env.TMPDIR = memoryFolder() ?? tmpdir()

const CI = Boolean(process.env.CI)

const specs = (...names: string[]) => names.map((name) => `${name}.spec.ts`)

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/shop.ts',
  // Two journeys at once used at most 60 % of two processors: they wait for timers, messages, delayed answers.
  workers: Math.max(3, availableParallelism()),
  fullyParallel: true,
  forbidOnly: CI,
  // Where nobody watches, a second try tells a race from a fault; `npm test` names the journeys that needed it.
  retries: CI ? 1 : 0,
  timeout: CI ? 360_000 : 120_000,
  // Passwords are hashed at the lowest priority, so a sign-in may take seconds beside other journeys. In CI nobody sits
  // and waits for a journey that fails, and the machine may be busy.
  expect: { timeout: CI ? 60_000 : 20_000 },
  outputDir: '.cache/test-results',
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? '.cache/playwright.json' }]],
  use: {
    launchOptions: {
      // Unknown while only `npm run check` has run: knip reads this file, too.
      executablePath: knownBrowser(),
      // A page of a journey lives for seconds: compiling and collecting in further threads costs more than it saves.
      args: [...BROWSER_FLAGS, '--js-flags=--single-threaded'],
    },
    // What the worker fetches, a journey cannot watch or hold up.
    serviceWorkers: 'block',
    // A trace costs a fifth of the time: `npx playwright test NAME --trace on` makes one.
    screenshot: 'only-on-failure',
  },
  projects: [
    // A journey that does not depend on the width runs at one, a shopper's at the width of a phone: by its file, or by
    // its tag @phone or @desktop.
    {
      name: 'phone',
      grepInvert: /@desktop/,
      testIgnore: specs('access', 'keyboard', 'limits', 'xss', 'widths', 'recaptcha', 'admin/settings', 'admin/lists'),
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
    },
    {
      name: 'desktop',
      grepInvert: /@phone/,
      testIgnore: specs(
        'accounts',
        'admin/coupons',
        'admin/discrepancies',
        'admin/imports',
        'admin/own-shop',
        'admin/look',
        'admin/pages',
        'admin/photos',
        'admin/product-form',
        'admin/roles',
        'admin/users',
        'budget',
        'damaged-storage',
        'dark',
        'ended-session',
        'forms',
        'late-scripts',
        'load-failures',
        'no-script',
        'offline',
        'outcomes',
        'passwords',
        'receipt',
        'robots',
        'sign-in-again',
        'small-shop',
        'square',
        'tabs',
        'trouble',
      ),
      use: { viewport: { width: 1440, height: 900 } },
    },
  ],
})
