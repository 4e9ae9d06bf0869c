import { expect, test } from 'vitest'
import { DEFAULT_RATES } from '#contract/defaults.ts'
import { flatRates, quote } from '#contract/pricing.ts'
import { figure, runs } from '#server/testing/torture.ts'
import { SHAPES } from './stored-state.ts'

const pen = { product: 'p', name: 'Pen', image: '/placeholder.svg', price: 5.5, qty: 1, qtyAvail: 3 }
const ada = { _id: 'a', name: 'Ada', email: 'ada@shop.example', isAdmin: false, isAPI: false, token: 't' }
const home = { address: '1 Main Street', city: 'Denver', state: 'CO', postalCode: '80202', country: 'USA' }
const without = (fields: object, name: string) =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name))

test('what is stored in the right shape is restored, amounts in cents', () => {
  expect(SHAPES.cartItems([{ ...pen, slug: 'pen' }])).toEqual([{ ...pen, price: 550 }])
  expect(SHAPES.cartItems([{ ...pen, oneOfAKind: true }])).toEqual([{ ...pen, oneOfAKind: true, price: 550 }])
  expect(SHAPES.userInfo(ada)).toEqual(ada)
  expect(SHAPES.shippingAddress(home)).toEqual(home)
  expect(SHAPES.shippingAddress({ city: 'Denver' })).toEqual({ city: 'Denver' })
  expect(SHAPES.paymentMethod('Square')).toBe('Square')
  expect(SHAPES.couponCode('WELCOME5')).toBe('WELCOME5')
  expect(SHAPES.cartOwner('a')).toBe('a')
})

/** What another program, or an earlier version of the shop, may have left behind. */
const STRANGE = [null, 7, -1, true, '', 'text', [], [null], [[]], {}, { an: 'object' }, [null, {}], [7, 'text']]

test.for(STRANGE.map((value) => [JSON.stringify(value), value] as const))(
  '%s stored under any key is no more than absent',
  ([, value]) => {
    expect(SHAPES.cartItems(value)).toEqual([])
    expect(SHAPES.userInfo(value)).toBeNull()
    expect(typeof SHAPES.paymentMethod(value)).toBe('string')
    expect(typeof SHAPES.couponCode(value)).toBe('string')
    expect(['object', 'string']).toContain(typeof SHAPES.cartOwner(value))
    expect(Object.values(SHAPES.shippingAddress(value)).filter((field) => typeof field !== 'string')).toEqual([])
  },
)

test.for([
  ['no product', without(pen, 'product')],
  ['a product that is a number', { ...pen, product: 7 }],
  ['no name', { ...pen, name: '' }],
  ['a name that is an object', { ...pen, name: {} }],
  ['no image', without(pen, 'image')],
  ['a price that is a text', { ...pen, price: '5' }],
  ['a price that is null', { ...pen, price: null }],
  ['a negative price', { ...pen, price: -5 }],
  ['a price beyond counting', { ...pen, price: 1e300 }],
  ['a quantity of 0', { ...pen, qty: 0 }],
  ['a negative quantity', { ...pen, qty: -2 }],
  ['half a piece', { ...pen, qty: 0.5 }],
  ['a quantity that is a text', { ...pen, qty: '2' }],
  ['a quantity beyond what a shop has', { ...pen, qty: 1e15 }],
  ['no stock', without(pen, 'qtyAvail')],
  ['half a piece in stock', { ...pen, qtyAvail: 2.5 }],
] as const)('a piece with %s leaves the cart, and the others stay', ([, damagedItem]) => {
  expect(SHAPES.cartItems([damagedItem, { ...pen, product: 'q' }])).toEqual([{ ...pen, product: 'q', price: 550 }])
})

test('a piece that is stored twice is in the cart once', () => {
  expect(SHAPES.cartItems([pen, { ...pen, qty: 2 }])).toEqual([{ ...pen, price: 550, qty: 2 }])
})

test.for(['_id', 'name', 'email', 'isAdmin', 'isAPI', 'token'])('nobody is signed in without %s', (name) => {
  expect(SHAPES.userInfo(without(ada, name))).toBeNull()
  expect(SHAPES.userInfo({ ...ada, [name]: 7 })).toBeNull()
})

test('an address with a field that is no text is none', () => {
  expect(SHAPES.shippingAddress({ ...home, city: 7 })).toEqual({})
  expect(SHAPES.shippingAddress('1 Main Street')).toEqual({})
})

/** Any JSON: sound values with any part of them put in the place of any other. */
function randomJson(random: () => number, depth = 0): unknown {
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T
  if (depth > 3 || random() < 0.5)
    return pick([...STRANGE, pen, [pen], ada, home, 'Square', 1e300, 0.1, -0, Number.NaN])
  if (random() < 0.4) return Array.from({ length: 3 }, () => randomJson(random, depth + 1))
  const sound = pick<object>([pen, ada, home])
  return { ...sound, [pick(Object.keys(sound))]: randomJson(random, depth + 1) }
}

test('whatever is stored, what is restored can be shown and added up', { tags: ['X14'] }, ({ task }) => {
  const count = runs(2000, 500_000)
  let keptCount = 0
  for (let n = 0; n < count; n++) {
    const storedValue = JSON.parse(JSON.stringify(randomJson(Math.random)) ?? 'null')
    const items = SHAPES.cartItems(storedValue)
    const user = SHAPES.userInfo(storedValue)
    const texts = [
      SHAPES.paymentMethod(storedValue),
      SHAPES.couponCode(storedValue),
      ...Object.values(SHAPES.shippingAddress(storedValue)),
    ]
    const all = [...texts, ...items.flatMap(({ product, name, image }) => [product, name, image])]
    expect(
      all.filter((text) => typeof text !== 'string'),
      JSON.stringify(storedValue),
    ).toEqual([])
    expect(Number.isSafeInteger(quote(flatRates(DEFAULT_RATES), items).itemsPrice), JSON.stringify(storedValue)).toBe(
      true,
    )
    expect(user === null || user.token.length > 0, JSON.stringify(storedValue)).toBe(true)
    keptCount += items.length + (user ? 1 : 0)
  }
  expect(keptCount).toBeGreaterThan(0)
  figure(task, `${count} random values under every key: all accepted values can be shown and added up`)
})
