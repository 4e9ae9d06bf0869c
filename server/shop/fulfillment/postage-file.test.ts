import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readCsv } from '#server/platform/lib/read-csv.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orderItems, orders } from '#server/shop/schema/orders.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { ADDRESS, testCheckout } from '#server/testing/checkouts.ts'
import { admin, family, product } from '#server/testing/factories.ts'

async function shopWithPackages() {
  const shop = await testCheckout()
  const { token } = await admin(shop.db)
  const pen = await product(shop.db, { name: 'Pen', qty: 20, priceCents: 500, grams: 20 })
  const buy = async (...placing: Parameters<typeof shop.placed>) => {
    const order = await shop.placed(...placing)
    await shop.pay(order)
    return order
  }
  const at = (path: string, ids?: string[]) => shop.get(`/api/orders/${path}${ids ? `?ids=${ids}` : ''}`, token)
  return {
    ...shop,
    token,
    pen,
    buy,
    check: async (ids?: string[]) => (await at('postage/check', ids)).json(),
    file: async (ids?: string[]) => {
      const [headings, ...rows] = await readCsv((await at('postage', ids)).body, () => new Error('not CSV'))
      return rows.map(({ cells }) => Object.fromEntries(cells.map((cell, place) => [headings?.cells[place], cell])))
    },
  }
}

test('a postage file has a row for each package, with what a label needs', async () => {
  const { pen, buy, file, check } = await shopWithPackages()
  const gift = { ...ADDRESS, postalCode: '02108', address2: 'Apt 4', recipient: '=Oma "Keller"' }
  const order = await buy({ id: pen.id, pieces: 3 }, { shippingAddress: gift })
  expect(await file()).toEqual([
    {
      'Order ID': String(order.number),
      Name: `'=Oma "Keller"`,
      Company: '',
      'Address Line 1': '1 Main Street',
      'Address Line 2': 'Apt 4',
      City: 'Denver',
      State: 'CO',
      Zipcode: '02108',
      Country: 'US',
      Email: order.user.email,
      Phone: '',
      'Weight (oz)': '2.2',
      'Length (in)': '',
      'Width (in)': '',
      'Height (in)': '',
      Service: '',
      'Rubber Stamp 1': `Order ${order.number}`,
      'Rubber Stamp 2': '3 x Pen',
      'Order Value': '15.00',
    },
  ])
  expect(await check()).toEqual({ packages: 1, pickups: [], unweighed: [], undeclared: [] })
})

test('only orders to ship are in the file, or those of them that are chosen, and none to collect', async () => {
  const { db, put, token, pen, placed, buy, file, check } = await shopWithPackages()
  await placed(pen)
  const [shippedOrder, first, second, collectedOrder] = [await buy(pen), await buy(pen), await buy(pen), await buy(pen)]
  await put(`/api/orders/${shippedOrder._id}/shipped`, {}, token)
  const shipping = { method: 'pickup', name: 'Pick-up', by: 'pieces', zone: null, pickup: { address: 'A', hours: '' } }
  await db
    .update(orders)
    .set({ shipping: shipping as typeof orders.$inferInsert.shipping })
    .where(eq(orders.id, collectedOrder._id))
  const numbers = async (ids?: string[]) => (await file(ids)).map((row) => Number(row['Order ID']))
  expect(await numbers()).toEqual([first.number, second.number])
  expect(await numbers([second._id, shippedOrder._id, collectedOrder._id])).toEqual([second.number])
  expect(await check()).toEqual({
    packages: 2,
    pickups: [{ _id: collectedOrder._id, number: collectedOrder.number }],
    unweighed: [],
    undeclared: [],
  })
})

test('a weight is the product’s, its family’s, or the usual one of the plan, with the packing', async () => {
  const { db, buy, file, check } = await shopWithPackages()
  const mug = await product(db, { name: 'Mug with a name that is longer than a label is wide' })
  const { choices } = await family(db, { grams: 100 })
  const ofMug = await buy(mug)
  await buy({ id: choices[0]?.id ?? '', pieces: 1 })
  const weights = async () => (await file()).map((row) => row['Weight (oz)'])
  expect(await weights()).toEqual(['', '3.6'])
  expect((await check()).unweighed).toEqual([{ _id: ofMug._id, number: ofMug.number }])
  expect((await file())[0]?.['Rubber Stamp 2']).toHaveLength(40)
  const plan = { zones: [], usualGrams: 300, packingGrams: 50 }
  await saveSettings(db, { shipping: plan })
  expect(await weights()).toEqual(['12.4', '5.3'])
})

