import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { products } from '#server/shop/schema/catalog.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { ADDRESS, testCheckout } from '#server/testing/checkouts.ts'
import { coupon, image, product, user } from '#server/testing/factories.ts'

const nobody = '00000000-0000-7000-8000-000000000000'

test('an order is priced by the shop, placed unpaid, and takes no stock', async () => {
  const { db, place, buyer } = await testCheckout()
  const pen = await product(db, { name: 'Walnut Pen', priceCents: 3400, slug: 'walnut-pen' })
  const photo = await image(db, pen.id)
  const reply = await place({ id: pen.id, pieces: 2 })
  expect(reply.statusCode).toBe(201)
  expect(reply.json()).toMatchObject({
    number: 1001,
    user: { name: buyer.name, email: buyer.email },
    orderItems: [
      { product: pen.id, name: 'Walnut Pen', qty: 2, price: 34, slug: 'walnut-pen', image: `/images/${photo.id}.jpg` },
    ],
    shippingAddress: { ...ADDRESS, country: 'USA' },
    paymentMethod: 'Square',
    itemsPrice: 68,
    shippingPrice: 5,
    taxPrice: 3.74,
    discount: 0,
    totalPrice: 76.74,
    couponCode: null,
    payment: 'none',
    isPaid: false,
    paidAt: null,
    isDelivered: false,
    orderVerifyLog: [],
  })
  const [after] = await db.select().from(products)
  expect(after?.qty).toBe(5)
})

test('several items of the same product become one', async () => {
  const { db, placed } = await testCheckout()
  const pen = await product(db)
  const order = await placed([{ id: pen.id }, { id: pen.id, pieces: 2 }])
  expect(order.orderItems).toMatchObject([{ product: pen.id, qty: 3 }])
})

test('the same order within half a minute is placed once, and its second answer says so', async () => {
  const { db, placed } = await testCheckout()
  const pen = await product(db)
  const first = await placed(pen)
  expect(first).not.toHaveProperty('isRepeated')
  expect(await placed(pen)).toEqual({ ...first, isRepeated: true })
  await db.update(orders).set({ createdAt: sql`now() - interval '31 seconds'` })
  const later = await placed(pen)
  expect([later._id === first._id, 'isRepeated' in later]).toEqual([false, false])
})

test('a coupon has its effect on an order, in upper and lower case', async () => {
  const { db, placed } = await testCheckout()
  const pen = await product(db, { priceCents: 3400 })
  await coupon(db, { code: 'SPRING', amountCents: 500, freeShip: true, taxFree: true })
  expect(await placed(pen, { code: ' spring ' })).toMatchObject({
    itemsPrice: 34,
    shippingPrice: 0,
    taxPrice: 0,
    discount: 5,
    totalPrice: 29,
    couponCode: { code: 'SPRING', amount: 5 },
  })
})

test.for([
  ['no code', ''],
  ['spaces', '  '],
])('%s is no coupon', async ([, code]) => {
  const { db, placed } = await testCheckout()
  expect(await placed(await product(db), { code })).toMatchObject({ couponCode: null })
})

test.for([
  ['in another case, with spaces around it', '  sPring ', {}, 201, 3.78],
  ['worth more than the order', 'SPRING', { amountCents: 1_000_000 }, 201, 0],
  ['worth a million dollars, and tax free', 'SPRING', { amountCents: 100_000_000, taxFree: true }, 201, 0],
  ['that has expired', 'SPRING', { expires: '2020-01-01' }, 409, undefined],
  ['that was deleted', 'SPRING', { deletedAt: new Date() }, 422, undefined],
  ['that is a draft', 'SPRING', { draft: true }, 422, undefined],
  ['with the reserved code', 'invalid', {}, 422, undefined],
  ['twice', 'SPRING SPRING', {}, 422, undefined],
  ['beside another code', 'SPRING,SUMMER', {}, 422, undefined],
  ['in a list with another code', ['SPRING', 'SUMMER'], {}, 400, undefined],
  ['as an object', { $ne: '' }, {}, 400, undefined],
  ['with a zero byte', 'SPRING\0', {}, 422, undefined],
  ['of 10,000 characters', 'SPRING'.repeat(1_700), {}, 422, undefined],
  ['spelt with a look-alike', 'SPRІNG', {}, 422, undefined],
] as const)('a coupon %s', { tags: ['B6'] }, async ([, code, fields, status, total]) => {
  const { db, place } = await testCheckout()
  await coupon(db, { code: 'SPRING', amountCents: 500, ...fields })
  await coupon(db, { code: 'SUMMER', amountCents: 500 })
  const reply = await place(await product(db, { priceCents: 500 }), { code })
  expect([reply.statusCode, reply.json().totalPrice]).toEqual([status, total])
  expect(await db.$count(orders)).toBe(status === 201 ? 1 : 0)
})

const figures = { itemsPrice: 5, shippingPrice: 3.5, taxPrice: 0.28, totalPrice: 8.78 }

test('an order with the right amounts is placed', async () => {
  const { db, place } = await testCheckout()
  const pen = await product(db, { priceCents: 500 })
  expect((await place(pen, figures)).statusCode).toBe(201)
})

test.for([
  ['items', { itemsPrice: 4.99 }],
  ['shipping', { shippingPrice: 0 }],
  ['tax', { taxPrice: 0 }],
  ['total', { totalPrice: 8.77 }],
] as const)('a wrong %s price is answered with the right amounts, and nothing is placed', async ([, wrong]) => {
  const { db, place } = await testCheckout()
  const pen = await product(db, { priceCents: 500 })
  const reply = await place(pen, { ...figures, ...wrong })
  expect(reply.statusCode).toBe(409)
  expect(reply.json()).toMatchObject({ code: 'price_changed', quote: { ...figures, discount: 0 } })
  expect(await db.$count(orders)).toBe(0)
})

