import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/platform/db/client.ts'
import { products, stockLedger } from '#server/shop/schema/catalog.ts'
import { testDatabase } from '#server/testing/app.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { lockedQueries } from '#server/testing/cluster.ts'
import { product, user } from '#server/testing/factories.ts'
import { waitFor } from '#server/testing/wait-for.ts'
import { changeStock, moveStock, stockDifferences } from './stock.ts'

test('every stock movement is recorded with its user', async () => {
  const { db } = await testDatabase()
  const pen = await product(db, { qty: 3 })
  const { user: editor } = await user(db)
  expect(await changeStock(db, { productId: pen.id, delta: 4, reason: 'edited', userId: editor.id })).toBe(7)
  expect(await changeStock(db, { productId: pen.id, delta: -2, reason: 'edited' })).toBe(5)
  const ledger = await db.select().from(stockLedger).where(eq(stockLedger.productId, pen.id)).orderBy(stockLedger.id)
  expect(ledger.map(({ delta, reason, userId }) => [delta, reason, userId])).toEqual([
    [3, 'created', null],
    [4, 'edited', editor.id],
    [-2, 'edited', null],
  ])
  expect(await stockDifferences(db)).toEqual([])
})

test('stock never goes below zero, and a refused change is not recorded', async () => {
  const { db } = await testDatabase()
  const pen = await product(db, { qty: 1 })
  expect(await changeStock(db, { productId: pen.id, delta: -2, reason: 'edited' })).toBeNull()
  expect(await db.$count(stockLedger)).toBe(1)
  expect(await stockDifferences(db)).toEqual([])
})

test('of twenty concurrent takers of the last unit one succeeds', async () => {
  const { db } = await testDatabase()
  const pen = await product(db, { qty: 1 })
  const takers = Array.from({ length: 20 }, () => changeStock(db, { productId: pen.id, delta: -1, reason: 'edited' }))
  const quantities = await Promise.all(takers)
  expect(quantities.filter((qty) => qty === 0)).toHaveLength(1)
  expect(quantities.filter((qty) => qty === null)).toHaveLength(19)
  expect(await stockDifferences(db)).toEqual([])
})

test('the audit reports a quantity changed outside the ledger', async () => {
  const { db } = await testDatabase()
  const pen = await product(db, { sku: 'PEN-1', qty: 2 })
  await db.update(products).set({ qty: 9 }).where(eq(products.id, pen.id))
  expect(await stockDifferences(db)).toEqual([{ id: pen.id, sku: 'PEN-1', qty: 9, moved: 2 }])
})

test('several products change in one statement, except those with too little stock', async () => {
  const { db } = await testDatabase()
  const [pen, cup, bow] = [await product(db, { qty: 2 }), await product(db, { qty: 0 }), await product(db, { qty: 1 })]
  const rows = await moveStock(
    db,
    [pen, cup, bow].map(({ id }) => ({ productId: id, delta: -1 })),
    { reason: 'edited' },
  )
  expect(rows.sort((a, b) => b.qty - a.qty)).toEqual([
    { id: pen.id, qty: 1 },
    { id: bow.id, qty: 0 },
  ])
  expect(await stockDifferences(db)).toEqual([])
})

test('concurrent changes of the same products do not deadlock', async () => {
  const { db } = await testDatabase()
  const productRows = await Promise.all(Array.from({ length: 8 }, () => product(db, { qty: 100 })))
  const movements = productRows.map(({ id }) => ({ productId: id, delta: -1 }))
  const rounds = Array.from({ length: 40 }, (_, round) =>
    db.transaction((tx) => moveStock(tx, round % 2 ? movements : movements.toReversed(), { reason: 'edited' })),
  )
  for (const movedRows of await Promise.all(rounds)) expect(movedRows).toHaveLength(8)
  expect(await stockDifferences(db)).toEqual([])
})

/**
 * Runs `changes` of a product while another transaction has changed its stock and a third, as one that places an order,
 * refers to it; the first ends when all `changes` wait for it. Returns their results.
 */
async function changedAtOnce<T>(url: string, productId: string, changes: (() => Promise<T>)[]) {
  const others = openDatabase(url)
  onTestFinished(() => others.$client.end())
  return others.transaction(async (referring) => {
    await referring.execute(sql`select from ${products} where id = ${productId} for key share`)
    const results = await others.transaction(async (first) => {
      await changeStock(first, { productId, delta: -1, reason: 'edited' })
      const waiting = changes.map((change) => change())
      await waitFor(async () => expect(await lockedQueries(url)).toBe(changes.length))
      return () => Promise.all(waiting)
    })
    return results()
  })
}

test.for([
  ['one product', 1],
  ['several products', 2],
] as const)('changes of %s that wait for each other while an order is placed do not deadlock', async ([, count]) => {
  const { db, url } = await testDatabase()
  const [pen, cup] = [await product(db, { qty: 9 }), await product(db, { qty: 9 })]
  const movements = [pen, cup].slice(0, count).map(({ id }) => ({ productId: id, delta: -1 }))
  const change = () => db.transaction((tx) => moveStock(tx, movements, { reason: 'edited' }))
  const results = await changedAtOnce(url, pen.id, [change, change, change])
  expect(results.map((movedRows) => movedRows.find(({ id }) => id === pen.id)?.qty)).toEqual(
    expect.arrayContaining([7, 6, 5]),
  )
  expect(await stockDifferences(db)).toEqual([])
})

test('payments of one product that wait for each other while an order is placed all succeed', async () => {
  const { db, url, placed, pay } = await testCheckout()
  const [pen, cup] = [await product(db, { qty: 9 }), await product(db, { qty: 9 })]
  const shoppers = await Promise.all(
    [[pen], [pen], [pen, cup]].map(async (items) => ({ wanted: items, ...(await user(db)) })),
  )
  const payments = await Promise.all(
    shoppers.map(async ({ wanted, token }) => {
      const order = await placed(wanted, {}, token)
      return async () => pay(order, {}, token)
    }),
  )
  const answers = await changedAtOnce(url, pen.id, payments)
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(await stockDifferences(db)).toEqual([])
})
