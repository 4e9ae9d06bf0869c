import { expect, test } from 'vitest'
import type { PlanMethod, ShippingPlan } from '#contract/admin/shipping-plan.ts'
import { shippingInShort } from './shipping-in-short.ts'

const way = (id: string, days?: PlanMethod['days']): PlanMethod => ({
  ...{ id, name: id, by: 'pieces', bands: [{ upTo: null, price: 400 }] },
  ...(days && { days }),
})
const plan = (...methods: PlanMethod[]): ShippingPlan => ({
  zones: [
    { name: 'USA', places: ['US'], methods },
    { name: 'Canada', places: ['CA'], methods: [way('abroad', { from: 9, to: 20 })] },
  ],
  ...{ usualGrams: 200, packingGrams: 50 },
})

test.for([
  [
    'from the fastest to the slowest way',
    [way('mail', { from: 3, to: 5 }), way('fast', { from: 1, to: 2 })],
    { from: 1, to: 5 },
  ],
  ['not at all when one of the ways promises nothing', [way('mail', { from: 3, to: 5 }), way('slow')], undefined],
  ['not at all without days', [way('mail')], undefined],
] as const)('the days within the USA are told %s', ([, methods, days]) => {
  expect(shippingInShort(plan(...methods)).days).toEqual(days)
})
