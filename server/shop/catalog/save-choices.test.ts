import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withAxis, withoutAxis } from '#contract/admin/choices.ts'
import type { AdminProduct } from '#contract/admin/products.ts'
import { toCents } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import type { Choice } from '#contract/products.ts'
import { checkLedger } from '#server/shop/audit/ledger.ts'
import { products, stockLedger } from '#server/shop/schema/catalog.ts'
import { ADDRESS, GOOD_CARD } from '#server/testing/checkouts.ts'
import { product, user } from '#server/testing/factories.ts'
import { shopWithAdmin } from '#server/testing/products.ts'
import { stockDifferences } from './stock.ts'

const choice = (values: string[], fields: object = {}) => ({ values, price: 12, qty: 0, ...fields })

/** The choices as an edit sends them back. */
const loadedChoices = (choices: Choice[] = []) => choices.map((one) => ({ ...one, qtyLoaded: one.qty }))

/** A shop with a mug on sale: 7 in stock, at $20. */
async function shopWithMug() {
  const shop = await shopWithAdmin()
  const mug = await product(shop.db, { name: 'Mug', slug: 'mug', sku: 'M-1', priceCents: 2000, qty: 7 })
  const edit = async (change: object): Promise<AdminProduct> => {
    const reply = await shop.seller.edit(mug.id, change)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json()
  }
  const refusalOf = async (change: object) => {
    const reply = await shop.seller.edit(mug.id, change)
    const { code, message, issues } = reply.json()
    return { status: reply.statusCode, code, message, path: issues?.[0]?.path }
  }
  const sound = async () => {
    expect(await stockDifferences(shop.db)).toEqual([])
    expect((await checkLedger(shop.db)).filter(({ broken }) => broken.length > 0)).toEqual([])
  }
  return { ...shop, mug, edit, refused: refusalOf, sound }
}

const TWO = {
  axes: ['Size'],
  choices: [choice(['Small'], { qty: 7, price: 20 }), choice(['Large'], { qty: 2, price: 26 })],
}

test('a product turns into choices: its stock and SKU go to the first, its id, address and history stay', async () => {
  const { db, mug, edit, seller, sound } = await shopWithMug()
  const { version } = await seller.read(mug.id)
  const response = await edit({ ...TWO, version })
  expect(response).toMatchObject({ _id: mug.id, slug: 'mug', sku: '', price: 20, priceMax: 26, qty: 9, axes: ['Size'] })
  expect(response.choices).toMatchObject([
    { values: ['Small'], slug: 'mug-small', sku: 'M-1', price: 20, qty: 7, photo: null },
    { values: ['Large'], slug: 'mug-large', sku: '', price: 26, qty: 2 },
  ])
  const moves = await db.select().from(stockLedger).where(eq(stockLedger.reason, 'moved'))
  expect(moves.map(({ productId, delta }) => [productId, delta])).toEqual(
    expect.arrayContaining([
      [mug.id, -7],
      [response.choices?.[0]?._id, 7],
    ]),
  )
  expect(await seller.logs(mug.id)).toEqual([
    'Choice added: Large, by Zi',
    'Choice added: Small, by Zi',
    'Choices by edited from No choices to Size, by Zi',
    'Large: Stock edited from 0 to 2, by Zi',
    'Stock of 7 moved to the choice Small, by Zi',
  ])
  await sound()
})

test('units sold since the form was loaded stay sold when a product turns into choices', async () => {
  const { mug, edit, seller, sound } = await shopWithMug()
  await seller.edit(mug.id, { qty: 5 })
  const response = await edit({ ...TWO, qtyLoaded: 7 })
  expect(response.choices?.[0]?.qty).toBe(5)
  await sound()
})

test('a choice changes, another comes, a third goes, and each keeps its stock', async () => {
  const { edit, sound } = await shopWithMug()
  const [small, large] = loadedChoices((await edit(TWO)).choices)
  const response = await edit({
    choices: [
      { ...large, price: 30, qty: 5 },
      { ...choice(['Huge']), sku: 'M-H', qty: 1 },
      { ...small, qty: 7 },
    ],
  })
  expect(response.choices).toMatchObject([
    { _id: large?._id, values: ['Large'], price: 30, qty: 5 },
    { values: ['Huge'], sku: 'M-H', qty: 1 },
    { _id: small?._id, qty: 7 },
  ])
  const [first, huge] = loadedChoices(response.choices)
  const answer = await edit({ choices: [first, huge] })
  expect(answer.choices?.map(({ values }) => values[0])).toEqual(['Large', 'Huge'])
  expect(answer.qty).toBe(6)
  await sound()
})

