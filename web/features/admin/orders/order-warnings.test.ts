import { expect, test } from 'vitest'
import { shipByWords } from './order-warnings.ts'

const WAITING = { number: 1001, totalPrice: 500, isPaid: true, isDelivered: false, isRefunded: false }
const LATE = { isLate: true, text: 'Late: was to ship by Nov 18, 2026' }

test.for([
  ['on its day an order is not late', { shipBy: '2026-11-19' }, { isLate: false, text: 'Ship by Nov 19, 2026' }],
  ['the day after it is', { shipBy: '2026-11-18' }, LATE],
  ['a shipped order is not late', { shipBy: '2026-11-18', isDelivered: true }, null],
  ['a refunded order is not late', { shipBy: '2026-11-18', isRefunded: true }, null],
  ['an unpaid order has no such day', { isPaid: false }, null],
] as const)('%s', ([, order, expected]) => {
  expect(shipByWords({ ...WAITING, ...order }, '2026-11-19')).toEqual(expected)
})
