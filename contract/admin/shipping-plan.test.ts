import fc from 'fast-check'
import { expect, test } from 'vitest'
import { STATES } from '../addresses.ts'
import { COUNTRIES } from '../countries.ts'
import { DEFAULT_RATES } from '../defaults.ts'
import { flatBands, flatRates, quote } from '../pricing.ts'
import { PlanMethod, ShippingPlan, unnamedFarStates, zoneOf } from './shipping-plan.ts'

/** A plan as it is on the wire: prices in dollars. */
const method = (fields: object = {}) => ({
  ...{ id: 'mail', name: 'Mail', by: 'pieces' },
  bands: [
    { upTo: 1, price: 3.5 },
    { upTo: null, price: 5 },
  ],
  ...fields,
})
const zone = (places: string[], fields: object = {}) => ({ name: 'USA', places, methods: [method(fields)] })
const planOf = (zones: object[], fields: object = {}) => ({ zones, usualGrams: 100, packingGrams: 0, ...fields })
const bands = (...ends: (number | null)[]) => ({ bands: ends.map((upTo) => ({ upTo, price: 1 })) })
const pickup = { address: '5 Mill Lane', hours: '' }

test.for([
  ['nothing', {}],
  ['no zone', planOf([])],
  ['a zone without a place', planOf([zone([])])],
  ['a zone without a method', planOf([{ name: 'USA', places: ['US'], methods: [] }])],
  ['a zone without a name', planOf([{ ...zone(['US']), name: ' ' }])],
  ['a place twice in a zone', planOf([zone(['US', 'US'])])],
  ['a place in two zones', planOf([zone(['US']), zone(['CA', 'US'], { id: 'b' })])],
  ['a method id in two zones', planOf([zone(['US']), zone(['CA'])])],
  ['the id of pick-up', planOf([zone(['US'], { id: 'pickup' })])],
  ['an id with markup', planOf([zone(['US'], { id: '<b>' })])],
  ['a state that does not exist', planOf([zone(['US-XX'])])],
  ['a property of all objects as a state', planOf([zone(['US-constructor'])])],
  ['a country that does not exist', planOf([zone(['XX'])])],
  ['Puerto Rico as a country', planOf([zone(['PR'])])],
  ['a country in small letters', planOf([zone(['ca'])])],
  ['no band', planOf([zone(['US'], bands())])],
  ['a last band with an end', planOf([zone(['US'], bands(1, 2))])],
  ['an open band before the last', planOf([zone(['US'], bands(1, null, 3, null))])],
  ['bands that descend', planOf([zone(['US'], bands(5, 3, null))])],
  ['equal bands', planOf([zone(['US'], bands(3, 3, null))])],
  ['a band up to nothing', planOf([zone(['US'], bands(0, null))])],
  ['half a piece', planOf([zone(['US'], bands(1.5, null))])],
  ['a negative price', planOf([zone(['US'], { bands: [{ upTo: null, price: -1 }] })])],
  ['a tenth of a cent', planOf([zone(['US'], { bands: [{ upTo: null, price: 1.001 }] })])],
  ['an endless price', planOf([zone(['US'], { bands: [{ upTo: null, price: 1e300 }] })])],
  ['21 bands', planOf([zone(['US'], bands(...Array.from({ length: 20 }, (_, at) => at + 1), null))])],
  ['a method by the moon', planOf([zone(['US'], { by: 'moon' })])],
  ['days reversed', planOf([zone(['US'], { days: { from: 6, to: 3 } })])],
  ['negative days', planOf([zone(['US'], { days: { from: -1, to: 3 } })])],
  ['31 zones', planOf(COUNTRIES.slice(0, 31).map((code, at) => zone([code], { id: `m${at}` })))],
  ['weightless pieces', planOf([zone(['US'])], { usualGrams: 0 })],
  ['heavy air', planOf([zone(['US'])], { packingGrams: -1 })],
  ['pick-up nowhere', planOf([zone(['US'])], { pickup: { ...pickup, address: '' } })],
  ['a name with a line break', planOf([zone(['US'], { name: 'a\nb' })])],
  ['a name of 10,000 characters', planOf([zone(['US'], { name: 'x'.repeat(10_000) })])],
] as const)('a plan with %s is refused', ([, plan]) => {
  const { error } = ShippingPlan.safeParse(plan)
  expect(error?.issues.length).toBeGreaterThan(0)
})

test.for([
  ['two zones and pick-up', planOf([zone(['US']), zone(['US-AK', 'CA', '*'], { id: 'far' })], { pickup })],
  ['only pick-up', planOf([], { pickup })],
  ['one price', planOf([zone(['*'], bands(null))])],
])('a plan of %s is saved and read back the same', ([, plan]) => {
  expect(ShippingPlan.encode(ShippingPlan.parse(plan))).toEqual(plan)
})