test('two choices change their values with each other in one edit', async () => {
  const { edit } = await shopWithMug()
  const [small, large] = loadedChoices((await edit(TWO)).choices)
  const response = await edit({
    choices: [
      { ...small, values: ['Large'] },
      { ...large, values: ['Small'] },
    ],
  })
  expect(response.choices).toMatchObject([
    { _id: small?._id, values: ['Large'], qty: 7 },
    { _id: large?._id, values: ['Small'], qty: 2 },
  ])
})

test('an axis comes and goes with every price, stock and SKU in place', async () => {
  const { edit, sound } = await shopWithMug()
  const before = loadedChoices((await edit(TWO)).choices)
  const wide = await edit({ axes: ['Size', 'Glaze'], choices: withAxis(before, 'Sea') })
  expect(wide.choices).toMatchObject(
    before.map(({ qtyLoaded: _, values, ...one }) => ({ ...one, values: [...values, 'Sea'] })),
  )
  const narrow = await edit({ axes: ['Size'], choices: withoutAxis(loadedChoices(wide.choices), 1) })
  expect(loadedChoices(narrow.choices)).toEqual(before)
  expect(withoutAxis(before, 0)).toBeNull()
  await sound()
})

test('the last choice becomes the product again, with its price, stock, SKU and days', async () => {
  const { mug, edit, refused, sound, get } = await shopWithMug()
  const [small, large] = loadedChoices((await edit(TWO)).choices)
  expect(await refused({ axes: [] })).toMatchObject({ code: 'product_refused', path: 'axes' })
  const response = await edit({ axes: [], choices: [{ ...large, sku: 'M-2', makeDays: { min: 3, max: 4 } }] })
  expect(response).toMatchObject({ _id: mug.id, price: 26, qty: 2, sku: 'M-2', makeDays: { min: 3, max: 4 } })
  expect(response).not.toHaveProperty('axes')
  expect(response).not.toHaveProperty('choices')
  expect((await get(`/api/products/${small?._id}`)).statusCode).toBe(404)
  await sound()
  await edit(TWO)
  await sound()
})

test('questions and days to make are saved, and gone when they are cleared', async () => {
  const { edit } = await shopWithMug()
  const asks = [{ key: 'name', label: 'Name', kind: 'text', required: true, price: 5, max: 12 }]
  expect(await edit({ asks, makeDays: { min: 10, max: 14 } })).toMatchObject({ asks, makeDays: { min: 10, max: 14 } })
  const response = await edit({ asks: [], makeDays: null })
  expect(Object.keys(response)).not.toContain('asks')
  expect(Object.keys(response)).not.toContain('makeDays')
})

test('two tabs edit the same choices: the second is refused, and sales in between are no edit', async () => {
  const { db, edit, refused } = await shopWithMug()
  const first = await edit(TWO)
  const [small] = first.choices ?? []
  await db
    .update(products)
    .set({ qty: 6 })
    .where(eq(products.id, small?._id ?? ''))
  const choices = loadedChoices(first.choices)
  const second = await edit({ version: first.version, choices: [{ ...choices[0], price: 21 }, choices[1]] })
  expect(second.choices?.[0]).toMatchObject({ price: 21, qty: 6 })
  expect(await refused({ version: first.version, choices })).toMatchObject({ status: 409, code: 'product_changed' })
  await edit({ choices: [loadedChoices(second.choices)[0]] })
  expect(await refused({ choices: loadedChoices(second.choices) })).toMatchObject({
    status: 409,
    code: 'product_changed',
  })
})

const many = (count: number, axes = 1) =>
  Array.from({ length: count }, (_, at) => choice(axes === 1 ? [`V${at}`] : [`V${at % 25}`, `W${Math.floor(at / 25)}`]))

