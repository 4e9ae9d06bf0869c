import { afterAll, afterEach, beforeAll, describe, test } from 'vitest'
import { expectSettledLedger } from '#server/testing/invariants.ts'
import { figure, isLong, runs } from '#server/testing/torture.ts'
import { waitFor } from '#server/testing/wait-for.ts'
import * as races from './races.ts'
import { startProcesses, type TestProcesses } from './test-processes.ts'

const RACES = [
  ['C1', 'of many shoppers who pay for the last piece at once, one gets it', races.oneInStock, 1, 50],
  ['C2', 'of many shoppers and a stock of seven, seven get one', races.sevenInStock, 1, 50],
  ['C3', 'an order that two tabs pay at once is paid once', races.twoTabs, 10, 1000],
  ['C4', 'of many shoppers with the same one-time coupon, one uses it', races.oneCoupon, 1, 20],
  ['C21', 'of many shoppers with a coupon of so many uses, so many use it', races.lastUses, 1, 50],
  ['C5', 'ten clicks on Place Order make one order', races.tenClicks, 2, 100],
  ['C6', 'report, message and recovery at once settle a payment once', races.everyReport, 2, 100],
  ['C19', 'of many shoppers who pay for the last one of a choice at once, one gets it', races.oneLastChoice, 1, 50],
  ['C7', 'orders of the same two products in opposite order are all paid', races.oppositeOrders, 1, 10],
] as const

for (const processes of [1, 4])
  describe(processes === 1 ? 'one process' : `${processes} processes on one database`, () => {
    let shop: TestProcesses
    beforeAll(async () => {
      shop = await startProcesses(processes)
    }, 120_000)
    afterAll(() => shop.close())
    // A payment that was answered 202, or whose webhook came last, is settled by the next round of recovery.
    afterEach(() => waitFor(() => expectSettledLedger(shop.db), { interval: 500 }))

    for (const [row, fact, race, short, long] of RACES)
      test(fact, { tags: processes === 1 ? [row] : [row, 'C13'] }, async ({ task }) => {
        const result = await race(shop, runs(short, long), isLong)
        figure(task, processes === 1 ? result : `${row} with ${processes} processes: ${result}`)
      })
  })
