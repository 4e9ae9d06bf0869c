import { expect, test } from 'vitest'
import { deliveryOf } from './delivery.ts'

test.for([
  ['the default figures', 350, 500, 'Shipping is $3.50 for one piece, $5.00 for two or more.'],
  ['one price for all', 400, 400, 'Shipping is $4.00, however many pieces you buy.'],
  ['nothing', 0, 0, 'Free shipping.'],
  ['nothing for one', 0, 500, 'Shipping is free for one piece, $5.00 for two or more.'],
  ['nothing for more', 350, 0, 'Shipping is $3.50 for one piece, free for two or more.'],
] as const)('the sentence about delivery at %s', ([, shippingOne, shippingMore, words]) =>
  expect(deliveryOf({ tax: 550, shippingOne, shippingMore, closed: null, shipDays: { from: 2, to: 2 } })).toBe(
    `${words} Usually ships within 2 business days.`,
  ),
)

test('during time off the sentence says when orders ship, unless none can be placed', () => {
  const free = { tax: 550, shippingOne: 0, shippingMore: 0, shipDays: { from: 1, to: 3 } }
  const timeOff = { text: 'At a market.', back: '2026-12-11' }
  expect(deliveryOf({ ...free, closed: { ...timeOff, orders: 'later' } })).toBe(
    'Free shipping. Orders placed now ship from Dec 11, 2026.',
  )
  expect(deliveryOf({ ...free, closed: { ...timeOff, orders: 'stop' } })).toBe('Free shipping.')
})

test.for([
  [{ from: 1, to: 1 }, 'within 1 business day'],
  [{ from: 2, to: 2 }, 'within 2 business days'],
  [{ from: 5, to: 10 }, 'in 5 to 10 business days'],
] as const)('the shop usually ships %j business days: %s', ([shipDays, words]) => {
  const free = { tax: 550, shippingOne: 0, shippingMore: 0, closed: null }
  expect(deliveryOf({ ...free, shipDays })).toBe(`Free shipping. Usually ships ${words}.`)
})
