import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ShippingPlan } from '#contract/admin/shipping-plan.ts'
import type { PlaceRates } from '#contract/rates.ts'
import { arrivalDays, shipByDay } from '#contract/ship-by.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { holidaysFrom } from '#server/shop/settings/holidays.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { ADDRESS, testCheckout } from '#server/testing/checkouts.ts'
import { today } from '#server/testing/days.ts'
import { admin, coupon, family, product } from '#server/testing/factories.ts'
import { TRADING_SETTINGS } from '#server/testing/trading-settings.ts'

/** Two methods in the USA, Alaska by weight, and Canada. Nothing to Hawaii, which is named nowhere as `US` means it. */
const PLAN: ShippingPlan = {
  zones: [
    {
      name: 'USA',
      places: ['US'],
      methods: [
        {
          ...{ id: 'mail', name: 'Mail', by: 'pieces', freeFrom: 5000, days: { from: 3, to: 6 } },
          bands: [
            { upTo: 1, price: 350 },
            { upTo: null, price: 500 },
          ],
        },
        { id: 'fast', name: 'Fast', by: 'goods', bands: [{ upTo: null, price: 1500 }], days: { from: 1, to: 2 } },
      ],
    },
    {
      name: 'Far away',
      places: ['US-AK', 'US-PR', 'CA'],
      methods: [
        {
          ...{ id: 'far', name: 'Parcel', by: 'grams' },
          bands: [
            { upTo: 500, price: 900 },
            { upTo: null, price: 2000 },
          ],
        },
      ],
    },
  ],
  pickup: { address: '5 Mill Lane, Boise', hours: 'Saturdays, 9 to 12' },
  usualGrams: 200,
  packingGrams: 60,
}

async function plannedShop(plan: ShippingPlan | null = PLAN) {
  const shop = await testCheckout()
  if (plan) await saveSettings(shop.db, { shipping: plan })
  const rates = async (query: string) => (await shop.get(`/api/rates?${query}`)).json()
  const at = (state: string) => ({ shippingAddress: { ...ADDRESS, state } })
  return { ...shop, rates, at }
}

test('a shop without a plan offers one method to every state, at the figures of its settings', async () => {
  const { rates, get, placed, db } = await plannedShop(null)
  expect(await rates('state=HI&zip=96801')).toEqual({
    methods: [
      {
        ...{ id: 'standard', name: 'Shipping', by: 'pieces' },
        bands: [
          { upTo: 1, price: 3.5 },
          { upTo: null, price: 5 },
        ],
      },
    ],
    tax: { ppm: 55_000, mode: 'flat', shipping: false },
  })
  expect((await get('/api/shop')).json()).not.toHaveProperty('shipping')
  const order = await placed({ id: (await product(db)).id })
  for (const field of ['shipping', 'arrives']) expect(order).not.toHaveProperty(field)
})

test('each place has the methods of the zone that names it most exactly, and pick-up', async () => {
  const { rates } = await plannedShop()
  const ids = ({ methods }: PlaceRates) => methods.map(({ id }) => id)
  expect(ids(await rates('state=CO'))).toEqual(['mail', 'fast', 'pickup'])
  expect(ids(await rates(''))).toEqual(['mail', 'fast', 'pickup'])
  expect(ids(await rates('state=AK'))).toEqual(['far', 'pickup'])
  expect(ids(await rates('country=CA'))).toEqual(['far', 'pickup'])
  const abroad = await rates('country=FR')
  expect(ids(abroad)).toEqual(['pickup'])
  expect(abroad.noShipping).toBe('This shop does not ship to France yet. Contact the shop to ask.')
  expect((await rates('state=GU')).noShipping).toContain('Guam')
  expect(await rates('state=CO')).not.toHaveProperty('noShipping')
})

test.for(['country=us', 'country=USA', 'country=%00%00', 'state=colorado', 'zip=%27'])(
  'rates refuse the query %s',
  async (query) => {
    const { get } = await plannedShop(null)
    expect((await get(`/api/rates?${query}`)).statusCode).toBe(400)
  },
)

test('an order travels by the method that it names, or else by the first one', async () => {
  const { db, place, at } = await plannedShop()
  const pen = await product(db, { priceCents: 500 })
  const buy = async (fields: object, qty = 1) => {
    const { shippingPrice, totalPrice, shipping } = (await place({ id: pen.id, pieces: qty }, fields)).json()
    return [shippingPrice, totalPrice, shipping]
  }
  const mail = { method: 'mail', name: 'Mail' }
  expect(await buy({})).toEqual([3.5, 8.78, mail])
  expect(await buy({}, 2)).toEqual([5, 15.55, mail])
  expect(await buy({ shippingMethod: 'fast', shippingPrice: 15 })).toEqual([
    15,
    20.28,
    { method: 'fast', name: 'Fast' },
  ])
  expect(await buy(at('AK'))).toEqual([9, 14.28, { method: 'far', name: 'Parcel' }])
  const pickup = { address: '5 Mill Lane, Boise', hours: 'Saturdays, 9 to 12' }
  expect(await buy({ shippingMethod: 'pickup' })).toEqual([0, 5.28, { method: 'pickup', name: 'Pick up', pickup }])
})

