import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#server/platform/db/client.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { image } from '#server/testing/factories.ts'
import { shopWithAdmin } from '#server/testing/products.ts'
import { deleteUntouchedDrafts } from './untouched-drafts.ts'

const age = (db: Db, time: string) => db.update(products).set({ updatedAt: sql`now() - ${time}::interval` })

test('a draft that nothing was entered into is deleted a week later', async () => {
  const { db, get, seller, create } = await shopWithAdmin()
  const draft = await create()
  await age(db, '6 days')
  expect(await deleteUntouchedDrafts(db)).toBe(0)
  await age(db, '8 days')
  expect(await deleteUntouchedDrafts(db)).toBe(1)
  expect((await get(`/api/products/${draft._id}`, seller.token)).statusCode).toBe(404)
  expect(await deleteUntouchedDrafts(db)).toBe(0)
})

test('a draft with a name, a price, a description, a stock or a photo stays', async () => {
  const { db, get, seller, create } = await shopWithAdmin()
  const edits = [{ name: 'Oak Pen' }, { price: 5 }, { description: 'Of oak.' }, { qty: 2, qtyLoaded: 0 }]
  const kept: string[] = []
  for (const edit of edits) {
    const { _id } = await create()
    expect((await seller.edit(_id, edit)).json()).toMatchObject({ draft: true })
    kept.push(_id)
  }
  const withPhoto = await create()
  await image(db, withPhoto._id)
  await age(db, '30 days')
  expect(await deleteUntouchedDrafts(db)).toBe(0)
  for (const id of [...kept, withPhoto._id])
    expect((await get(`/api/products/${id}`, seller.token)).statusCode).toBe(200)
})
