import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '#contract/defaults.ts'
import { orders } from '../db/order-schema.ts'
import { readCsv } from '../lib/read-csv.ts'
import { insertSettings } from '../settings/settings.ts'
import { ADDRESS, testCheckout } from '../testing/checkouts.ts'
import { admin, family, product } from '../testing/factories.ts'

async function shopWithPackages() {
  const shop = await testCheckout()
  const { token } = await admin(shop.db)
  const pen = await product(shop.db, { name: 'Pen', qty: 20, priceCents: 500, grams: 20 })
  const buy = async (...made: Parameters<typeof shop.placed>) => {
    const order = await shop.placed(...made)
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
  expect(await check()).toEqual({ packages: 1, pickups: [], unweighed: [] })
})

test('only orders to ship are in the file, or those of them that are chosen, and none to collect', async () => {
  const { db, put, token, pen, placed, buy, file, check } = await shopWithPackages()
  await placed(pen)
  const [shipped, first, second, collected] = [await buy(pen), await buy(pen), await buy(pen), await buy(pen)]
  await put(`/api/orders/${shipped._id}/shipped`, {}, token)
  const shipping = { method: 'pickup', name: 'Pick-up', by: 'pieces', zone: null, pickup: { address: 'A', hours: '' } }
  await db
    .update(orders)
    .set({ shipping: shipping as typeof orders.$inferInsert.shipping })
    .where(eq(orders.id, collected._id))
  const numbers = async (ids?: string[]) => (await file(ids)).map((row) => Number(row['Order ID']))
  expect(await numbers()).toEqual([first.number, second.number])
  expect(await numbers([second._id, shipped._id, collected._id])).toEqual([second.number])
  expect(await check()).toEqual({
    packages: 2,
    pickups: [{ _id: collected._id, number: collected.number }],
    unweighed: [],
  })
})

test('a weight is the product’s, its family’s, or the usual one of the plan, with the packing', async () => {
  const { db, buy, file, check } = await shopWithPackages()
  const mug = await product(db, { name: 'Mug with a name that is longer than a label is wide' })
  const { choices } = await family(db, { grams: 100 })
  const unknown = await buy(mug)
  await buy({ id: choices[0]?.id ?? '', pieces: 1 })
  const weights = async () => (await file()).map((row) => row['Weight (oz)'])
  expect(await weights()).toEqual(['', '3.6'])
  expect((await check()).unweighed).toEqual([{ _id: unknown._id, number: unknown.number }])
  expect((await file())[0]?.['Rubber Stamp 2']).toHaveLength(40)
  const plan = { zones: [], usualGrams: 300, packingGrams: 50 }
  await insertSettings(db, { ...DEFAULT_SETTINGS, shipping: plan })
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