test.for<[fault: string, change: object, path: string]>([
  ['four axes', { axes: ['a', 'b', 'c', 'd'], choices: [choice(['1', '2', '3'])] }, 'axes'],
  ['an axis of 41 characters', { axes: ['a'.repeat(41)], choices: [choice(['1'])] }, 'axes.0'],
  ['the same axis twice', { axes: ['Size', 'size '], choices: [choice(['1', '2'])] }, 'axes.1'],
  ['a value of 41 characters', { axes: ['Size'], choices: [choice(['a'.repeat(41)])] }, 'choices.0.values.0'],
  ['a value with a control character', { axes: ['Size'], choices: [choice(['a\0'])] }, 'choices.0.values.0'],
  ['a value too few', { axes: ['Size', 'Wood'], choices: [choice(['Small'])] }, 'choices.0.values'],
  ['twins', { axes: ['Size'], choices: [choice(['Small']), choice(['small'])] }, 'choices.1.values'],
  ['31 values on an axis', { axes: ['Size'], choices: many(31) }, 'axes.0'],
  ['101 choices', { axes: ['Size', 'Wood'], choices: many(101, 2) }, 'choices'],
  ['no choice', { axes: ['Size'], choices: [] }, 'choices'],
  ['choices without axes', { choices: [choice(['Small'])] }, 'axes'],
  ['axes without choices', { axes: ['Size'] }, 'choices'],
  ['a price below zero', { axes: ['Size'], choices: [choice(['S'], { price: -1 })] }, 'choices.0.price'],
  ['half a unit', { axes: ['Size'], choices: [choice(['S'], { qty: 0.5 })] }, 'choices.0.qty'],
  [
    'a photo of another product',
    { axes: ['Size'], choices: [choice(['S'], { photo: '/images/x.jpg' })] },
    'choices.0.photo',
  ],
  ['days that run backward', { makeDays: { min: 5, max: 4 } }, 'makeDays.max'],
  ['choices of a piece that is one of a kind', { ...TWO, oneOfAKind: true }, 'oneOfAKind'],
  [
    'six questions',
    { asks: Array.from({ length: 6 }, (_, at) => ({ key: `q${at}`, label: 'Q', kind: 'yes', required: false })) },
    'asks',
  ],
  [
    'two questions of one key',
    { asks: ['Name', 'Date'].map((label) => ({ key: 'a', label, kind: 'text', required: false })) },
    'asks',
  ],
])('an edit with %s is refused, and changes nothing', async ([, change, path]) => {
  const { mug, refused, seller } = await shopWithMug()
  const before = await seller.read(mug.id)
  const { status, path: issuePath, message } = await refused(change)
  expect([400, 422]).toContain(status)
  expect(issuePath).toBe(path)
  expect(message).toBeTruthy()
  expect(await seller.read(mug.id)).toEqual(before)
})

test('a hundred choices are saved', async () => {
  const { edit, sound } = await shopWithMug()
  const response = await edit({ axes: ['Size', 'Wood'], choices: many(100, 2) })
  expect(response.choices).toHaveLength(100)
  expect(new Set(response.choices?.map(({ slug }) => slug)).size).toBe(100)
  await sound()
})

test('price and stock of a product with choices are refused, and other fields of a choice', async () => {
  const { mug, edit, refused, seller } = await shopWithMug()
  const [small] = (await edit(TWO)).choices ?? []
  expect(await refused({ price: 3 })).toMatchObject({ code: 'product_refused', path: 'price' })
  expect(await refused({ qty: 3 })).toMatchObject({ code: 'product_refused', path: 'qty' })
  await edit({ name: 'Cup', price: 20, qty: 9, qtyLoaded: 9 })
  const ofChoice = (change: object) => seller.edit(small?._id ?? '', change)
  expect((await ofChoice({ name: 'Jar' })).json()).toMatchObject({ code: 'product_refused' })
  expect((await ofChoice({ price: 18, qty: 4, sku: 'X' })).json()).toMatchObject({
    name: 'Cup, Small',
    price: 18,
    qty: 4,
  })
  expect(await seller.read(mug.id)).toMatchObject({ price: 18, qty: 6 })
})

test('the stock of a choice cannot go below what is left', async () => {
  const { edit, refused, seller } = await shopWithMug()
  const choices = loadedChoices((await edit(TWO)).choices)
  await seller.edit(choices[1]?._id ?? '', { qty: 0 })
  const reply = await refused({ choices: [choices[0], { ...choices[1], qty: 1 }] })
  expect(reply).toMatchObject({ status: 409, code: 'stock_too_low', path: 'choices.1.qty' })
})

