import { expect, test } from 'vitest'
import type { TaxPlan } from '#contract/admin/tax-plan.ts'
import { quote } from '#contract/pricing.ts'
import type { Db } from '#server/platform/db/client.ts'
import { taxRates } from '#server/shop/schema/tax.ts'
import { testDatabase } from '#server/testing/app.ts'
import { taxRateFor } from './tax-rate.ts'

const [DENVER, BOULDER] = ['80202', '80301']
const colorado = { by: 'destination', shipping: false, ppm: 29_000, table: true } as const

/** A shop in Denver that collects in Colorado, unless the plan says otherwise. */
const plan = (state: object = {}, more: object = {}) =>
  ({ mode: 'states', homeZip: DENVER, states: { CO: { ...colorado, ...state }, ...more } }) as TaxPlan

async function withTables() {
  const { db } = await testDatabase()
  await db.insert(taxRates).values([
    { state: 'CO', zip: DENVER, ppm: 88_100, place: 'DENVER', source: 'co.csv' },
    { state: 'CO', zip: BOULDER, ppm: 90_450, place: 'BOULDER', parts: { state: 29_000 }, source: 'co.csv' },
  ])
  return db
}

const rateAt = (db: Db, taxPlan: TaxPlan | null, place: object, isPickup = false) =>
  taxRateFor(db, { tax: 550, taxPlan }, { country: 'US', ...place }, isPickup)

// Goods of $100.00, and $5.00 of shipping unless they are picked up; to Boulder (9.045 %) from Denver (8.81 %).
const FIGURES = [
  ['origin', false, 0, 'shipped', [10_000, 881, 11_381]],
  ['origin', true, 0, 'shipped', [10_500, 925, 11_425]],
  ['origin', false, 500, 'shipped', [9500, 837, 10_837]],
  ['origin', true, 500, 'shipped', [10_000, 881, 10_881]],
  ['origin', false, 20_000, 'shipped', [0, 0, 0]],
  ['origin', true, 20_000, 'shipped', [500, 44, 0]],
  ['origin', false, 0, 'picked up', [10_000, 881, 10_881]],
  ['origin', true, 0, 'picked up', [10_000, 881, 10_881]],
  ['origin', false, 500, 'picked up', [9500, 837, 10_337]],
  ['origin', true, 500, 'picked up', [9500, 837, 10_337]],
  ['origin', false, 20_000, 'picked up', [0, 0, 0]],
  ['origin', true, 20_000, 'picked up', [0, 0, 0]],
  ['destination', false, 0, 'shipped', [10_000, 905, 11_405]],
  ['destination', true, 0, 'shipped', [10_500, 950, 11_450]],
  ['destination', false, 500, 'shipped', [9500, 859, 10_859]],
  ['destination', true, 500, 'shipped', [10_000, 905, 10_905]],
  ['destination', false, 20_000, 'shipped', [0, 0, 0]],
  ['destination', true, 20_000, 'shipped', [500, 45, 0]],
  ['destination', false, 0, 'picked up', [10_000, 881, 10_881]],
  ['destination', true, 0, 'picked up', [10_000, 881, 10_881]],
  ['destination', false, 500, 'picked up', [9500, 837, 10_337]],
  ['destination', true, 500, 'picked up', [9500, 837, 10_337]],
  ['destination', false, 20_000, 'picked up', [0, 0, 0]],
  ['destination', true, 20_000, 'picked up', [0, 0, 0]],
] as const

test('the tax of every sourcing, with shipping taxed or not, each discount, shipped and picked up', async () => {
  const db = await withTables()
  const outcomes = await Promise.all(
    FIGURES.map(async ([by, shipping, amount, way]) => {
      const isPickup = way === 'picked up'
      const place = isPickup ? { state: 'NY', zip: '10001' } : { state: 'CO', zip: BOULDER }
      const { rate } = await rateAt(db, plan({ by, shipping }), place, isPickup)
      const bands = [{ upTo: null, price: isPickup ? 0 : 500 }]
      const coupon = { amount, freeShip: false, taxFree: false }
      const figures = quote({ tax: rate, shipping: { by: 'pieces', bands } }, [{ price: 10_000, qty: 1 }], coupon)
      return [by, shipping, amount, way, [figures.taxBase, figures.taxPrice, figures.totalPrice]]
    }),
  )
  expect(outcomes).toEqual(FIGURES)
})

