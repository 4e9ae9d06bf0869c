import { expect, test } from 'vitest'
import { withoutName } from './postal-address.ts'

test.for([
  ['Keramik\n77 Oak Street\nDetroit', '77 Oak Street\nDetroit'],
  [' keramik \n77 Oak Street', '77 Oak Street'],
  ['Anna Keramik\n77 Oak Street', 'Anna Keramik\n77 Oak Street'],
  ['77 Oak Street', '77 Oak Street'],
  ['', ''],
] as const)('on a slip that begins with “Keramik”, the address %j is %j', ([address, shown]) => {
  expect(withoutName(address, 'Keramik')).toBe(shown)
})
