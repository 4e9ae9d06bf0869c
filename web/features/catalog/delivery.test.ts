import { expect, test } from 'vitest'
import { deliveryOf } from './delivery.ts'

test.for([
  ['the figures of D14', 350, 500, 'Shipping $3.50 for one piece, $5.00 for more'],
  ['one price for all', 400, 400, 'Shipping $4.00, however many you choose'],
  ['nothing', 0, 0, 'Free shipping'],
  ['nothing for one', 0, 500, 'Free shipping for one piece, $5.00 for more'],
  ['nothing for more', 350, 0, 'Shipping $3.50 for one piece, free for more'],
] as const)('delivery at %s is said in words', ([, shippingOne, shippingMore, words]) =>
  expect(deliveryOf({ tax: 550, shippingOne, shippingMore })).toBe(`${words}; usually on its way in 2 working days.`),
)
