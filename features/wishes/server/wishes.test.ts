import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deleteUser } from '#server/shop/erasure/delete-user.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { testApp } from '#server/testing/app.ts'
import { admin, family, product, user } from '#server/testing/factories.ts'
import { MOST_WISHES } from '../limits.ts'
import { wishes } from '../schema.ts'

/** A shop with pieces named A to F, and the wish list of an account by the names of its pieces. */
async function shopWithWishes(...options: Parameters<typeof testApp>) {
  const shop = await testApp(...options)
  const ids = new Map<string, string>()
  for (const name of 'ABCDEF') ids.set(name, (await product(shop.db, { name })).id)
  const nameOf = (id: string) => [...ids].find(([, other]) => other === id)?.[0] ?? id
  const idsOf = (names: string) => [...names].map((name) => ids.get(name) ?? name)
  const change = async (token: string, added: string, removed = '') => {
    const reply = await shop.put('/api/wishes', { added: idsOf(added), removed: idsOf(removed) }, token)
    return (reply.json<{ products?: string[] }>().products ?? []).map(nameOf).join('')
  }
  return { ...shop, ids, idsOf, change }
}

test.for([
  ['an empty list and none from the browser', '', [['', '']], ''],
  ['those of the browser, in their order', '', [['CAB', '']], 'CAB'],
  ['the union, those of the browser first', 'AB', [['CD', '']], 'CDAB'],
  ['what is on both lists once, in its place', 'AB', [['BC', '']], 'CAB'],
  ['without what has been removed', 'ABC', [['D', 'B']], 'DAC'],
  ['as before when what is removed was never there', 'A', [['', 'F']], 'A'],
  [
    'in turn, the latest first',
    '',
    [
      ['A', ''],
      ['B', ''],
      ['C', 'A'],
    ],
    'CB',
  ],
  [
    'with a piece that comes back as the newest',
    'ABC',
    [
      ['', 'C'],
      ['C', ''],
    ],
    'CAB',
  ],
  [
    'once what is sent twice',
    'A',
    [
      ['BB', ''],
      ['B', ''],
    ],
    'BA',
  ],
] as const)('a wish list has %s', async ([, before, changes, expected]) => {
  const { db, change } = await shopWithWishes()
  const { token } = await user(db)
  await change(token, before)
  let list = ''
  for (const [added, removed] of changes) list = await change(token, added, removed)
  expect(list).toBe(expected)
})

test('another’s wishes are neither read nor changed', async () => {
  const { db, change } = await shopWithWishes()
  const [ann, bea] = [await user(db), await user(db)]
  await change(ann.token, 'AB')
  expect(await change(bea.token, 'C', 'A')).toBe('C')
  expect(await change(ann.token, '')).toBe('AB')
})

test('two devices that change a list at once lose nothing and double nothing', async () => {
  const { db, change } = await shopWithWishes()
  const { token } = await user(db)
  await change(token, 'F')
  await Promise.all([change(token, 'AB'), change(token, 'BC', 'F'), change(token, 'D'), change(token, 'AB')])
  expect([...(await change(token, ''))].toSorted().join('')).toBe('ABCD')
})

test('a list has the newest two hundred, also when it is filled at once', async () => {
  const { db, put } = await shopWithWishes()
  const { token } = await user(db)
  const made = await db
    .insert(products)
    .values(
      Array.from({ length: MOST_WISHES + 60 }, (_, at) => ({
        ...{ sku: `W-${at}`, name: `Wish ${at}`, slug: `wish-${at}`, priceCents: 500, qty: 0, category: 'pens' },
      })),
    )
    .returning({ id: products.id })
  const ids = made.map(({ id }) => id)
  const [first, second] = [ids.slice(0, 130), ids.slice(130)]
  await put('/api/wishes', { added: first, removed: [] }, token)
  const replies = await Promise.all([1, 2].map(() => put('/api/wishes', { added: second, removed: [] }, token)))
  for (const reply of replies) expect(reply.json().products).toEqual([...second, ...first].slice(0, MOST_WISHES))
})

test('a choice stands for its product', async () => {
  const { db, put } = await testApp()
  const { token } = await user(db)
  const cup = await family(db, { name: 'Cup' })
  const reply = await put('/api/wishes', { added: cup.choices.map(({ id }) => id), removed: [] }, token)
  expect(reply.json()).toEqual({ products: [cup.id] })
})

test('a sold piece stays on the list, a deleted one leaves it', async () => {
  const { db, change, get, idsOf } = await shopWithWishes()
  const { token } = await user(db)
  await change(token, 'ABC')
  await db.update(products).set({ qty: 0 }).where(eq(products.name, 'A'))
  await db.update(products).set({ deletedAt: new Date() }).where(eq(products.name, 'B'))
  expect(await change(token, '')).toBe('AC')
  const reply = await get(`/api/wishes/products?ids=${idsOf('CBA').join()}`)
  expect(reply.json()).toMatchObject([
    { name: 'C', qty: 5 },
    { name: 'A', qty: 0 },
  ])
})

test('drafts are not shown', async () => {
  const { db, get, idsOf } = await shopWithWishes()
  await db.update(products).set({ draft: true }).where(eq(products.name, 'A'))
  expect((await get(`/api/wishes/products?ids=${idsOf('A')}`)).json()).toEqual([])
})

test.for([
  ['no ids', { added: ['pen'], removed: [] }],
  ['SQL', { added: ["' or 1=1 --"], removed: [] }],
  ['a NUL', { added: [], removed: ['\0'] }],
  ['objects', { added: [{ id: 1 }], removed: [] }],
  ['no lists', { added: 'all', removed: 'all' }],
  ['nothing', {}],
  ['too many', { added: Array.from({ length: MOST_WISHES + 1 }, randomUUID), removed: [] }],
  ['too many to remove', { added: [], removed: Array.from({ length: MOST_WISHES + 1 }, randomUUID) }],
] as const)('%s for a wish list are refused', async ([, body]) => {
  const { db, put } = await testApp()
  const { token } = await user(db)
  expect((await put('/api/wishes', body, token)).statusCode).toBe(400)
  expect(await db.$count(wishes)).toBe(0)
})

test('ids of products that do not exist are left out', async () => {
  const { db, put } = await testApp()
  const { token } = await user(db)
  const reply = await put('/api/wishes', { added: [randomUUID()], removed: [randomUUID()] }, token)
  expect([reply.statusCode, reply.json()]).toEqual([200, { products: [] }])
})

test.for([
  ['none', '', 400],
  ['a word', 'pen', 400],
  ['a broken list', `${randomUUID()},,`, 400],
  ['too many', Array.from({ length: 25 }, () => randomUUID()).join(), 400],
  ['the most', Array.from({ length: 24 }, () => randomUUID()).join(), 200],
] as const)('products of a wish list with %s as ids', async ([, ids, status]) => {
  const { get } = await testApp()
  expect((await get(`/api/wishes/products?ids=${encodeURIComponent(ids)}`)).statusCode).toBe(status)
})

test('the wish list of somebody who is deleted goes with them', async () => {
  const { db, change } = await shopWithWishes()
  const [ann, bea, owner] = [await user(db), await user(db), await admin(db)]
  await change(ann.token, 'AB')
  await change(bea.token, 'C')
  await deleteUser(db, { id: owner.user.id } as Parameters<typeof deleteUser>[1], ann.user.id)
  expect(await db.select({ userId: wishes.userId }).from(wishes)).toEqual([{ userId: bea.user.id }])
})
