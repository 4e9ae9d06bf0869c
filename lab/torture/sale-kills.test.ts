import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { priceLog, saleProducts, sales } from '#features/sales/schema.ts'
import { sale } from '#features/sales/testing/factories.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { product } from '#server/testing/factories.ts'
import { figure, runs } from '#server/testing/torture.ts'
import { waitFor } from '#server/testing/wait-for.ts'
import { expectSoundStage, openStage } from './stage.ts'

const PRODUCTS = runs(20, 2_000)
const KILLS = runs(1, 10)

test('a sale that a kill interrupts starts and ends for all of its products or for none', {
  tags: ['K23'],
}, async ({ task }) => {
  const stage = await openStage()
  onTestFinished(() => stage.close())
  const { db } = stage
  for (let made = 0; made < PRODUCTS; made++) await product(db, { priceCents: 1_000 })
  const shop = await stage.shop()
  const pricesNow = async () =>
    (await db.selectDistinct({ price: products.priceCents }).from(products)).map(({ price }) => price)
  const stateOf = async (id: string) => (await db.select().from(sales).where(eq(sales.id, id)))[0]?.state
  const comesTo = (id: string, state: string) => waitFor(async () => expect(await stateOf(id)).toBe(state))
  const endNow = (id: string) =>
    db.update(sales).set({ startsAt: sql`now() - interval '1 hour'`, endsAt: sql`now()` }).where(eq(sales.id, id))

  /** Kills the shop when it has changed the first price of a step, which then waits for the log of prices. */
  const dieWithin = (step: () => Promise<unknown>) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`lock table ${priceLog} in share mode`)
      await step()
      const waiting = sql`select pid from pg_locks where not granted and relation = 'price_log'::regclass`
      await waitFor(async () => expect((await db.execute<{ pid: number }>(waiting)).rows).toHaveLength(1))
      shop.running().process.kill('SIGKILL')
    })

  for (let kill = 0; kill < KILLS; kill++) {
    const made: { id?: string } = {}
    await dieWithin(async () => {
      made.id = (await sale(db)).id
    })
    await shop.die('already')
    const { id = '' } = made
    expect([await stateOf(id), await pricesNow(), await db.$count(saleProducts)]).toEqual(['planned', [1_000], 0])
    await shop.start()
    await comesTo(id, 'running')
    expect(await pricesNow()).toEqual([800])
    await dieWithin(() => endNow(id))
    await shop.die('already')
    expect([await stateOf(id), await pricesNow(), await db.$count(saleProducts)]).toEqual(['running', [800], PRODUCTS])
    await shop.start()
    await comesTo(id, 'ended')
    expect([await pricesNow(), await db.$count(saleProducts)]).toEqual([[1_000], 0])
  }
  await expectSoundStage(stage)
  figure(task, `${2 * KILLS} kills in the middle of a start or an end, ${PRODUCTS} products: all or none each time`)
})

test('a shop that was off over the end of a sale, or over all of it, starts with regular prices', {
  tags: ['K23'],
}, async () => {
  const stage = await openStage()
  onTestFinished(() => stage.close())
  const { db } = stage
  const { id: cup } = await product(db, { priceCents: 1_000 })
  const shop = await stage.shop()
  const stateOf = async (id: string) => (await db.select().from(sales).where(eq(sales.id, id)))[0]?.state
  const seen = async () => (await (await fetch(`${shop.url()}/api/products/${cup}`)).json()).price
  const { id: first } = await sale(db)
  await waitFor(async () => expect(await seen()).toBe(8))
  await shop.die()
  const past = { startsAt: new Date(Date.now() - 7_200_000), endsAt: new Date(Date.now() - 3_600_000) }
  await db.update(sales).set(past).where(eq(sales.id, first))
  const { id: second } = await sale(db, { name: 'Summer sale', percentBp: 5_000, ...past })
  await shop.start()
  await waitFor(async () => expect([await stateOf(first), await stateOf(second)]).toEqual(['ended', 'ended']))
  expect(await seen()).toBe(10)
  expect(await db.$count(priceLog, eq(priceLog.cents, 500))).toBe(0)
  await expectSoundStage(stage)
})
