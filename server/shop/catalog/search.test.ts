import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { categories, products } from '#server/shop/schema/catalog.ts'
import { testApp } from '#server/testing/app.ts'
import { family, product } from '#server/testing/factories.ts'
import { figure, isLong, runs } from '#server/testing/torture.ts'

/** A small shop in which every word stands in a known place. */
async function searchedShop() {
  const shop = await testApp()
  const productFields = [
    { name: 'Little Rainbow Keychain', sku: 'KEY-401', category: 'keychains', color: 'Rainbow', description: '' },
    { name: 'Saddle Leather Key Loop', sku: 'KEY-402', category: 'keychains', color: 'Tan', description: '' },
    {
      name: 'Glitter Tumbler',
      sku: 'CUP-101',
      category: 'cups',
      color: 'Peacock',
      description: '<p>Holds coffee.</p>',
    },
    {
      name: 'Zinnia Mug',
      sku: 'ZI-001',
      category: 'cups',
      color: 'Coral',
      description: '<p><em>Clay</em> petals.</p>',
    },
    { name: 'Trinket Dish', sku: 'ZI-002', category: 'zi-collection', color: 'Cream', description: 'One full zinnia.' },
    { name: 'Kids Gingham Clips', sku: 'A.B/9', category: 'accessories', color: 'Red', description: "They're small." },
    { name: 'Straw Charm', sku: 'CHM_7', category: 'cup charms', color: '100% gold', description: '' },
  ]
  for (const [day, fields] of productFields.entries())
    await product(shop.db, { ...fields, createdAt: new Date(2026, 0, 28 - day) })
  const find = async (keyword: string) => {
    const reply = await shop.get(`/api/products?keyword=${encodeURIComponent(keyword)}`)
    expect([reply.statusCode, keyword]).toEqual([200, keyword])
    const page = reply.json<{ products: { name: string }[]; total: number }>()
    expect(page.total).toBe(page.products.length)
    return page.products.map(({ name }) => name)
  }
  return { ...shop, find }
}

const KEYCHAINS = ['Little Rainbow Keychain', 'Saddle Leather Key Loop']
const RESULTS: [string, string, string[]][] = [
  ['a name', 'tumbler', ['Glitter Tumbler']],
  ['capitals', 'TUMBLER', ['Glitter Tumbler']],
  ['the beginning of a word', 'tumb', ['Glitter Tumbler']],
  ['a plural', 'tumblers', ['Glitter Tumbler']],
  ['a SKU', 'zi-001', ['Zinnia Mug']],
  ['the beginning of a SKU', 'ZI-00', ['Trinket Dish', 'Zinnia Mug']],
  ['a SKU in two words', 'cup 101', ['Glitter Tumbler']],
  ['an odd SKU', 'A.B/9', ['Kids Gingham Clips']],
  ['a category', 'keychains', KEYCHAINS],
  ['a colour', 'coral', ['Zinnia Mug']],
  ['the description', 'coffee', ['Glitter Tumbler']],
  ['words of several places', 'coral mug', ['Zinnia Mug']],
  ['common words between', 'a mug of the clay', ['Zinnia Mug']],
  ['two letters swapped', 'keychian', KEYCHAINS],
  ['two letters swapped in a short word', 'mgu', ['Zinnia Mug']],
  ['a letter left out', 'tumblr', ['Glitter Tumbler']],
  ['a letter too many', 'mugg zinnnia', ['Zinnia Mug']],
  ['a slip and a right word', 'coral zinia', ['Zinnia Mug']],
  ['a slip in a category', 'acessories', ['Kids Gingham Clips']],
  ['nothing of the kind', 'xqzzyw', []],
  ['only common words', 'of the', []],
  ['nothing for markup, which is no text', 'em', []],
]

test('a search finds names, SKUs, categories, colors and descriptions, and tolerates typos', async () => {
  const { find } = await searchedShop()
  const results: typeof RESULTS = []
  for (const [what, keyword] of RESULTS) results.push([what, keyword, (await find(keyword)).toSorted()])
  expect(results).toEqual(RESULTS)
})

test('products with the word in their name come first, newest or not', async () => {
  const { find, db } = await searchedShop()
  await product(db, { name: 'Petal Plate', description: 'zinnia zinnia zinnia', createdAt: new Date(2026, 5, 1) })
  expect((await find('zinnia'))[0]).toBe('Zinnia Mug')
})

test('a search knows the words of a product that has changed, and of its choices', async () => {
  const { find, db } = await searchedShop()
  expect(await find('gondl')).toEqual([])
  await db.update(products).set({ name: 'Gondola Lamp', materials: 'Alder' }).where(eq(products.sku, 'CUP-101'))
  await family(db, { name: 'Oval Tray' }, [{ choice: ['Periwinkle'] }, { choice: ['Ochre'] }])
  for (const keyword of ['gond', 'gondlo', 'gondolalamp', 'alde']) expect(await find(keyword)).toEqual(['Gondola Lamp'])
  for (const keyword of ['periw', 'oval ochre', 'ovla ochre']) expect(await find(keyword)).toEqual(['Oval Tray'])
  await db.update(categories).set({ name: 'marquetry' }).where(eq(categories.name, 'zi-collection'))
  expect(await find('marq')).toEqual(['Trinket Dish'])
})

