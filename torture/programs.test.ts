import fc from 'fast-check'
import { test } from 'vitest'
import { figure, runs } from '#server/testing/torture.ts'
import { anyProgram } from './actions.ts'
import { runProgram } from './programs.ts'
import { openTestShop } from './test-shop.ts'

/** The whole ledger is checked after so many programs; after each program, only what it did. */
const CHECKED_EVERY = 20
/** A new shop opens after so many programs, so that the ledger stays short. */
const IN_ONE_SHOP = 200

test('orders, charges and stock agree after random actions of shoppers, admins and faults', {
  tags: ['C14'],
}, async ({ task }) => {
  const programs = runs(20, 10_000)
  let paid = 0
  for (let done = 0; done < programs; done += IN_ONE_SHOP) {
    const testShop = await openTestShop()
    let here = 0
    try {
      await fc.assert(
        fc.asyncProperty(anyProgram, async (program) => {
          paid += await runProgram(testShop, program)
          if (++here % CHECKED_EVERY === 0) await testShop.requireSound()
        }),
        { numRuns: Math.min(IN_ONE_SHOP, programs - done) },
      )
      await testShop.requireSound()
    } finally {
      await testShop.close()
    }
  }
  figure(task, `${programs} programs of 10 actions, ${paid} orders paid: 0 violations`)
})
