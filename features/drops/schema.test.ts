import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '#server/platform/db/client.ts'
import { knownMigrations, migrateDatabase } from '#server/shop/database/migrate.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { freshDatabase, testDatabase } from '#server/testing/app.ts'
import { family, product } from '#server/testing/factories.ts'
import { droppedProducts, drops } from './schema.ts'
import { drop } from './testing/factories.ts'

const membersOf = async (db: Db) => (await db.select().from(droppedProducts)).map(({ productId }) => productId)

test('a shop from before the table of dropped products keeps the products of its drops', async () => {
  const { db, url, drop: dropDatabase } = await freshDatabase({ isEmpty: true })
  onTestFinished(dropDatabase)
  const names = await knownMigrations()
  const earlierNames = names.slice(
    0,
    names.findIndex((name) => name.endsWith('_dropped_products')),
  )
  await migrateDatabase(url, { names: earlierNames })
  await db.execute(sql`insert into categories (name, label, position) values ('cups', 'Cups', 0)`)
  const { id: dropId } = await drop(db)
  await db.execute(sql`insert into products (sku, name, price_cents, qty, category, slug, drop_id)
    select n::text, n::text, 100, 1, 'cups', n::text, case when n < 3 then ${dropId}::uuid end
    from generate_series(1, 3) n`)
  await migrateDatabase(url)
  const rows = await db
    .select({ sku: products.sku, dropId: droppedProducts.dropId })
    .from(products)
    .leftJoin(droppedProducts, eq(droppedProducts.productId, products.id))
    .orderBy(products.sku)
  expect(rows.map(({ dropId }) => dropId)).toEqual([dropId, dropId, null])
})

test('while a version is rolled out, it and the one before know the same products of a drop', async () => {
  const { db } = await testDatabase()
  const [cup, bowl] = [await product(db), await product(db)]
  const { id: dropId } = await drop(db, {}, [cup])
  const { id: otherId } = await drop(db)
  const idsBefore = async () => {
    const { rows } = await db.execute<{ id: string }>(sql`select id from products where drop_id is not null`)
    return rows.map(({ id }) => id)
  }
  expect(await idsBefore()).toEqual([cup.id])
  await db.execute(sql`update products set drop_id = ${dropId} where id = ${bowl.id}`)
  expect((await membersOf(db)).sort()).toEqual([cup.id, bowl.id].sort())
  await db.execute(sql`update products set drop_id = ${otherId} where id = ${bowl.id}`)
  expect(await db.select().from(droppedProducts).where(eq(droppedProducts.dropId, otherId))).toEqual([
    { productId: bowl.id, dropId: otherId },
  ])
  await db.execute(sql`update products set drop_id = null where id = ${cup.id}`)
  expect(await membersOf(db)).toEqual([bowl.id])
  await db.delete(droppedProducts)
  expect(await idsBefore()).toEqual([])
})

test('a product of a drop that is deleted is in no drop', async () => {
  const { db } = await testDatabase()
  const { id } = await drop(db, {}, [await product(db)])
  await db.delete(drops).where(eq(drops.id, id))
  expect(await membersOf(db)).toEqual([])
})

test('a product of a drop gets no choices, and no product with choices and none of them comes into a drop', async () => {
  const { db } = await testDatabase()
  // The constraint of the column that a later version contracts.
  await db.execute(sql`alter table products drop constraint products_drop`)
  const withChoices = await family(db, {}, [{ choice: ['Small'] }])
  const { id: dropId } = await drop(db)
  const refusal = { cause: { message: expect.stringContaining('cannot have choices') } }
  for (const { id } of await db.select({ id: products.id }).from(products))
    await expect(db.insert(droppedProducts).values({ productId: id, dropId })).rejects.toMatchObject(refusal)
  const cup = await product(db, { qty: 0 })
  await db.insert(droppedProducts).values({ productId: cup.id, dropId })
  const cupRow = eq(products.id, cup.id)
  await expect(
    db
      .update(products)
      .set({ axes: ['Size'] })
      .where(cupRow),
  ).rejects.toMatchObject(refusal)
  const asChoice = { parentId: withChoices.id, choice: ['Large'], position: 2 }
  await expect(db.update(products).set(asChoice).where(cupRow)).rejects.toMatchObject(refusal)
})
