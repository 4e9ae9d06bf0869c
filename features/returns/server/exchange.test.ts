import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#server/platform/db/client.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { product } from '#server/testing/factories.ts'
import { returns } from '../schema.ts'
import { shopWithOrder } from '../testing/shop-with-orders.ts'
import { RETURNS } from './texts.ts'

const CUPS = 1
/** In dollars, with the tax of 5.5 %. */
const CUP_PAID = 5.28
const units = (line: number, qty = 1) => ({ line, qty })

/** A shop with an accepted return of a cup for $5, and what it can be exchanged for. */
async function shopWithReturn(options: Parameters<typeof shopWithOrder>[0] = {}) {
  const shop = await shopWithOrder({ exchanges: true, ...options })
  await shop.ask({ items: [units(CUPS)], wish: 'exchange' })
  const [{ _id: id }] = (await shop.list()).returns
  await shop.answer(id, 'accepted')
  await shop.deliver()
  const at = `/api/returns/${id}/exchange`
  return {
    ...shop,
    id,
    vase: await product(shop.db, { name: 'Vase', priceCents: 2_500 }),
    spoon: await product(shop.db, { name: 'Spoon', priceCents: 200 }),
    mug: await product(shop.db, { name: 'Mug', priceCents: 500 }),
    quote: (body: object) => shop.post(`${at}/quote`, body, shop.owner),
    exchange: (body: object) => shop.post(at, body, shop.owner),
  }
}

async function stockOf(db: Db, name: string) {
  const [row] = await db.select().from(products).where(eq(products.name, name))
  return row?.qty ?? 0
}

const one = ({ id }: { id: string }) => [{ product: id, qty: 1 }]

test('an exchange for a dearer piece emails a link that pays the difference, and ends the return', async () => {
  const { db, quote, exchange, vase, seen, list, deliver, buyer, order, answer, id } = await shopWithReturn()
  const asked = { orderItems: one(vase), shipping: 3.5 }
  const { figures, left } = (await quote(asked)).json()
  expect([figures, left]).toMatchObject([{ itemsPrice: 25, discount: CUP_PAID, shippingPrice: 3.5 }, 0])
  expect(figures.totalPrice).toBe(Math.round((25 - CUP_PAID + 3.5 + figures.taxPrice) * 100) / 100)

  const reply = await exchange({ ...asked, totalPrice: figures.totalPrice })
  expect([reply.statusCode, reply.json()]).toMatchObject([201, { state: 'exchanged', exchange: { isPaid: false } }])
  const [added] = await db.select().from(orders).where(eq(orders.id, reply.json().exchange._id))
  expect(added).toMatchObject({
    totalCents: figures.totalPrice * 100,
    state: 'unpaid',
    userId: buyer.id,
    city: 'Denver',
  })
  const [message] = await deliver()
  expect(message).toMatchObject({ to: buyer.email })
  expect(message?.text).toMatch(new RegExp(`1 × Cup[\\s\\S]*\\$24\\.60 is left to pay[\\s\\S]*/order/${added?.id}`))

  const { returns: own, offer } = await seen()
  expect([own, offer.items]).toMatchObject([[{ state: 'exchanged' }], [units(CUPS), units(2)]])
  expect([(await list('?show=accepted')).total, (await list('?show=done')).total]).toEqual([0, 1])
  const again = await exchange({ ...asked, totalPrice: figures.totalPrice })
  expect(again.json()).toMatchObject({ code: 'request_answered', message: RETURNS.exchanged(added?.number ?? 0) })
  expect((await answer(id, 'refused', { answer: 'No.' })).json().code).toBe('request_answered')
  expect(await db.$count(orders)).toBe(2)
  const [before] = await db.select().from(orders).where(eq(orders.id, order._id))
  expect(before?.refundedCents).toBeNull()
})

test('an exchange for an equal piece is paid at once, and what comes back can go into stock', async () => {
  const { db, exchange, quote, mug } = await shopWithReturn()
  const { figures } = (await quote({ orderItems: one(mug) })).json()
  expect(figures).toMatchObject({ discount: CUP_PAID, totalPrice: 0 })
  const stockBefore = await stockOf(db, 'Cup')
  const reply = await exchange({ orderItems: one(mug), totalPrice: 0, restock: true })
  expect(reply.json()).toMatchObject({ state: 'exchanged', exchange: { isPaid: true } })
  expect(await stockOf(db, 'Cup')).toBe(stockBefore + 1)
  expect(await stockOf(db, 'Mug')).toBe(mug.qty - 1)
})

test('what a cheaper piece leaves over is to be refunded', async () => {
  const { quote, exchange, spoon } = await shopWithReturn()
  const { figures, left } = (await quote({ orderItems: one(spoon) })).json()
  expect(figures).toMatchObject({ discount: 2.11, totalPrice: 0 })
  expect(left).toBe(3.17)
  expect((await exchange({ orderItems: one(spoon), totalPrice: 0 })).statusCode).toBe(201)
})

test('an exchange needs an accepted return, the price that the seller saw, and pieces that are there', async () => {
  const { db, id, exchange, refund, vase, mug, spoon } = await shopWithReturn()
  expect((await exchange({ orderItems: one(vase), totalPrice: 1 })).json().code).toBe('price_changed')
  const gone = { orderItems: [{ product: spoon.id, qty: spoon.qty + 1 }], totalPrice: 0 }
  expect((await exchange(gone)).statusCode).toBeGreaterThanOrEqual(400)
  expect((await exchange({ orderItems: [], totalPrice: 0 })).statusCode).toBe(400)
  await db.update(returns).set({ state: 'asked', answer: null, answeredAt: null }).where(eq(returns.id, id))
  expect((await exchange({ orderItems: one(mug), totalPrice: 0 })).json().message).toBe(RETURNS.notAccepted)
  await db.update(returns).set({ state: 'accepted', answer: '', answeredAt: new Date() }).where(eq(returns.id, id))
  await refund({ items: [{ line: CUPS, qty: 1, restock: 0 }] })
  expect((await exchange({ orderItems: one(mug), totalPrice: 0 })).json().code).toBe('request_answered')
  expect(await db.$count(orders)).toBe(1)
})

test('of two exchanges at once one is made', async () => {
  const { db, exchange, mug, spoon } = await shopWithReturn()
  const replies = await Promise.all([mug, spoon].map((of) => exchange({ orderItems: one(of), totalPrice: 0 })))
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
  expect(await db.$count(orders)).toBe(2)
})

test.for<[string, (shop: Awaited<ReturnType<typeof shopWithReturn>>, id: string) => Promise<{ statusCode: number }>]>([
  ['its buyer has canceled', ({ put, token }, id) => put(`/api/orders/${id}/canceled`, {}, token)],
  ['the seller has deleted', ({ remove, owner }, id) => remove(`/api/orders/${id}`, owner)],
])('a return waits again once the unpaid order that replaced it is gone: %s', async ([, end]) => {
  const shop = await shopWithReturn()
  const { quote, exchange, vase, mug, seen } = shop
  const { figures } = (await quote({ orderItems: one(vase) })).json()
  const reply = await exchange({ orderItems: one(vase), totalPrice: figures.totalPrice })
  expect((await end(shop, reply.json().exchange._id)).statusCode).toBe(200)
  expect((await seen()).returns).toMatchObject([{ state: 'accepted' }])
  const again = await exchange({ orderItems: one(mug), totalPrice: 0 })
  expect([again.statusCode, again.json()]).toMatchObject([201, { state: 'exchanged', exchange: { isPaid: true } }])
})