test('bulk edits of a mixture change choices for price and stock, and products for the rest', async () => {
  const { db, mug, edit, put, seller, sound } = await shopWithMug()
  const pen = await product(db, { name: 'Pen', priceCents: 1000, qty: 1 })
  const [small, large] = (await edit(TWO)).choices ?? []
  const change = async (ids: (string | undefined)[], what: object) => {
    const reply = await put('/api/products', { ids, change: what }, seller.token)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json().changed
  }
  expect(await change([mug.id, pen.id], { amount: 1 })).toBe(2)
  expect(await change([mug.id, small?._id], { stock: 3 })).toBe(1)
  expect(await change([large?._id], { stock: -1 })).toBe(1)
  expect(await change([large?._id, pen.id], { category: 'cups' })).toBe(2)
  expect(await change([mug.id], { featured: true })).toBe(1)
  expect(await change([small?._id, mug.id], { hidden: true })).toBe(1)
  expect(await seller.read(mug.id)).toMatchObject({
    price: 21,
    priceMax: 27,
    category: 'cups',
    featured: true,
    draft: true,
  })
  expect((await seller.read(mug.id)).choices).toMatchObject([
    { price: 21, qty: 10 },
    { price: 27, qty: 4 },
  ])
  expect(await seller.read(small?._id ?? '')).toMatchObject({ draft: true, category: 'cups' })
  await sound()
})

test('choices are deleted with their product, one by one, and never all without it', async () => {
  const { mug, edit, put, get, seller, remove } = await shopWithMug()
  const [small, large] = (await edit(TWO)).choices ?? []
  expect((await remove(`/api/products/${small?._id}`, seller.token)).statusCode).toBe(200)
  expect((await seller.read(mug.id)).choices).toHaveLength(1)
  expect((await remove(`/api/products/${large?._id}`, seller.token)).json()).toMatchObject({ code: 'product_refused' })
  const all = await put('/api/products/deleted', { ids: [mug.id, large?._id] }, seller.token)
  expect(all.statusCode).toBe(200)
  expect((await get(`/api/products/${large?._id}`)).statusCode).toBe(404)
})

test('a copy has copies of the choices, without stock and SKUs', async () => {
  const { mug, edit, post, seller } = await shopWithMug()
  const { choices } = await edit({ ...TWO, makeDays: { min: 2, max: 3 } })
  const copy = (await post(`/api/products/${mug.id}/copy`, undefined, seller.token)).json()
  expect(copy).toMatchObject({ axes: ['Size'], qty: 0, draft: true, makeDays: { min: 2, max: 3 } })
  expect(copy.choices).toMatchObject([
    { values: ['Small'], price: 20, qty: 0, sku: '' },
    { values: ['Large'], price: 26, qty: 0, sku: '' },
  ])
  const ofChoice = await post(`/api/products/${choices?.[0]?._id}/copy`, undefined, seller.token)
  expect(ofChoice.json()).toMatchObject({ code: 'product_refused' })
})

test('the file of products has a row for each choice, grouped by the slug', async () => {
  const { edit, get, seller } = await shopWithMug()
  await edit({ ...TWO, makeDays: { min: 10, max: 14 } })
  const [head, ...rows] = (await get('/api/products/export', seller.token)).body.trim().split('\r\n')
  const at = (row: string | undefined, name: string) =>
    row?.split(',')[head?.replace('\uFEFF', '').split(',').indexOf(name) ?? -1]
  const columns = ['Name', 'Slug', 'SKU', 'Price', 'Quantity', 'Option1 name', 'Option1 value', 'Business days to make']
  expect(rows.map((row) => columns.map((name) => at(row, name)))).toEqual([
    ['Mug', 'mug', 'M-1', '20', '7', 'Size', 'Small', '10–14'],
    ['', 'mug', '', '26', '2', 'Size', 'Large', '10–14'],
  ])
})

const EDITS = ['add', 'remove', 'swap', 'rename', 'plain', 'title'] as const
/** An edit, and the order that comes before it. */
type Step = { what: (typeof EDITS)[number]; order: 'none' | 'placed' | 'paid' }

const ONE_OF_EACH: Step[] = [
  { what: 'add', order: 'paid' },
  { what: 'rename', order: 'placed' },
]

test('whatever edits of axes follow each other, stock, movements and every order that was placed stay as they were', async () => {
  const { mug, edit, seller, sound, ...shop } = await shopWithMug()
  const history = orderHistory(shop, await user(shop.db), seller.token)
  const step: fc.Arbitrary<Step> = fc.record({
    what: fc.constantFrom(...EDITS),
    order: fc.constantFrom('none', 'placed', 'paid'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      await edit(stockedAgain(await seller.read(mug.id)))
      let expectedQty = 7
      for (const [at, { what, order }] of steps.entries()) {
        const soldMug = await seller.read(mug.id)
        const sellable = soldMug.choices ? soldMug.choices.find(({ qty }) => qty > 0) : soldMug
        if (order !== 'none') await history.add(sellable?._id ?? '', order === 'paid')
        if (order === 'paid') expectedQty -= 1
        const now = await seller.read(mug.id)
        const [axes, choices] = [now.axes ?? [], loadedChoices(now.choices)]
        const change = what === 'title' ? { name: `Mug ${at}` } : changeOf(what, now, axes, choices, at)
        if (change) await edit({ ...change, version: now.version })
        expect((await seller.read(mug.id)).qty).toBe(expectedQty)
        await history.expectSame()
      }
    }),
    { numRuns: 12, examples: [[ONE_OF_EACH]] },
  )
  expect(history.compared.placed).toBeGreaterThan(0)
  expect(history.compared.paid).toBeGreaterThan(0)
  await sound()
})

