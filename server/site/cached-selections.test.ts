import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { ProductQuery } from '#contract/product-queries.ts'
import { EVERYTHING } from '#server/platform/cdn/tags.ts'
import type { Db } from '#server/platform/db/client.ts'
import { openCatalog } from '#server/shop/catalog/products.ts'
import type { Selections } from '#server/shop/catalog/selections.ts'
import { suggestedIds } from '#server/shop/catalog/suggestions.ts'
import { ALL_PRODUCTS } from '#server/shop/public-tags.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { NEW_SHOP, testApp } from '#server/testing/app.ts'
import { family, product } from '#server/testing/factories.ts'
import { COUNTED_AT_ONCE, cacheSelections } from './cached-selections.ts'
import { listenForChanges } from './listen-for-changes.ts'

const QUERIES = {
  newest: { extras: 'true' },
  'second page': { pageNumber: '2' },
  'by price': { sort: 'price' },
  'by price, highest first': { sort: '-price', extras: 'true' },
  'by name': { sort: 'name', extras: 'true' },
  cheap: { maxPrice: '6', extras: 'true' },
  dear: { minPrice: '12' },
  blue: { color: 'blue', extras: 'true' },
  'in stock': { inStock: 'true', extras: 'true' },
  category: { category: 'cups', extras: 'true' },
  search: { keyword: 'cup', extras: 'true' },
  'search for a typo': { keyword: 'cpu', extras: 'true' },
  'search without a hit': { keyword: 'spaceship', extras: 'true' },
}
type Name = keyof typeof QUERIES
const NAMES = Object.keys(QUERIES) as Name[]

/**
 * Six pens and eight cups, which cost $2 to $15 in this order, a bowl for $5 or $6, and a cache of what their lists
 * select.
 */
async function openShop() {
  const { db, url } = await testApp({}, { template: NEW_SHOP })
  const add = (number: number) =>
    product(db, {
      name: `${number < 6 ? 'Pen' : 'Cup'} ${number}`,
      slug: `piece-${number}`,
      category: number < 6 ? 'pens' : 'cups',
      color: number % 2 ? 'navy' : 'walnut',
      priceCents: 200 + 100 * number,
      qty: number % 3,
    })
  for (let number = 0; number < 14; number++) await add(number)
  const bowl = await family(db, { name: 'Bowl', priceCents: 500 }, [
    { choice: ['Small'] },
    { choice: ['Large'], priceCents: 600 },
  ])
  const catalog = openCatalog(db)
  const countedQueries: ProductQuery[] = []
  const counts: Selections['counts'] = (query) => {
    countedQueries.push(query)
    return catalog.counts(query)
  }
  const selections = cacheSelections(
    { counts, ids: catalog.ids, suggestedIds: (keyword) => suggestedIds(db, keyword) },
    () => true,
  )
  let reportChange = () => {}
  const changes = await listenForChanges(url, (change) => {
    selections.clear(change)
    reportChange()
  })
  onTestFinished(() => changes.stop())
  /** Makes a change, and resolves when its notice has arrived. */
  const changing = async (make: () => Promise<unknown>) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    reportChange = resolve
    await make()
    await promise
  }
  const readSelections = async (name: Name, { counts, ids }: Selections) => {
    const query = ProductQuery.parse(QUERIES[name])
    const listCounts = await counts(query)
    return { ...listCounts, ids: await ids(query, listCounts) }
  }
  const readAll = async () => {
    countedQueries.length = 0
    for (const name of NAMES)
      expect(await readSelections(name, selections), name).toEqual(await readSelections(name, catalog))
    return NAMES.filter((name) => countedQueries.some((query) => sameCounts(query, ProductQuery.parse(QUERIES[name]))))
  }
  return { db, bowl, changing, readAll }
}

const sameCounts = ({ sort, pageNumber, ...one }: ProductQuery, { sort: _, pageNumber: __, ...other }: ProductQuery) =>
  JSON.stringify(one) === JSON.stringify(other)

const edit = (db: Db, number: number, edit: Partial<typeof products.$inferInsert>) =>
  db
    .update(products)
    .set(edit)
    .where(eq(products.slug, `piece-${number}`))

const reprices = (number: number, priceCents: number) => (db: Db) => edit(db, number, { priceCents })
const sells = (number: number, qty: number) => (db: Db) => edit(db, number, { qty })

const SEARCHES: Name[] = ['search', 'search for a typo']
const WITH_FACETS: Name[] = ['newest', 'by price, highest first', 'by name', 'cheap', 'blue', 'in stock']
const NOT_OF_CUPS = NAMES.filter((name) => name !== 'category')