const read = (places: string[][]) =>
  ShippingPlan.parse(planOf(places.map((codes, at) => ({ ...zone(codes, { id: `m${at}` }), name: codes.join(' ') }))))

test.for([
  ['Colorado', 'US', 'CO', 'US CA'],
  ['Alaska, which is named', 'US', 'AK', 'US-AK US-PR'],
  ['Hawaii, which is not', 'US', 'HI', 'US CA'],
  ['Puerto Rico, which is named', 'US', 'PR', 'US-AK US-PR'],
  ['Guam, which is no state', 'US', 'GU', '*'],
  ['the USA', 'US', undefined, 'US CA'],
  ['Canada', 'CA', 'QC', 'US CA'],
  ['France', 'FR', undefined, '*'],
  ['a state of another country', 'FR', 'AK', '*'],
] as const)('a parcel to %s', ([, country, state, name]) => {
  const plan = read([['US', 'CA'], ['US-AK', 'US-PR'], ['*']])
  expect(zoneOf(plan, { country, state })?.name).toBe(name)
})

test('without a place for everywhere else, no zone has what no zone names', () => {
  const plan = read([['US'], ['US-AK']])
  for (const [country, state] of [
    ['US', 'GU'],
    ['US', 'XX'],
    ['US', 'constructor'],
    ['CA', undefined],
  ] as const)
    expect(zoneOf(plan, { country, state })).toBeUndefined()
})

test.for([
  [[['US']], ['AK', 'HI']],
  [[['US'], ['US-AK']], ['HI']],
  [[['US', 'US-AK', 'US-HI']], []],
  [[['*']], []],
] as const)('%j leaves %j at the price of the others', ([places, states]) => {
  expect(unnamedFarStates(read(places as unknown as string[][]))).toEqual(states)
})

test('whatever the plan, an address has one zone at most, the most exact one, and always a price in it', () => {
  const code = fc.constantFrom(
    '*',
    'US',
    ...Object.keys(STATES).map((state) => `US-${state}`),
    'US-PR',
    'CA',
    'FR',
    'DE',
  )
  const anyBands = fc
    .uniqueArray(fc.integer({ min: 1, max: 10_000 }), { maxLength: 6 })
    .map((ends) => bands(...ends.sort((a, b) => a - b), null))
  const anyZones = fc.uniqueArray(code, { minLength: 1, maxLength: 12 }).chain((codes) =>
    fc
      .array(fc.tuple(fc.nat(3), fc.constantFrom('pieces', 'grams', 'goods'), anyBands), {
        minLength: codes.length,
        maxLength: codes.length,
      })
      .map((spread) => codes.map((place, at) => ({ place, ...at_(spread, at) }))),
  )
  const at_ = (spread: [number, string, object][], at: number) => {
    const [group = 0, by = 'pieces', ends = {}] = spread[at] ?? []
    return { group, by, ends }
  }
  const place = fc.oneof(
    fc.record({ country: fc.constant('US'), state: fc.constantFrom(...Object.keys(STATES), 'PR', 'GU') }),
    fc.record({ country: fc.constantFrom('CA', 'FR', 'JP') }),
  )
  const line = fc.record({ price: fc.nat(50_000), qty: fc.integer({ min: 1, max: 20 }) })
  fc.assert(
    fc.property(anyZones, place, fc.array(line, { minLength: 1, maxLength: 5 }), (members, address, lines) => {
      const groups = [...Map.groupBy(members, ({ group }) => group).values()]
      const plan = ShippingPlan.parse(
        planOf(
          groups.map((group, at) => ({
            name: String(at),
            places: group.map((member) => member.place),
            methods: [method({ id: `m${at}`, by: group[0]?.by, ...group[0]?.ends })],
          })),
        ),
      )
      const own = zoneOf(plan, address)
      const codes =
        'state' in address
          ? [`US-${address.state}`, ...(Object.hasOwn(STATES, address.state) ? ['US'] : [])]
          : [address.country]
      const exact = [...codes, '*'].find((wanted) => plan.zones.some(({ places }) => places.includes(wanted)))
      expect(plan.zones.filter(({ places }) => exact && places.includes(exact))).toEqual(own ? [own] : [])
      for (const shipping of own?.methods ?? [])
        expect(quote({ ...flatRates(DEFAULT_RATES), shipping }, lines).shippingPrice).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('two bands by pieces are the prices of a shop without a plan', () => {
  const shipping = PlanMethod.parse(method())
  expect(shipping.bands).toEqual(flatBands(DEFAULT_RATES.shippingOne, DEFAULT_RATES.shippingMore))
  for (const qty of [0, 1, 2, 30]) {
    const lines = [{ price: 500, qty }]
    const usual = flatRates(DEFAULT_RATES)
    expect(quote({ ...usual, shipping }, lines)).toEqual(quote(usual, lines))
  }
})
