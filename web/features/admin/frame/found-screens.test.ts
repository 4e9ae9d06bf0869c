import { expect, test } from 'vitest'
import { foundScreens } from './found-screens.ts'

test.for([
  ['', []],
  ['zinnia', []],
  ['prod', ['Products']],
  ['ORDERS', ['Orders', 'Past orders of other shops', 'Orders to ship', 'Unpaid orders', 'Deleted orders']],
  ['time', ['Time zone', 'Time off']],
  ['zone ti', ['Time zone']],
  ['tax', ['Sales tax', 'Shipping prices, sales tax']],
] as const)('the name %j finds the screens %j', ([typed, labels]) => {
  expect(foundScreens(typed).map(({ label }) => label)).toEqual(labels)
})