const CHANGES: [change: string, make: (db: Db) => Promise<unknown>, counted: Name[]][] = [
  ['a price among the others', reprices(11, 1_250), []],
  ['a price below the others of its category', reprices(7, 700), ['category', ...SEARCHES]],
  ['a price below all others', reprices(3, 100), WITH_FACETS],
  ['a price above all others', reprices(3, 1_600), [...WITH_FACETS, 'dear']],
  ['a price that a filter leaves out', reprices(4, 700), ['cheap']],
  ['a sale of one of two units', sells(5, 1), []],
  ['a sale of the last unit', sells(4, 0), NOT_OF_CUPS],
  ['a price and a name', (db) => edit(db, 3, { priceCents: 501, name: 'Nib' }), NOT_OF_CUPS],
]

test.for(CHANGES)('after %s, the lists that it changes are counted anew', async ([, make, expectedNames]) => {
  const { db, changing, readAll } = await openShop()
  expect(await readAll()).toEqual(NAMES)
  expect(await readAll()).toEqual([])
  await changing(() => make(db))
  const countedNames = await readAll()
  expect(countedNames).toEqual(NAMES.filter((name) => expectedNames.includes(name)))
})

test('after a new price of a choice, the lists of its product that it changes are counted anew', async () => {
  const { db, bowl, changing, readAll } = await openShop()
  const large = eq(products.id, bowl.choices[1]?.id ?? '')
  const reprice = (priceCents: number) => changing(() => db.update(products).set({ priceCents }).where(large))
  await readAll()
  await reprice(590)
  expect(await readAll()).toEqual([])
  await reprice(1_250)
  expect(await readAll()).toEqual(['cheap', 'dear'])
})

/** A list of so many products, of which one more is sold out with each change. */
function largeShop({ size = COUNTED_AT_ONCE + 1 } = {}) {
  let soldOut = 0
  let isDown = false
  const recountedTags: string[][] = []
  const reads = {
    counts: async () => {
      if (isDown) throw new Error('no database')
      return { total: size - soldOut, facets: undefined, way: 0 }
    },
    ids: async () => [],
    suggestedIds: async () => ({ ids: [], categories: [], collections: [] }),
  }
  const selections = cacheSelections(
    reads,
    () => true,
    (tags) => recountedTags.push(tags),
  )
  const sell = () => {
    soldOut++
    selections.clear({ tags: [ALL_PRODUCTS] })
  }
  const total = async (fields = {}) => (await selections.counts(ProductQuery.parse(fields))).total
  const fail = (fails: boolean) => {
    isDown = fails
  }
  return { selections, recounted: recountedTags, sell, total, fail }
}

test('nobody waits until a large list is counted: it has the counts from before, and is then made anew', async () => {
  const { sell, total, recounted } = largeShop()
  expect(await total()).toBe(1_001)
  sell()
  expect(await total()).toBe(1_001)
  await expect.poll(() => recounted).toEqual([[ALL_PRODUCTS]])
  expect(await total()).toBe(1_000)
  sell()
  expect(await total()).toBe(999)
})

test('a page that may have come since is counted for, and so is everything once the notices were interrupted', async () => {
  const { selections, sell, total } = largeShop()
  await total()
  sell()
  expect(await total({ pageNumber: '85' })).toBe(1_000)
  const other = largeShop()
  await other.total()
  other.sell()
  other.selections.clear({ tags: [EVERYTHING] })
  expect(await other.total()).toBe(1_000)
  expect(await selections.counts(ProductQuery.parse({}))).toMatchObject({ total: 1_000 })
})

test('a large list that changes while it is counted is counted again', async () => {
  const { sell, total, recounted } = largeShop()
  await total()
  sell()
  const before = total()
  sell()
  expect(await before).toBe(1_001)
  await expect.poll(() => recounted).not.toEqual([])
  expect(await total()).toBe(999)
})

test('what shows the counts of a large list is made again when it cannot be counted', async () => {
  const { sell, total, fail, recounted } = largeShop()
  await total()
  sell()
  fail(true)
  expect(await total()).toBe(1_001)
  await expect.poll(() => recounted).toEqual([[ALL_PRODUCTS]])
  await expect(total()).rejects.toThrow('no database')
  fail(false)
  expect(await total()).toBe(1_000)
})

test('what shows counts that a change overtook is made again, whoever counts next', async () => {
  const { sell, total, recounted } = largeShop({ size: 1_100 })
  await total()
  sell()
  expect(await Promise.all([total(), sell()])).toEqual([1_100, undefined])
  await expect.poll(() => recounted).toHaveLength(1)
  expect(await total()).toBe(1_099)
  expect(await total({ pageNumber: '99' })).toBe(1_098)
  expect(recounted).toHaveLength(2)
  expect(await total()).toBe(1_098)
})