test('two transactions that save products with the same new words do not wait for each other in a circle', async () => {
  const { db, get } = await testApp()
  const [vase, bowl] = [await product(db, { name: 'Vase' }), await product(db, { name: 'Bowl' })]
  const starts = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  const saving = (at: 0 | 1, description: string, { id }: { id: string }, name: string) =>
    db.transaction(async (tx) => {
      await product(tx, { name: description })
      starts[at].resolve()
      await starts[at === 0 ? 1 : 0].promise
      await tx.update(products).set({ name }).where(eq(products.id, id))
    })
  await Promise.all([
    saving(0, 'Zebrawood Vase', vase, 'Amaranth Vase'),
    saving(1, 'Amaranth Bowl', bowl, 'Zebrawood Bowl'),
  ])
  for (const keyword of ['zebraw', 'amarnth'])
    expect((await get(`/api/products?keyword=${keyword}`)).json(), keyword).toMatchObject({ total: 2 })
})

test('a search is cut after 100 characters', async () => {
  const { find } = await searchedShop()
  expect(await find(`coral mug${' '.repeat(91)}xylophone`)).toEqual(['Zinnia Mug'])
})

const SIGNS = ['%', '_', "'", '"', '\\', '&', '|', '!', '()', ':*', '<->', '\0', '%%%', '\u{1f48d}', '--', "\\'"]

test('special characters in a search have no effect', { tags: ['X5'] }, async () => {
  const { find } = await searchedShop()
  for (const sign of SIGNS) {
    expect([sign, await find(sign)]).toEqual([sign, []])
    expect([sign, await find(`${sign} mug ${sign}`)]).toEqual([sign, ['Zinnia Mug']])
  }
  expect(await find("' | 'mug':*")).toEqual(['Zinnia Mug'])
  expect(await find("mug' | 'dish")).toEqual(await find('mug dish'))
})

test('property names of JavaScript objects are ordinary words', { tags: ['X8'] }, async () => {
  const { db, get } = await testApp()
  await product(db)
  for (const keyword of ['constructor', '__proto__', 'hasOwnProperty', 'valueOf constructor'])
    expect((await get(`/api/products?keyword=${keyword}`)).json()).toMatchObject({ total: 0 })
})

test('a search within a category stays in it', async () => {
  const { get } = await searchedShop()
  for (const keyword of ['zinnia', 'zinia']) {
    const page = (await get(`/api/products?keyword=${keyword}&category=cup`)).json()
    expect(page.products.map(({ name }: { name: string }) => name)).toEqual(['Zinnia Mug'])
    expect(page.total).toBe(1)
  }
})

const HARD = [
  'a'.repeat(100),
  '%'.repeat(100),
  '('.repeat(100),
  'a '.repeat(50),
  'ab'.repeat(50),
  "'\\".repeat(50),
  '\u0301'.repeat(100),
  'a'.repeat(10_000),
]

test('a search for whatever 100 characters, or for more, is answered soon', { tags: ['X5'] }, async ({ task }) => {
  const { get } = await searchedShop()
  let slowest = 0
  const count = runs(100, 2_000)
  const searches = fc.asyncProperty(
    fc.oneof(fc.constantFrom(...HARD), fc.string({ unit: 'binary', maxLength: 100 })),
    async (keyword) => {
      const began = performance.now()
      const { statusCode } = await get(`/api/products?keyword=${encodeURIComponent(keyword.toWellFormed())}`)
      slowest = Math.max(slowest, performance.now() - began)
      expect(statusCode).toBe(200)
    },
  )
  await fc.assert(searches, { numRuns: count })
  if (isLong) expect(slowest).toBeLessThan(3_000)
  figure(task, `${count} searches, the slowest took ${Math.round(slowest)} ms`)
})

test.for([
  ['as typed', 'keychain'],
  ['with a slip', 'keychian'],
] as const)(
  'what is found %s has its sold-out pieces last, and the best matches first among the others',
  async ([, keyword]) => {
    const { db, get } = await testApp()
    const keyring = { category: 'accessories', description: 'A ring for a keychain.' }
    await product(db, { name: 'Keychain of Sage', qty: 0 })
    await product(db, { name: 'Keychain of Clay', qty: 3, createdAt: new Date(2026, 0, 2) })
    await product(db, { name: 'Keychain of Oak', qty: 1, createdAt: new Date(2026, 0, 1) })
    await product(db, { name: 'Brass Ring', qty: 9, ...keyring })
    const names = async (path: string) =>
      (await get(`${path}${keyword}`)).json().products.map(({ name }: { name: string }) => name)
    const matches = await names('/api/products?keyword=')
    expect(matches.at(-1)).toBe('Keychain of Sage')
    expect(matches.slice(0, 2)).toEqual(['Keychain of Clay', 'Keychain of Oak'])
    expect(await names('/api/products/suggestions?keyword=')).toEqual(matches)
  },
)
