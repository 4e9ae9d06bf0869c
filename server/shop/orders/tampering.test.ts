import fc from 'fast-check'
import { expect, test } from 'vitest'
import { STATES } from '#contract/addresses.ts'
import { DEFAULT_RATES } from '#contract/defaults.ts'
import { toCents } from '#contract/money.ts'
import { flatRates, quote } from '#contract/pricing.ts'
import type { Db } from '#server/platform/db/client.ts'
import { orderItems, orders } from '#server/shop/schema/orders.ts'
import { ADDRESS, testCheckout } from '#server/testing/checkouts.ts'
import { product } from '#server/testing/factories.ts'
import { figure, runs } from '#server/testing/torture.ts'

type Request = { body: string }
type StoredOrder = { _id: string; orderItems: { product: string; qty: number; price: number }[]; country?: string }

/** A shop that receives any body as an order, even invalid JSON. `kept` is the number of stored orders. */
async function openShop() {
  const { app, db, token } = await testCheckout()
  return {
    db,
    kept: () => db.$count(orders),
    send: ({ body }: Request) =>
      app.inject({
        method: 'POST',
        url: '/api/orders',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        payload: body,
      }),
  }
}

/** A JSON object whose values are raw text, which may be invalid JSON. */
const toJson = (fields: Record<string, string>) =>
  `{${Object.entries(fields)
    .map(([name, value]) => `${JSON.stringify(name)}:${value}`)
    .join(',')}}`

const json = JSON.stringify
const PLAIN = { shippingAddress: json(ADDRESS), paymentMethod: '"Square"' }

/** Values that a manipulated browser may send for a number. */
const hostileNumber = fc.oneof(
  fc.constantFrom('0', '-0', '-1', '-0.01', '1e308', '-1e308', '1e999', 'NaN', 'Infinity', '1.005', '9007199254740993'),
  fc.constantFrom('null', 'true', '"5"', '"0"', '""', '[]', '[5]', '{}', '{"$gt":0}', '"1e3"', '0x10', '2e0', '1.0'),
  fc.double().map((number) => json(number)),
  fc.integer({ min: -1_000, max: 100_000 }).map((cents) => json(cents / 100)),
)

/** Mostly harmless values, so that some requests have a single hostile value and some orders are placed. */
const mostly = (...harmless: (string | null)[]) =>
  fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...harmless) }, hostileNumber)

const PRICES = [500, 3400, 1, 99_999]
const FIGURES = ['itemsPrice', 'shippingPrice', 'taxPrice', 'totalPrice'] as const

test("an order costs the shop's prices, whatever prices the request has", { tags: ['B1'] }, async ({ task }) => {
  const { db, kept, send } = await openShop()
  const productRows = await Promise.all(PRICES.map((priceCents) => product(db, { priceCents, qty: 10 })))
  const anyNumberedItem = fc.record({
    piece: fc.nat(PRICES.length - 1),
    qty: fc.integer({ min: 1, max: 3 }),
    price: mostly('right', null),
    itemPrice: fc.option(hostileNumber),
  })
  const anyFigure = mostly('right', null)
  const anyPayload = fc.record({
    lines: fc.array(anyNumberedItem, { minLength: 1, maxLength: 3 }),
    figures: fc.tuple(anyFigure, anyFigure, anyFigure, anyFigure),
    others: fc.dictionary(
      fc.constantFrom('discount', 'itemsCents', 'totalCents', 'state', 'isPaid', 'couponId', 'price', 'constructor'),
      hostileNumber,
    ),
  })
  const numRuns = runs(200, 10_000)
  let placedCount = 0
  await fc.assert(
    fc.asyncProperty(anyPayload, async ({ lines, figures, others }) => {
      const exact = quote(
        flatRates(DEFAULT_RATES),
        lines.map(({ piece, qty }) => ({ price: PRICES[piece] ?? 0, qty })),
      )
      const items = lines.map(({ piece, qty, price, itemPrice }) => {
        const right = json((PRICES[piece] ?? 0) / 100)
        const sentPrice = price === 'right' ? right : price
        return toJson({
          product: json(productRows[piece]?.id),
          qty: json(qty),
          ...(sentPrice ? { price: sentPrice } : {}),
          ...(itemPrice ? { itemPrice } : {}),
        })
      })
      const sentFigures = FIGURES.flatMap((name, index) => {
        const figure = figures[index]
        return figure ? [[name, figure === 'right' ? json(exact[name] / 100) : figure] as const] : []
      })
      const before = await kept()
      const body = toJson({ ...others, ...PLAIN, orderItems: `[${items}]`, ...Object.fromEntries(sentFigures) })
      const reply = await send({ body })
      const storedOrder = reply.json()
      if (reply.statusCode === 201) {
        placedCount++
        for (const name of FIGURES) expect(toCents(storedOrder[name])).toBe(exact[name])
        expect(storedOrder).toMatchObject({ discount: 0, isPaid: false, payment: 'none' })
      } else {
        expect([400, 409]).toContain(reply.statusCode)
        expect(await kept()).toBe(before)
      }
    }),
    { numRuns },
  )
  expect(placedCount).toBeGreaterThan(numRuns / 20)
  figure(task, `${numRuns} payloads: ${placedCount} placed at the shop's prices, the others refused`)
})

