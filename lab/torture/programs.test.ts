import fc from 'fast-check'
import { expect, test } from 'vitest'
import { figure, isLong, runs } from '#server/testing/torture.ts'
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
  let [paidCount, saleCount] = [0, 0]
  for (let programCount = 0; programCount < programs; programCount += IN_ONE_SHOP) {
    const testShop = await openTestShop()
    let here = 0
    try {
      await fc.assert(
        fc.asyncProperty(anyProgram, async (program) => {
          const paid = await runProgram(testShop, program)
          paidCount += paid.paidCount
          saleCount += paid.saleCount
          if (++here % CHECKED_EVERY === 0) await testShop.requireSound()
        }),
        { numRuns: Math.min(IN_ONE_SHOP, programs - programCount) },
      )
      await testShop.requireSound()
    } finally {
      await testShop.close()
    }
  }
  if (isLong) expect(saleCount).toBeGreaterThan(0)
  figure(
    task,
    `${programs} programs of 10 actions, ${paidCount} orders paid, ${saleCount} of them in a sale: 0 violations`,
  )
})