test('a postage file and a tracking file make a round trip', async () => {
  const { post, token, pen, buy, file } = await shopWithPackages()
  await buy(pen)
  await buy(pen)
  const rows = (await file()).map((row, place) => `${row['Order ID']},940011189922385726349${place},USPS`)
  const answer = await post(
    '/api/orders/tracking',
    { file: ['Order ID,Tracking Number,Carrier', ...rows].join('\n'), dryRun: false },
    token,
  )
  expect(answer.json().shipped).toBe(2)
  expect(await file()).toEqual([])
})

const TORONTO = {
  ...{ address: '10 King Street W', city: 'Toronto', state: 'ON', postalCode: 'M5V 2T6' },
  ...{ countryCode: 'CA', phone: '+1 416 555-0100' },
}

/** A shop that ships everywhere, with a mug in two sizes that only the mug itself describes to customs. */
async function shopForCustoms() {
  const shop = await shopWithPackages()
  const far = { id: 'far', name: 'Far', by: 'pieces' as const, bands: [{ upTo: null, price: 0 }] }
  const zones = [{ name: 'All', places: ['US', '*'], methods: [far] }]
  const savePlan = (more: object = {}) =>
    saveSettings(shop.db, { shipping: { zones, usualGrams: 100, packingGrams: 0, ...more } })
  await savePlan()
  const { id, choices } = await family(shop.db)
  await shop.db.update(products).set({ hsCode: '691200', customsName: 'Stoneware mug' }).where(eq(products.id, id))
  const [small] = choices
  if (!small) throw new Error('a choice')
  return { ...shop, planned: savePlan, mugId: id, small }
}

test('a package abroad has a row for each item, with what customs needs as it was when ordered', async () => {
  const { buy, file, check, pen, small, mugId, planned, db } = await shopForCustoms()
  const abroad = await buy([{ id: small.id, pieces: 2 }, { id: pen.id }], { shippingAddress: TORONTO })
  const atHome = await buy({ id: pen.id })
  await db.update(products).set({ hsCode: '711311', customsName: 'Silver' }).where(eq(products.id, mugId))
  await planned({ originCountry: 'MX' })
  const [mug, ink, home, ...others] = await file()
  expect(others).toEqual([])
  const sharedFields = { 'Order ID': String(abroad.number), Country: 'CA', State: 'ON', Zipcode: 'M5V 2T6' }
  expect(mug).toMatchObject({
    ...{ ...sharedFields, Phone: '1 416 555-0100', 'HS Code': '691200', 'Customs Description': '2 x Stoneware mug' },
    ...{ 'Origin Country': 'MX', 'Item Value': '10.00' },
  })
  expect(ink).toMatchObject({
    ...{ ...sharedFields, 'HS Code': '', 'Customs Description': 'Pen', 'Origin Country': 'MX', 'Item Value': '5.00' },
  })
  expect(home).toMatchObject({ 'Order ID': String(atHome.number), Country: 'US', 'HS Code': '', 'Item Value': '' })
  expect(await check()).toMatchObject({ packages: 2, undeclared: [{ _id: abroad._id, number: abroad.number }] })
})

test('a military address needs a customs form, Puerto Rico and Alaska do not', async () => {
  const { buy, file, check, small, pen, db } = await shopForCustoms()
  await db.update(products).set({ originCountry: 'PT' }).where(eq(products.id, pen.id))
  const to = (state: string, postalCode: string) => ({ shippingAddress: { ...ADDRESS, state, postalCode } })
  await buy({ id: small.id }, to('AE', '09012'))
  await buy({ id: pen.id }, to('PR', '00901'))
  await buy({ id: pen.id }, to('AK', '99501'))
  const rows = await file()
  expect(rows.map((row) => [row.State, row.Zipcode, row['Customs Description'], row['Origin Country']])).toEqual([
    ['AE', '09012', 'Stoneware mug', 'US'],
    ['PR', '00901', '', ''],
    ['AK', '99501', '', ''],
  ])
  expect((await check()).undeclared).toEqual([])
  const [storedItem] = await db
    .select({ customs: orderItems.customs })
    .from(orderItems)
    .where(eq(orderItems.productId, pen.id))
  expect(storedItem?.customs).toEqual({ origin: 'PT' })
})

test('the list of products shows those without a weight, and those without HS code or name for customs', async () => {
  const { get, db, pen, mugId, small, token } = await shopForCustoms()
  const idsShown = async (show: string) =>
    (await get(`/api/products?view=admin&show=${show}`, token)).json().products.map(({ _id }: { _id: string }) => _id)
  expect([await idsShown('unweighed'), await idsShown('undeclared')]).toEqual([[mugId], [pen.id]])
  await db.update(products).set({ grams: 300 }).where(eq(products.parentId, mugId))
  expect(await idsShown('unweighed')).toEqual([])
  await db.update(products).set({ grams: null }).where(eq(products.id, small.id))
  expect(await idsShown('unweighed')).toEqual([mugId])
})
