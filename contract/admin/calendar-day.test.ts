import { expect, test } from 'vitest'
import { Period } from './exports.ts'
import { PastOrderQuery } from './history.ts'

const ID = '0199b3a0-0000-7000-8000-000000000000'

test.for([
  ['2026-11-23', true],
  ['0001-01-01', true],
  ['0000-01-01', false],
  ['2024-13-45', false],
  ['2024-02-30', false],
] as const)('%s is a day that a list or a file can begin with: %s', ([day, isDay]) => {
  expect(Period.safeParse({ from: day }).success).toBe(isDay)
  expect(PastOrderQuery.safeParse({ after: `${day}_${ID}` }).success).toBe(isDay)
})