test('nothing is shipped to a place that the plan does not name, unless the buyer collects it', async () => {
  const { db, place, at } = await plannedShop({ ...PLAN, zones: PLAN.zones.slice(1) })
  const pen = await product(db)
  const refusal = await place({ id: pen.id }, at('HI'))
  const message = 'This shop does not ship to Hawaii yet. Contact the shop to ask.'
  expect([refusal.statusCode, refusal.json()]).toEqual([422, { code: 'no_shipping', message }])
  expect(await db.$count(orders)).toBe(0)
  expect((await place({ id: pen.id }, { ...at('HI'), shippingMethod: 'pickup' })).statusCode).toBe(201)
})

test('a plan that changed between quote and order is said, and nothing is placed', async () => {
  const { db, place } = await plannedShop()
  const pen = await product(db, { priceCents: 500 })
  const [usa, far] = PLAN.zones as [ShippingPlan['zones'][0], ShippingPlan['zones'][0]]
  const dearer = { ...usa, methods: usa.methods.slice(1) }
  await saveSettings(db, { shipping: { ...PLAN, zones: [dearer, far] } })
  for (const fields of [{ shippingPrice: 3.5 }, { shippingMethod: 'mail' }, { shippingMethod: 'far' }]) {
    const refusal = await place({ id: pen.id }, fields)
    expect(refusal.statusCode).toBe(409)
    expect(refusal.json()).toMatchObject({ code: 'price_changed', quote: { shippingPrice: 15, totalPrice: 20.28 } })
  }
  await saveSettings(db, { shipping: null })
  expect((await place({ id: pen.id }, { shippingMethod: 'fast' })).statusCode).toBe(409)
  expect(await db.$count(orders)).toBe(0)
})

test('an order by a method that is no longer offered is refused as such, whatever it costs now', async () => {
  const { db, place } = await plannedShop()
  const pen = await product(db, { priceCents: 500 })
  await saveSettings(db, {
    shipping: { ...PLAN, zones: [{ ...PLAN.zones[0], methods: PLAN.zones[0]?.methods.slice(0, 1) }] } as ShippingPlan,
  })
  const refusal = await place({ id: pen.id }, { shippingMethod: 'fast', shippingPrice: 15 })
  expect(refusal.json()).toMatchObject({
    ...{ code: 'price_changed', message: expect.stringContaining('no longer offered') },
    quote: { shippingPrice: 3.5 },
  })
})

test('shipping is free from a price of the goods after the discount', async () => {
  const { db, place } = await plannedShop()
  const vase = await product(db, { priceCents: 5001 })
  await coupon(db, { code: 'ONE', amountCents: 1 })
  await coupon(db, { code: 'TWO', amountCents: 2 })
  const shippingOf = async (fields: object) => (await place({ id: vase.id }, fields)).json().shippingPrice
  expect(await shippingOf({})).toBe(0)
  expect(await shippingOf({ code: 'ONE' })).toBe(0)
  expect(await shippingOf({ code: 'TWO' })).toBe(3.5)
})

test('a package weighs its pieces; a choice weighs what its product does, and others what is usual', async () => {
  const { db, placed, at } = await plannedShop()
  const pen = await product(db, { grams: 440 })
  const { id: parentId, choices } = await family(db)
  const small = { id: choices[0]?.id ?? '' }
  const priceOf = async (...placing: Parameters<typeof placed>) => (await placed(...placing)).shippingPrice
  expect(await priceOf({ id: pen.id }, at('AK'))).toBe(9)
  expect(await priceOf({ id: pen.id, pieces: 2 }, at('AK'))).toBe(20)
  expect(await priceOf({ id: small.id, pieces: 2 }, at('AK'))).toBe(9)
  await db.update(products).set({ grams: 300 }).where(eq(products.id, parentId))
  expect(await priceOf({ id: small.id, pieces: 2 }, { ...at('AK'), giftNote: 'again' })).toBe(20)
  const storedOrders = await db.select({ shipping: orders.shipping }).from(orders)
  expect(storedOrders.map(({ shipping }) => shipping?.grams).sort()).toEqual([460, 500, 660, 940])
})

