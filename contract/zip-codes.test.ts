import { expect, test } from 'vitest'
import { OTHER_REGIONS, STATES } from './addresses.ts'
import { stateOfZip } from './zip-codes.ts'

test.for([
  ['00501', 'NY'],
  ['00601', 'PR'],
  ['00802', 'VI'],
  ['02108', 'MA'],
  ['05544', 'MA'],
  ['06390', 'NY'],
  ['09021', 'AE'],
  ['20001', 'DC'],
  ['20101', 'VA'],
  ['30301', 'GA'],
  ['34002', 'AA'],
  ['39901', 'GA'],
  ['53703-1234', 'WI'],
  ['73301', 'TX'],
  ['73960', 'TX'],
  ['79936', 'TX'],
  ['80202', 'CO'],
  ['83414', 'WY'],
  ['88510', 'TX'],
  ['96201', 'AP'],
  ['96799', 'AS'],
  ['96813', 'HI'],
  ['96913', 'GU'],
  ['96950', 'MP'],
  ['99501', 'AK'],
  ['00000', null],
  ['43299', 'OH'],
  ['21300', 'MD'],
  ['42900', null],
] as const)('the ZIP code %s is in %s', ([zip, state]) => {
  expect(stateOfZip(zip)).toBe(state)
})

test('each state and each other region has ZIP codes', () => {
  const found = new Set(Array.from({ length: 100_000 }, (_, zip) => stateOfZip(String(zip).padStart(5, '0'))))
  found.delete(null)
  expect([...found].sort()).toEqual([...Object.keys(STATES), ...Object.keys(OTHER_REGIONS)].sort())
})