test('a wrong price of one item is refused even when the totals are right', async () => {
  const { db, place } = await testCheckout()
  const pen = await product(db, { priceCents: 500 })
  const reply = await place(pen, { orderItems: [{ product: pen.id, qty: 1, price: 4.99 }] })
  expect(reply.json()).toMatchObject({ code: 'price_changed', quote: figures })
})

test.for([
  ['not in stock in that quantity', { pieces: 6 }, { qty: 5 }, 'Only 5 of Walnut Pen left.'],
  ['sold out', { pieces: 1 }, { qty: 0 }, 'Walnut Pen is no longer available, and has been removed.'],
  ['deleted', { pieces: 1 }, { deletedAt: new Date() }, 'Walnut Pen is no longer available, and has been removed.'],
] as const)('the error names the item that is %s', async ([, items, fields, message]) => {
  const { db, place } = await testCheckout()
  const pen = await product(db, { name: 'Walnut Pen', ...fields })
  const mug = await product(db, { name: 'Oat Mug' })
  const reply = await place([{ ...items, id: pen.id }, mug])
  expect(reply.statusCode).toBe(409)
  expect(reply.json()).toEqual({ code: 'items_gone', message, items: ['Walnut Pen'] })
  expect(await db.$count(orders)).toBe(0)
})

test('several items of one product count together against its stock', async () => {
  const { db, place } = await testCheckout()
  const pen = await product(db)
  const reply = await place([
    { id: pen.id, pieces: 3 },
    { id: pen.id, pieces: 3 },
  ])
  expect(reply.json()).toMatchObject({ code: 'items_gone' })
})

test.for([
  ['an unknown product', { orderItems: [{ product: nobody, qty: 1 }] }, 404],
  ['an invalid product id', { orderItems: [{ product: 'pen', qty: 1 }] }, 400],
  ['no items', { orderItems: [] }, 400],
  ['a quantity of zero', { orderItems: [{ product: nobody, qty: 0 }] }, 400],
  ['a quantity of one half', { orderItems: [{ product: nobody, qty: 0.5 }] }, 400],
  ['a quantity in words', { orderItems: [{ product: nobody, qty: '1' }] }, 400],
  ['101 lines', { orderItems: Array(101).fill({ product: nobody, qty: 1 }) }, 400],
  ['no address', { shippingAddress: undefined }, 400],
  ['an empty city', { shippingAddress: { ...ADDRESS, city: '  ' } }, 400],
  ['an unknown state', { shippingAddress: { ...ADDRESS, state: 'PR' } }, 400],
  ['a bad ZIP', { shippingAddress: { ...ADDRESS, postalCode: '8020' } }, 400],
  ['a zero byte in the address', { shippingAddress: { ...ADDRESS, city: 'Den\0ver' } }, 400],
  ['another payment method', { paymentMethod: 'Cash' }, 400],
  ['an amount with half a cent', { totalPrice: 1.005 }, 400],
  ['an unknown coupon', { code: 'NEVER' }, 422],
  ['the reserved coupon', { code: 'invalid' }, 422],
] as const)('an order with %s is refused', { tags: ['B9'] }, async ([, fields, status]) => {
  const { db, place } = await testCheckout()
  const reply = await place(await product(db), fields)
  expect(reply.statusCode).toBe(status)
  expect(reply.json()).toMatchObject({ message: expect.stringMatching(/\w/), code: expect.any(String) })
  expect(await db.$count(orders)).toBe(0)
})

test('an order for more than a card can pay is refused', async () => {
  const { db, place } = await testCheckout()
  const crown = await product(db, { priceCents: 10_000_000, qty: 10_000 })
  expect((await place({ id: crown.id, pieces: 10_000 })).statusCode).toBe(422)
})

test('a draft cannot be ordered, and the error does not reveal its name', async () => {
  const { db, place } = await testCheckout()
  const secret = await product(db, { name: 'Secret', draft: true })
  const reply = await place(secret)
  expect(reply.statusCode).toBe(404)
  expect(reply.body).not.toContain('Secret')
})

test('the country is always the USA', async () => {
  const { db, placed } = await testCheckout()
  const order = await placed(await product(db), { shippingAddress: { ...ADDRESS, country: 'France' } })
  expect(order.shippingAddress.country).toBe('USA')
})

test('ten concurrent clicks place one order; a click half a minute later places another', async () => {
  const { db, place } = await testCheckout()
  const pen = await product(db)
  const replies = await Promise.all(Array.from({ length: 10 }, () => place(pen)))
  const [first] = replies
  expect(new Set(replies.map((reply) => reply.json()._id)).size).toBe(1)
  await db.update(orders).set({ createdAt: sql`now() - interval '31 seconds'` })
  expect((await place(pen)).json()._id).not.toBe(first?.json()._id)
})

test('a different body, or another user, places another order', async () => {
  const { db, placed } = await testCheckout()
  const pen = await product(db)
  const other = await user(db)
  const ids = [await placed(pen), await placed({ id: pen.id, pieces: 2 }), await placed(pen, {}, other.token)]
  expect(new Set(ids.map(({ _id }) => _id)).size).toBe(3)
})

test('a later price change does not affect a placed order', async () => {
  const { db, placed, order } = await testCheckout()
  const pen = await product(db, { priceCents: 500 })
  const { _id } = await placed(pen)
  await db.update(products).set({ priceCents: 900 }).where(eq(products.id, pen.id))
  expect(await order(_id)).toMatchObject({ itemsPrice: 5, orderItems: [{ price: 5 }] })
})
