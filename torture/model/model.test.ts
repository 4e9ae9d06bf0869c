import { expect, test } from 'vitest'
import { CASES, CROWDS, FLAWED_DESIGNS } from './cases.ts'
import { explore, walk } from './explore.ts'

test.for(Object.entries(FLAWED_DESIGNS))('the model catches: %s', ([, flaws]) => {
  const isCaught = Object.values(CASES).some((scenario) => explore(scenario, flaws).violation !== null)
  expect(isCaught).toBe(true)
})

test.for(Object.entries(CROWDS))('2,000 random lives of %s break nothing and end well', ([, scenario]) => {
  const { violation, unsettledEnds, paidOrders } = walk(scenario, 2_000, 1)
  expect({ violation, unsettledEnds }).toEqual({ violation: null, unsettledEnds: 0 })
  expect(paidOrders).toBeGreaterThan(0)
})