test.for([
  ['a ZIP code of the table', plan(), { state: 'CO', zip: BOULDER }, 90_450, { from: 'table', place: 'BOULDER' }],
  ['nine digits', plan(), { state: 'CO', zip: '80301-1234' }, 90_450, { from: 'table', zip: BOULDER }],
  [
    'a ZIP code that the table lacks',
    plan(),
    { state: 'CO', zip: '80999' },
    29_000,
    { from: 'state', isUnknownZip: true },
  ],
  ['an address without ZIP code', plan(), { state: 'CO' }, 29_000, { from: 'state', isUnknownZip: true }],
  ['a state without table', plan({ table: false }), { state: 'CO', zip: BOULDER }, 29_000, { from: 'state' }],
  ['a state where nothing is collected', plan(), { state: 'NY', zip: '10001' }, 0, { from: 'none', state: 'NY' }],
  ['no state that exists', plan(), { state: 'constructor', zip: '10001' }, 0, { from: 'none' }],
  ['Puerto Rico', plan(), { state: 'PR', zip: '00901' }, 0, { from: 'none', state: 'PR' }],
  ['a base abroad', plan(), { state: 'AE', zip: '09012' }, 0, { from: 'none' }],
  ['another country', plan(), { country: 'CA', state: 'CO', zip: DENVER }, 0, { from: 'none', country: 'CA' }],
  [
    'a state by origin that is not the shop’s: its buyers’ ZIP codes decide',
    plan({ by: 'origin' }, { KS: { by: 'origin', shipping: true, ppm: 65_000, table: false } }),
    { state: 'KS', zip: '66002' },
    65_000,
    { from: 'state', by: 'destination', zip: '66002' },
  ],
] as const)('%s', async ([, taxPlan, place, ppm, origin]) => {
  const db = await withTables()
  expect(await rateAt(db, taxPlan, place)).toMatchObject({ rate: { ppm, mode: 'states' }, origin })
})

test('picking up in a state where nothing is collected is not taxed', async () => {
  const db = await withTables()
  const kansas = { mode: 'states', homeZip: '66002', states: { CO: colorado } } as const
  expect(await rateAt(db, kansas, { state: 'CO', zip: BOULDER }, true)).toMatchObject({ rate: { ppm: 0 } })
})

test('without a plan, and with one rate for everybody, every address of the USA pays it, and the order keeps no place', async () => {
  const db = await withTables()
  const flat = (ppm: number) => ({ rate: { mode: 'flat', ppm, shipping: false }, origin: null })
  const rates = async (place: object, isPickup: boolean) => [
    await rateAt(db, null, place, isPickup),
    await rateAt(db, { mode: 'flat', ppm: 88_750 }, place, isPickup),
  ]
  for (const place of [{ state: 'CO', zip: DENVER }, {}])
    for (const isPickup of [false, true]) expect(await rates(place, isPickup)).toEqual([flat(55_000), flat(88_750)])
  expect(await rates({ country: 'DE' }, false)).toEqual([flat(0), flat(0)])
  expect(await rates({ country: 'DE' }, true)).toEqual([flat(55_000), flat(88_750)])
})

test('prices include the tax of the country, and none elsewhere', async () => {
  const db = await withTables()
  const includedTax: TaxPlan = { mode: 'included', countries: { DE: 190_000 } }
  const rate = (ppm: number) => ({ rate: { mode: 'included', ppm, shipping: true } })
  expect(await rateAt(db, includedTax, { country: 'DE' })).toMatchObject(rate(190_000))
  expect(await rateAt(db, includedTax, { state: 'CO' })).toMatchObject({ ...rate(0), origin: { from: 'none' } })
})
