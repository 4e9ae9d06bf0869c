import { asc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#server/platform/db/client.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { changeStock } from '#server/shop/catalog/stock.ts'
import { products, stockLedger } from '#server/shop/schema/catalog.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { product } from '#server/testing/factories.ts'
import { figure, runs } from '#server/testing/torture.ts'
import { requests } from '../schema.ts'
import { productRequest } from '../testing/factories.ts'
import { tellShoppers } from './tell-shoppers.ts'

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

/** Adds a unit to the stock of a product, at a time in the past. */
async function restockAt(db: Db, productId: string, createdAt: Date) {
  await db.update(products).set({ qty: sql`qty + 1` }).where(eq(products.id, productId))
  await db.insert(stockLedger).values({ productId, delta: 1, reason: 'edited', createdAt })
}

/** Moves the waves so far into the past. */
const wait = (db: Db, hours: number) =>
  db.update(requests).set({ doneAt: sql`${requests.doneAt} - ${`${hours} hours`}::interval` })

type Shop = Awaited<ReturnType<typeof shopWith>>

/** A shop with a one-of-a-kind product, of which there are `qty`. */
async function shopWith(qty: number, fields: Partial<typeof products.$inferInsert> = {}) {
  const shop = await testCheckout()
  const { db } = shop
  const { id } = await product(db, { qty, ...fields })
  return {
    ...shop,
    id,
    restock: (delta = 1) => changeStock(db, { productId: id, delta, reason: 'edited' }),
    ask: (fields = {}) => productRequest(db, { productId: id, ...fields }),
    waiting: () => db.$count(requests, eq(requests.state, 'waiting')),
    told: async () =>
      (await db.select().from(requests).where(eq(requests.state, 'told')).orderBy(asc(requests.createdAt))).map(
        ({ email }) => email,
      ),
  }
}

test('a restock of one tells the first three who asked, and twelve hours later the next three', async () => {
  const { db, id, ask, told } = await shopWith(0)
  const emails: string[] = []
  for (let shopper = 0; shopper < 8; shopper++)
    emails.push((await ask({ createdAt: new Date(hoursAgo(20).getTime() + shopper) })).email)
  expect(await tellShoppers(db)).toBe(0)
  await restockAt(db, id, hoursAgo(13))
  expect([await tellShoppers(db), await tellShoppers(db)]).toEqual([3, 0])
  expect(await told()).toEqual(emails.slice(0, 3))
  await wait(db, 11)
  expect(await tellShoppers(db)).toBe(0)
  await wait(db, 1)
  expect(await tellShoppers(db)).toBe(3)
  expect(await told()).toEqual(emails.slice(0, 6))
})

test('a wave has three for each unit, and more stock brings the next wave at once', async () => {
  const { db, ask, restock } = await shopWith(0)
  for (let shopper = 0; shopper < 12; shopper++) await ask()
  await restock(2)
  expect(await tellShoppers(db)).toBe(6)
  await restock(-1)
  await restock(1)
  expect(await tellShoppers(db)).toBe(6)
})

test.for([
  ['is not there any more', async ({ restock }: Shop) => restock(-1)],
  ['is a draft again', ({ db, id }: Shop) => db.update(products).set({ draft: true }).where(eq(products.id, id))],
  ['was deleted', ({ db, id }: Shop) => db.update(products).set({ deletedAt: new Date() }).where(eq(products.id, id))],
] as const)('nobody is told of a piece that %s', async ([, change]) => {
  const shop = await shopWith(0)
  await shop.ask()
  await shop.restock()
  await change(shop)
  expect(await tellShoppers(shop.db)).toBe(0)
  expect(await shop.waiting()).toBe(1)
})

test('requests that are not confirmed, have ended or ask for a sister piece get no such message', async () => {
  const { db, ask, restock } = await shopWith(0)
  await ask({ state: 'unconfirmed' })
  await ask({ state: 'ended', doneAt: new Date() })
  await ask({ kind: 'sister' })
  await restock()
  expect(await tellShoppers(db)).toBe(0)
})

/** Pays for the product with a card that is declined; `during` runs while the payment holds it. */
async function failedPayment({ shop, placed, pay, id }: Shop, during: () => Promise<unknown>) {
  const order = await placed({ id })
  const { authorize } = shop.gateway
  shop.gateway.authorize = async (...request) => {
    await during()
    return authorize(...request)
  }
  expect((await pay(order, { sourceId: 'cnon:card-nonce-declined' })).statusCode).toBe(402)
  shop.gateway.authorize = authorize
}

test('the release of a failed payment tells only those who asked while it held the piece', async () => {
  const shop = await shopWith(1, { oneOfAKind: true })
  const { db, ask, told } = shop
  await ask({ email: 'before@shopper.example' })
  await failedPayment(shop, async () => {
    await ask({ email: 'during@shopper.example' })
    expect(await tellShoppers(db)).toBe(0)
  })
  await ask({ email: 'after@shopper.example' })
  expect(await tellShoppers(db)).toBe(1)
  expect(await told()).toEqual(['during@shopper.example'])
  await failedPayment(shop, async () => {})
  expect(await tellShoppers(db)).toBe(0)
})

test('a request that is confirmed after the release is told as long as the piece is there', async () => {
  const shop = await shopWith(1, { oneOfAKind: true })
  await failedPayment(shop, () => shop.ask({ state: 'unconfirmed' }))
  expect(await tellShoppers(shop.db)).toBe(0)
  await shop.db.update(requests).set({ state: 'waiting' })
  expect(await tellShoppers(shop.db)).toBe(1)
})

test('nobody is told of a piece that the payment bought', async () => {
  const shop = await shopWith(1, { oneOfAKind: true })
  const { db, ask, placed, pay, id } = shop
  const order = await placed({ id })
  const { authorize } = shop.shop.gateway
  shop.shop.gateway.authorize = async (...request) => {
    await ask()
    return authorize(...request)
  }
  expect((await pay(order)).statusCode).toBe(200)
  expect(await tellShoppers(db)).toBe(0)
  expect(await shop.waiting()).toBe(1)
})

const ROUNDS = runs(1, 20)
const PROCESSES = 4

test('several processes send waves of letters, each once', { tags: ['C18'] }, async ({ task }) => {
  const { db } = await testCheckout()
  let toldCount = 0
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await product(db, { qty: 0 })
    const createdAt = hoursAgo(20)
    await Promise.all(Array.from({ length: 40 }, () => productRequest(db, { productId: id, createdAt })))
    await restockAt(db, id, hoursAgo(13))
    for (let wave = 0; wave < 2; wave++) {
      const letters = await Promise.all(Array.from({ length: PROCESSES }, () => tellShoppers(db)))
      expect(letters.sort()).toEqual([0, 0, 0, 3])
      toldCount += 3
      await wait(db, 12)
    }
    await changeStock(db, { productId: id, delta: -1, reason: 'edited' })
  }
  const letters = await db.select().from(outbox)
  const about = new Set(letters.map(({ payload }) => (payload as { requestId: string }).requestId))
  expect([letters.length, about.size]).toEqual([toldCount, toldCount])
  figure(
    task,
    `${ROUNDS * 40} requests, restocks of one, ${PROCESSES} processes: ${toldCount} letters in waves of 3, each once`,
  )
})