test('the dates that are offered are those that the paid order keeps', async () => {
  const { db, rates, placed, pay, order } = await plannedShop()
  const pen = await product(db)
  const madeToOrder = await product(db, { makeDaysMin: 5, makeDaysMax: 12 })
  const { methods }: PlaceRates = await rates('state=CO')
  for (const [soldProduct, shippingMethod, makeDays] of [
    [pen, 'mail', null],
    [pen, 'pickup', null],
    [madeToOrder, 'fast', 12],
  ] as const) {
    const { days, arrives: ofReadyProducts } = methods.find(({ id }) => id === shippingMethod) ?? {}
    const calendar = { holidays: holidaysFrom(today()) }
    const shipBy = shipByDay({ shipDays: TRADING_SETTINGS.shipDays, ...calendar }, today(), [makeDays])
    const offeredDays = days && shipBy && arrivalDays(calendar, shipBy, days)
    if (!makeDays) expect(offeredDays).toEqual(ofReadyProducts)
    const unpaidOrder = await placed({ id: soldProduct.id }, { shippingMethod })
    expect(unpaidOrder).not.toHaveProperty('arrives')
    await pay(unpaidOrder)
    const { arrives } = await order(unpaidOrder._id)
    expect(arrives).toEqual(offeredDays)
    expect(arrives.from >= today()).toBe(true)
  }
  const orderToAlaska = await placed({ id: pen.id }, { shippingAddress: { ...ADDRESS, state: 'AK' } })
  await pay(orderToAlaska)
  expect(await order(orderToAlaska._id)).not.toHaveProperty('arrives')
})

test('after a day an order costs what its method costs now', async () => {
  const { db, placed, verify } = await plannedShop()
  const pen = await product(db, { priceCents: 500 })
  const order = await placed({ id: pen.id }, { shippingMethod: 'fast' })
  await db.update(orders).set({ createdAt: new Date(Date.now() - 25 * 3_600_000) })
  const [usa] = PLAN.zones as [ShippingPlan['zones'][0]]
  const [mail, fast] = usa.methods as [(typeof usa.methods)[0], (typeof usa.methods)[0]]
  const now = (methods: typeof usa.methods) => saveSettings(db, { shipping: { ...PLAN, zones: [{ ...usa, methods }] } })
  await now([mail, { ...fast, bands: [{ upTo: null, price: 1700 }] } as typeof fast])
  expect(await verify(order._id)).toMatchObject({ shippingPrice: 17, shipping: { method: 'fast' } })
  await now([mail])
  expect(await verify(order._id)).toMatchObject({ shippingPrice: 3.5, shipping: { method: 'mail', name: 'Mail' } })
  await saveSettings(db, { shipping: { ...PLAN, zones: [] } })
  expect(await verify(order._id)).toMatchObject({ shippingPrice: 3.5, shipping: { method: 'mail' } })
})

test('an order without one of its items records the weight of those that are left', async () => {
  const { db, placed, verify, at } = await plannedShop()
  const [pen, cup] = [await product(db, { grams: 400 }), await product(db, { grams: 300 })]
  const order = await placed([{ id: pen.id }, { id: cup.id }], at('AK'))
  await db.update(products).set({ deletedAt: new Date() }).where(eq(products.id, cup.id))
  expect((await verify(order._id)).shippingPrice).toBe(9)
  expect(await db.select({ shipping: orders.shipping }).from(orders)).toMatchObject([{ shipping: { grams: 460 } }])
})

test.for([
  ['2026-11-23', { from: 0, to: 3 }, ['2026-11-23', '2026-11-26']],
  ['2026-11-27', { from: 1, to: 5 }, ['2026-11-30', '2026-12-04']],
  ['2026-11-26', { from: 2, to: 11 }, ['2026-11-30', '2026-12-11']],
  ['2026-11-25', { from: 1, to: 2 }, ['2026-11-27', '2026-11-30'], ['2026-11-26']],
] as const)('what ships on %s and travels %j days arrives on %j', ([day, days, [from, to], holidays]) => {
  expect(arrivalDays({ holidays: holidays && [...holidays] }, day, days)).toEqual({ from, to })
})

test('a plan is saved and loaded whole by admins, and pages say from which price the shop ships', async () => {
  const { db, put, get } = await plannedShop(null)
  const { token } = await admin(db)
  const plan = {
    ...{ usualGrams: 100, packingGrams: 0 },
    zones: [
      {
        name: 'USA',
        places: ['US'],
        methods: [
          {
            id: 'mail',
            name: 'Mail',
            by: 'goods',
            bands: [
              { upTo: 25, price: 4.5 },
              { upTo: null, price: 3 },
            ],
            freeFrom: 75,
          },
        ],
      },
    ],
  }
  const response = await put('/api/settings', { shipping: plan }, token)
  expect([response.statusCode, response.json().shipping]).toEqual([200, plan])
  expect((await get('/api/shop')).json().shipping).toEqual({ from: 3, freeFrom: 75 })
})