test('a quantity is a whole number from one to the stock, or nothing is stored', {
  tags: ['B3'],
}, async ({ task }) => {
  const { db, kept, send } = await openShop()
  const stock = 5
  const pen = await product(db, { qty: stock })
  const anyQuantity = fc.oneof(
    hostileNumber,
    fc.constantFrom('1e9', '2147483648', '10001', '1.5', '"2"'),
    fc.integer({ min: -3, max: 8 }).map((qty) => json(qty)),
  )
  const numRuns = runs(150, 5_000)
  let placedCount = 0
  await fc.assert(
    fc.asyncProperty(anyQuantity, fc.nat(), async (qty, street) => {
      const before = await kept()
      const orderItems = `[${toJson({ product: json(pen.id), qty })}]`
      const shippingAddress = json({ ...ADDRESS, address: `${street} Main Street` })
      const reply = await send({ body: toJson({ ...PLAIN, shippingAddress, orderItems }) })
      if (isWhole(qty, stock)) {
        placedCount++
        expect(reply.statusCode).toBe(201)
        expect(reply.json<StoredOrder>().orderItems).toMatchObject([{ product: pen.id, qty: Number(qty) }])
      } else {
        expect([400, 409]).toContain(reply.statusCode)
        expect(await kept()).toBe(before)
      }
    }),
    { numRuns },
  )
  expect(placedCount).toBeGreaterThan(0)
  figure(task, `${numRuns} quantities: ${placedCount} whole and in stock, the others refused`)
})

/** Whether the JSON is a whole number from one to `most`. */
function isWhole(text: string, most: number) {
  try {
    const value: unknown = JSON.parse(text)
    return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most
  } catch {
    return false
  }
}

const anyText = fc.oneof(
  fc.constantFrom('', ' ', '1 Main Street', 'PO Box 12', 'P.O. Box 12', 'p o box 12', 'Denver\0', 'a\nb', '🎁', '<b>'),
  fc.constantFrom('x'.repeat(200), 'x'.repeat(201), 'x'.repeat(10_240), '\u0085', '\u2028'),
  fc.string({ maxLength: 12, unit: 'grapheme' }),
)
const anyState = fc.oneof(
  fc.constantFrom(...Object.keys(STATES)),
  fc.constantFrom('PR', 'DC', 'co', 'Colorado', '', ' CO', 'toString', '__proto__', 'XX'),
)
const anyZip = fc.oneof(
  fc.stringMatching(/^[0-9]{5}$/),
  fc.stringMatching(/^[0-9]{5}-[0-9]{4}$/),
  fc.constantFrom('', '8020', '802021', '80202-', '80202-12', '80202 1234', 'SW1A 1AA', '٨٠٢٠٢', '80202\n', '-80202'),
  fc.string({ maxLength: 10 }),
)

/** The rules of an address, written a second time: one line of text each, one of the 50 states, five or nine digits. */
const isLine = (text: string) => text.trim().length >= 1 && text.trim().length <= 200 && !/\p{Cc}/u.test(text)
const isAddress = ({ address, city, state, postalCode }: typeof ADDRESS) =>
  isLine(address) && isLine(city) && Object.hasOwn(STATES, state) && isZip(postalCode.trim())
const isZip = (text: string) => /^[0-9]{5}$/.test(text) || /^[0-9]{5}-[0-9]{4}$/.test(text)