/** An edit that leaves seven in stock, all of one choice where there are some. */
function stockedAgain({ qty, choices }: AdminProduct) {
  if (!choices) return { qty: 7, qtyLoaded: qty }
  return { choices: loadedChoices(choices).map((one, at) => ({ ...one, qty: at === 0 ? 7 : 0 })) }
}

/** What an order says of its items and prices. */
type ToldPrices = Pick<Order, 'itemsPrice' | 'totalPrice'> & { orderItems: Omit<Order['orderItems'][number], 'slug'>[] }

/**
 * Orders of a buyer, whose items have to read for buyer and seller as on the day they were placed. `compared` counts
 * how often that was checked.
 */
function orderHistory(
  { get, post }: Pick<Awaited<ReturnType<typeof shopWithAdmin>>, 'get' | 'post'>,
  buyer: { token: string },
  seller: string,
) {
  const toldOrders = new Map<string, { said: ToldPrices; isPaid: boolean }>()
  const compared = { placed: 0, paid: 0 }
  const toldPrices = async (id: string, by: string): Promise<ToldPrices> => {
    const reply = await get(`/api/orders/${id}`, by)
    expect(reply.statusCode, reply.body).toBe(200)
    const { orderItems, itemsPrice, totalPrice } = reply.json<Order>()
    // The address of an item leads to what it is today.
    return { orderItems: orderItems.map(({ slug: _, ...item }) => item), itemsPrice, totalPrice }
  }
  return {
    async add(product: string, isPaid: boolean) {
      const newOrder = { orderItems: [{ product, qty: 1 }], shippingAddress: ADDRESS, paymentMethod: 'Square' }
      const response = await post('/api/orders', newOrder, buyer.token)
      expect(response.statusCode, response.body).toBe(201)
      const { _id, totalPrice } = response.json<{ _id: string; totalPrice: number }>()
      const press = { price: toCents(totalPrice), sourceId: GOOD_CARD, orderId: _id }
      if (isPaid) expect((await post('/api/orders/processSquare', press, buyer.token)).statusCode).toBe(200)
      // The same order, placed again, is the one from before.
      const toldBefore = toldOrders.get(_id)?.said ?? (await toldPrices(_id, buyer.token))
      toldOrders.set(_id, { said: toldBefore, isPaid })
    },
    async expectSame() {
      for (const [id, { said, isPaid }] of toldOrders) {
        compared[isPaid ? 'paid' : 'placed']++
        expect(await toldPrices(id, buyer.token)).toEqual(said)
        expect(await toldPrices(id, seller)).toEqual(said)
      }
    },
    compared,
  }
}

/** An edit of this kind that leaves all stock where it is; undefined where it cannot be. */
function changeOf(
  what: Step['what'],
  now: AdminProduct,
  axes: string[],
  choices: ReturnType<typeof loadedChoices>,
  at: number,
) {
  if (axes.length === 0) {
    const first = choice([`Value ${at}`], { price: now.price, qty: now.qty })
    return { axes: ['First'], choices: [first, choice([`Other ${at}`])] }
  }
  if (what === 'add' && axes.length < 3)
    return { axes: [...axes, `Axis ${axes.length + 1}`], choices: withAxis(choices, 'Same') }
  const otherChoices = withoutAxis(choices, axes.length - 1)
  if (what === 'remove' && axes.length > 1 && otherChoices) return { axes: axes.slice(0, -1), choices: otherChoices }
  const [first, second] = choices
  if (what === 'swap' && first && second)
    return {
      choices: [
        { ...second, values: first.values },
        { ...first, values: second.values },
      ],
    }
  if (what === 'rename')
    return { axes: axes.map((axis, place) => (place === 0 ? (axis === 'First' ? 'Renamed' : 'First') : axis)) }
  const inStock = choices.filter(({ qty }) => qty > 0)
  return what === 'plain' && inStock.length === 1 ? { axes: [], choices: inStock } : undefined
}
