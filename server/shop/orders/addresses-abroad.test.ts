import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ShippingPlan } from '#contract/admin/shipping-plan.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import type { OrderTax } from '#server/shop/schema/orders.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { users } from '#server/shop/schema/users.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { ADDRESS, testCheckout } from '#server/testing/checkouts.ts'
import { admin, product } from '#server/testing/factories.ts'
import { eraseRecipients } from './recipients.ts'

const methods = (id: string) => [{ id, name: id, by: 'pieces' as const, bands: [{ upTo: null, price: 1000 }] }]
const plan = (...places: string[]): ShippingPlan => ({
  zones: [
    { name: 'USA', places: ['US'], methods: methods('usa') },
    ...(places.length > 0 ? [{ name: 'Far', places, methods: methods('far') }] : []),
  ],
  pickup: { address: '5 Mill Lane, Boise', hours: '' },
  usualGrams: 200,
  packingGrams: 60,
})

const TORONTO = {
  ...{ address: '10 King Street W', city: 'Toronto', state: 'ON', postalCode: 'M5V 2T6' },
  ...{ countryCode: 'CA', phone: '+1 416 555-0100' },
}
const BERLIN = { ...TORONTO, city: 'Berlin', state: '', postalCode: '', countryCode: 'DE' }

async function shopTo(...places: string[]) {
  const shop = await testCheckout()
  await saveSettings(shop.db, { shipping: plan(...places) })
  const pen = await product(shop.db, { priceCents: 1000, qty: 50 })
  const { token: owner } = await admin(shop.db)
  return {
    ...shop,
    pen,
    owner,
    to: (shippingAddress: object, fields: object = {}) => shop.place({ id: pen.id }, { shippingAddress, ...fields }),
  }
}

test('an order abroad keeps its country and phone, travels by its zone and pays no flat sales tax', async () => {
  const { to, get, owner } = await shopTo('CA')
  const order = (await to({ ...TORONTO, country: 'USA', state: ' ON ' })).json()
  expect(order).toMatchObject({ shippingPrice: 10, taxPrice: 0, shipping: { method: 'far' } })
  expect(order.shippingAddress).toEqual({ ...TORONTO, country: 'Canada' })
  const [parcel] = (await get(`/api/orders/packing?ids=${order._id}`, owner)).json()
  expect(parcel).toBeUndefined()
  const home = (await to({ ...ADDRESS, countryCode: 'US', phone: '303 555 0100' })).json()
  expect(home.shippingAddress).toEqual({ ...ADDRESS, country: 'USA' })
  expect(home.taxPrice).toBe(0.55)
})

test.for<[string, object, string]>([
  ['no phone', { phone: undefined }, 'Enter a phone number with at least five digits.'],
  ['a phone of letters', { phone: 'call me' }, 'Enter a phone number with at least five digits.'],
  ['an unknown country', { countryCode: 'XX' }, 'Choose your country.'],
  ['a long region', { state: 'x'.repeat(61) }, 'Use at most 60 characters for the region.'],
  ['a region on two lines', { state: 'a\nb' }, 'Use at most 60 characters for the region.'],
  ['a long postal code', { postalCode: '1'.repeat(21) }, 'Use at most 20 characters for the postal code.'],
  ['no city', { city: ' ' }, 'Your must complete all fields!'],
])('an address abroad with %s is refused', async ([, fields, message]) => {
  const { to, db } = await shopTo('*')
  const refusal = await to({ ...TORONTO, ...fields })
  expect([refusal.statusCode, refusal.json().message]).toEqual([400, message])
  expect(await db.$count(orders)).toBe(0)
})

test('a shop ships abroad, to territories and to military addresses only where a zone names them', async () => {
  const { to, db, get } = await shopTo()
  const territory = { ...ADDRESS, state: 'PR', postalCode: '00901' }
  const unit = { ...ADDRESS, city: 'APO', state: 'AE', postalCode: '09012' }
  let round = 0
  const answers = async () => {
    // The same order again within seconds would be a double click.
    const note = { giftNote: String(++round) }
    const replies = [await to(TORONTO, note), await to(BERLIN, note), await to(territory, note), await to(unit, note)]
    return replies.map((reply) => (reply.statusCode === 201 ? 201 : reply.json().code))
  }
  const placeNames = async () => {
    const { regions, countries } = (await get('/api/shop')).json().shipping
    return { regions, countries }
  }
  expect(await answers()).toEqual(Array(4).fill('no_shipping'))
  expect(await placeNames()).toEqual({})
  await saveSettings(db, { shipping: plan('CA', 'US-AE') })
  expect(await answers()).toEqual([201, 'no_shipping', 'no_shipping', 201])
  expect(await placeNames()).toEqual({ regions: ['AE'], countries: ['CA'] })
  await saveSettings(db, { shipping: plan('*') })
  expect(await answers()).toEqual(Array(4).fill(201))
  expect(await placeNames()).toEqual({
    regions: ['DC', 'AS', 'GU', 'MP', 'PR', 'VI', 'AA', 'AE', 'AP'],
    countries: ['*'],
  })
  await saveSettings(db, { shipping: null })
  expect(await answers()).toEqual(Array(4).fill('invalid_request'))
  expect((await to(TORONTO, { giftNote: 'last' })).json()).toEqual({
    ...{ code: 'invalid_request', message: 'Choose one of the 50 states.' },
    issues: [{ path: 'shippingAddress.state', message: 'Choose one of the 50 states.' }],
  })
  // The check of the ledger computes orders anew in a shop without a plan.
  await saveSettings(db, { shipping: plan('*') })
})