test('an address is in one of the 50 states, has a ZIP and fits a label, or nothing is stored', {
  tags: ['B15'],
}, async ({ task }) => {
  const { db, kept, send } = await openShop()
  const pen = await product(db)
  const anyAddress = fc.record({
    address: fc.oneof({ weight: 2, arbitrary: fc.constant('1 Main Street') }, anyText),
    city: fc.oneof({ weight: 2, arbitrary: fc.constant('Denver') }, anyText),
    state: anyState,
    postalCode: anyZip,
    country: fc.constantFrom('USA', 'France', '', 'CA'),
  })
  const numRuns = runs(200, 5_000)
  let placedCount = 0
  await fc.assert(
    fc.asyncProperty(anyAddress, async (shippingAddress) => {
      const before = await kept()
      const orderItems = [{ product: pen.id, qty: 1 }]
      const reply = await send({ body: json({ orderItems, shippingAddress, paymentMethod: 'Square' }) })
      if (isAddress(shippingAddress)) {
        placedCount++
        const { state } = shippingAddress
        const [address, city, postalCode] = [shippingAddress.address, shippingAddress.city, shippingAddress.postalCode]
        const label = {
          address: address.trim(),
          city: city.trim(),
          state,
          postalCode: postalCode.trim(),
          country: 'USA',
        }
        expect([reply.statusCode, reply.json().shippingAddress]).toEqual([201, label])
      } else {
        expect(reply.statusCode).toBe(400)
        expect(await kept()).toBe(before)
      }
    }),
    { numRuns },
  )
  expect(placedCount).toBeGreaterThan(0)
  figure(task, `${numRuns} addresses: ${placedCount} within the rules, the others refused`)
})

test('repeated products become one item, and unknown and deleted products are not sold', {
  tags: ['B16'],
}, async ({ task }) => {
  const { db, kept, send } = await openShop()
  const [stock, cents] = [5, 700]
  const onSale = [
    await product(db, { priceCents: cents, qty: stock }),
    await product(db, { priceCents: cents, qty: stock }),
  ]
  const deletedProduct = await product(db, { deletedAt: new Date() })
  const draft = await product(db, { draft: true })
  const strangers = [draft.id, '00000000-0000-7000-8000-000000000000']
  const ids = [...onSale.map(({ id }) => id), deletedProduct.id, ...strangers]
  const anyItem = fc.record({
    product: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ids.slice(0, 2)) }, fc.constantFrom(...ids)),
    qty: fc.integer({ min: 1, max: 3 }),
  })
  const numRuns = runs(150, 5_000)
  const statusCounts: Record<number, number> = {}
  await fc.assert(
    fc.asyncProperty(fc.array(anyItem, { minLength: 1, maxLength: 5 }), async (lines) => {
      const before = await kept()
      const reply = await send({ body: toJson({ ...PLAIN, orderItems: json(lines) }) })
      statusCounts[reply.statusCode] = (statusCounts[reply.statusCode] ?? 0) + 1
      const quantities = new Map<string, number>()
      for (const { product, qty } of lines) quantities.set(product, (quantities.get(product) ?? 0) + qty)
      if ([...quantities.keys()].some((id) => strangers.includes(id))) expect(reply.statusCode).toBe(404)
      else if (quantities.has(deletedProduct.id) || [...quantities.values()].some((qty) => qty > stock))
        expect([reply.statusCode, reply.json().code]).toEqual([409, 'items_gone'])
      else {
        const mergedItems = [...quantities].map(([product, qty]) => ({ product, qty, price: cents / 100 }))
        expect([reply.statusCode, reply.json<StoredOrder>().orderItems]).toMatchObject([201, mergedItems])
      }
      if (reply.statusCode !== 201) expect(await kept()).toBe(before)
    }),
    { numRuns },
  )
  expect(Object.keys(statusCounts)).toEqual(['201', '404', '409'])
  expect(await repeatedItems(db)).toEqual([])
  const outcomes = Object.entries(statusCounts).map(([status, count]) => `${count} × ${status}`)
  figure(task, `${numRuns} orders: ${outcomes.join(', ')}`)
})

/** Orders that have one product in two items. */
async function repeatedItems(db: Db) {
  const items = await db.select({ order: orderItems.orderId, product: orderItems.productId }).from(orderItems)
  const groups = Map.groupBy(items, ({ order, product }) => `${order} ${product}`)
  return [...groups].filter(([, same]) => same.length > 1).map(([key]) => key)
}
