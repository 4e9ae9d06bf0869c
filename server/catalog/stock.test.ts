import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { products, stockLedger } from '../db/schema.ts'
import { testDatabase } from '../testing/app.ts'
import { product, user } from '../testing/factories.ts'
import { changeStock, moveStock, stockDifferences } from './stock.ts'

test('every movement of stock is written down with who did it', async () => {
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

test('stock never goes below zero, and what was refused is not written down', async () => {
  const { db } = await testDatabase()
  const pen = await product(db, { qty: 1 })
  expect(await changeStock(db, { productId: pen.id, delta: -2, reason: 'edited' })).toBeNull()
  expect(await db.$count(stockLedger)).toBe(1)
  expect(await stockDifferences(db)).toEqual([])
})

test('of twenty who take the last piece at once, one gets it', async () => {
  const { db } = await testDatabase()
  const pen = await product(db, { qty: 1 })
  const takers = Array.from({ length: 20 }, () => changeStock(db, { productId: pen.id, delta: -1, reason: 'edited' }))
  const left = await Promise.all(takers)
  expect(left.filter((qty) => qty === 0)).toHaveLength(1)
  expect(left.filter((qty) => qty === null)).toHaveLength(19)
  expect(await stockDifferences(db)).toEqual([])
})

test('a quantity that was changed behind the ledger is told', async () => {
  const { db } = await testDatabase()
  const pen = await product(db, { sku: 'PEN-1', qty: 2 })
  await db.update(products).set({ qty: 9 }).where(eq(products.id, pen.id))
  expect(await stockDifferences(db)).toEqual([{ id: pen.id, sku: 'PEN-1', qty: 9, moved: 2 }])
})

test('several products move in one statement, all but those with too little', async () => {
  const { db } = await testDatabase()
  const [pen, cup, bow] = [await product(db, { qty: 2 }), await product(db, { qty: 0 }), await product(db, { qty: 1 })]
  const moved = await moveStock(
    db,
    [pen, cup, bow].map(({ id }) => ({ productId: id, delta: -1 })),
    { reason: 'edited' },
  )
  expect(moved.sort((a, b) => b.qty - a.qty)).toEqual([
    { id: pen.id, qty: 1 },
    { id: bow.id, qty: 0 },
  ])
  expect(await stockDifferences(db)).toEqual([])
})

test('many who move the same products in different orders do not lock each other out', async () => {
  const { db } = await testDatabase()
  const made = await Promise.all(Array.from({ length: 8 }, () => product(db, { qty: 100 })))
  const movements = made.map(({ id }) => ({ productId: id, delta: -1 }))
  const rounds = Array.from({ length: 40 }, (_, round) =>
    moveStock(db, round % 2 ? movements : movements.toReversed(), { reason: 'edited' }),
  )
  for (const moved of await Promise.all(rounds)) expect(moved).toHaveLength(8)
  expect(await stockDifferences(db)).toEqual([])
})