test('an order from abroad can be collected, with the tax of the shop', async () => {
  const { to } = await shopTo('CA')
  const order = (await to(BERLIN, { shippingMethod: 'pickup' })).json()
  expect(order).toMatchObject({ shippingPrice: 0, taxPrice: 0.55, shippingAddress: { country: 'Germany' } })
})

test('the seller moves an order abroad and back, with each former address in the timeline', async () => {
  const { to, put, get, owner, db } = await shopTo('CA')
  const order = (await to(ADDRESS)).json()
  const change = (shippingAddress: object, addressBefore: object) =>
    put(`/api/orders/${order._id}/address`, { shippingAddress, loaded: addressBefore }, owner)
  const abroad = (await change(TORONTO, { ...ADDRESS, country: 'USA' })).json().shippingAddress
  expect(abroad).toEqual({ ...TORONTO, country: 'Canada' })
  expect((await change({ ...TORONTO, phone: '416 555 0199' }, abroad)).statusCode).toBe(200)
  expect((await change(ADDRESS, abroad)).json().code).toBe('address_changed')
  const newAddress = (await get(`/api/orders/${order._id}`, owner)).json().shippingAddress
  expect((await change(ADDRESS, newAddress)).json().shippingAddress).toEqual({ ...ADDRESS, country: 'USA' })
  const story = JSON.stringify((await get(`/api/orders/${order._id}/timeline`, owner)).json())
  expect(story).toContain('10 King Street W, Toronto, ON M5V 2T6, Canada, 416 555 0199')
  expect(await db.$count(outbox)).toBe(3)
})

test('an order abroad is a row of its country in the tax report, whose region is no state', async () => {
  const { to, pay, get, owner, db, put } = await shopTo('CA', 'AU')
  await pay((await to({ ...TORONTO, state: 'CA' })).json())
  await pay((await to({ ...TORONTO, state: 'WA', countryCode: 'AU' })).json())
  const rows = async () => {
    const report = (await get('/api/reports/sales-tax?from=2020-01-01&to=2099-12-31', owner)).json()
    return report.rows.map(({ country, state, ppm, orders, tax }: Record<string, unknown>) => [
      ...[country, state, ppm, orders, tax],
    ])
  }
  expect(await rows()).toEqual([
    ['AU', null, 0, 1, 0],
    ['CA', null, 0, 1, 0],
  ])
  const states = { CA: { by: 'destination', shipping: false, ppm: 72_500, table: false } }
  const taxPlan = { mode: 'states', homeZip: '94103', states }
  expect((await put('/api/settings', { taxPlan }, owner)).statusCode).toBe(200)
  const order = (await to({ ...TORONTO, state: 'CA' }, { giftNote: 'taxed?' })).json()
  expect(order.taxPrice).toBe(0)
  const [storedOrder] = await db.select({ tax: orders.tax }).from(orders).where(eq(orders.id, order._id))
  expect(storedOrder?.tax).toMatchObject({ from: 'none', country: 'CA' } satisfies Partial<OrderTax>)
  const { states: meters } = (await get('/api/tax/thresholds', owner)).json()
  expect(meters.filter(({ years }: { years: { orders: number }[] }) => years.some((year) => year.orders > 0))).toEqual(
    [],
  )
})

test('an address book keeps addresses abroad, each once, with the phone that was typed last', async () => {
  const { post, get, token } = await shopTo('CA')
  const save = async (address: object) => (await post('/api/users/addresses', address, token)).json()
  const savedAddress = await save(TORONTO)
  expect(savedAddress).toEqual({ ...TORONTO, country: 'Canada', _id: expect.any(String) })
  const again = await save({ ...TORONTO, phone: '416 555 0199' })
  expect(again).toEqual({ ...savedAddress, phone: '416 555 0199' })
  expect((await get('/api/users/addresses', token)).json()).toEqual([again])
})

test('the phone of a deleted account goes with its street', async () => {
  const { to, db, buyer } = await shopTo('CA')
  const { _id } = (await to(TORONTO)).json()
  const long = new Date(Date.now() - 31 * 86_400_000)
  await db.update(orders).set({ deliveredAt: long }).where(eq(orders.id, _id))
  await db.update(users).set({ deletedAt: new Date(), email: 'gone' }).where(eq(users.id, buyer.id))
  await eraseRecipients(db)
  const [storedOrder] = await db.select().from(orders).where(eq(orders.id, _id))
  expect([storedOrder?.phone, storedOrder?.address, storedOrder?.countryCode]).toEqual([null, '', 'CA'])
})
