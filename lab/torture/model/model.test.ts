import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testCheckout } from '#server/testing/checkouts.ts'
import { CASES, CROWDS, FLAWED_DESIGNS } from './cases.ts'
import { commandsFor, runCommands } from './commands.ts'
import { findViolation } from './explore.ts'
import { openRealShop } from './real-shop.ts'

test.for(Object.entries(FLAWED_DESIGNS))('the model finds the fault of a design: %s', ([, flaws]) => {
  const isCaught = Object.values(CASES).some((scenario) => findViolation(scenario, flaws) !== null)
  expect(isCaught).toBe(true)
})

test.for(Object.entries(CROWDS))('no sequence of payments and faults breaks the model: %s', async ([, scenario]) => {
  let paidCount = 0
  await fc.assert(
    fc.asyncProperty(commandsFor(scenario), async (commands) => {
      paidCount += await runCommands(scenario, commands)
    }),
    { numRuns: 200 },
  )
  expect(paidCount).toBeGreaterThan(0)
})

test.for(Object.entries({ ...CASES, ...CROWDS }))(
  'the real payment code does what the model says: %s',
  { timeout: 60_000 },
  async ([, scenario]) => {
    const shop = await testCheckout()
    await fc.assert(
      fc.asyncProperty(commandsFor(scenario), async (commands) => {
        await runCommands(scenario, commands, await openRealShop(shop, scenario))
      }),
      // Shrinking a failure repeats it many times; what is smallest after this time is shown.
      { numRuns: 3, interruptAfterTimeLimit: 15_000 },
    )
  },
)
