import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { products } from '#server/shop/schema/catalog.ts'
import { coupons } from '#server/shop/schema/coupons.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { users } from '#server/shop/schema/users.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, collection, coupon, product, textPage, user } from '#server/testing/factories.ts'

/** A shop with one order, 1001, of Grace Potter in Denver for a walnut pen. */
async function shopToSearch() {
  const shop = await testCheckout()
  const { db, placed, get } = shop
  const owner = await admin(db, { name: 'Mara', email: 'mara@keramik.example' })
  const grace = await user(db, { name: 'Grace Potter', email: 'grace@clay.example' })
  await product(db, { name: 'Blue Cup', sku: 'CUP-7', qty: 3 })
  const pen = await product(db, { name: 'Walnut Pen', sku: 'PEN-1', qty: 9 })
  await collection(db, { name: 'Autumn gifts' })
  await coupon(db, { code: 'SPRING5' })
  await textPage(db, { slug: 'returns', draftTitle: 'Returns and exchanges' })
  await placed(pen, {}, grace.token)
  const search = async (q: string) => (await get(`/api/admin/search?q=${encodeURIComponent(q)}`, owner.token)).json()
  return { ...shop, owner, grace, search }
}

/** How the results of each kind are called. */
const nameIn = {
  orders: ({ number }: { number: number }) => number,
  products: ({ sku }: { sku: string }) => sku,
  collections: ({ name }: { name: string }) => name,
  customers: ({ name }: { name: string }) => name,
  requests: ({ email }: { email: string }) => email,
  coupons: ({ code }: { code: string }) => code,
  pages: ({ slug }: { slug: string }) => slug,
}

const NOTHING = { orders: [], products: [], collections: [], customers: [], requests: [], coupons: [], pages: [] }

test.for([
  ['an order number', '1001', { orders: [1001] }],
  ['a name', 'potter', { orders: [1001], customers: ['Grace Potter'] }],
  ['an email address', 'grace@clay', { orders: [1001], customers: ['Grace Potter'] }],
  ['a city', 'denver', { orders: [1001] }],
  ['a product that was ordered', 'walnut', { orders: [1001], products: ['PEN-1'] }],
  ['a product that was not', 'blue', { products: ['CUP-7'] }],
  ['an SKU', 'cup-7', { products: ['CUP-7'] }],
  ['a collection', 'autumn', { collections: ['Autumn gifts'] }],
  ['a coupon', 'spring', { coupons: ['SPRING5'] }],
  ['a page', 'exchange', { pages: ['returns'] }],
  ['nothing', '', {}],
  ['spaces', '   ', {}],
  ['a wildcard of the database', '%', {}],
  ['quotes and operators', `' or ''='' -- & | !`, {}],
] satisfies [string, string, object][])('a search for %s finds what has it', async ([, q, expectedNames]) => {
  const { search } = await shopToSearch()
  const results = await search(q)
  const names = Object.entries(nameIn).map(([kind, nameOf]) => [kind, results[kind].map(nameOf)])
  expect(Object.fromEntries(names)).toEqual({ ...NOTHING, ...expectedNames })
})

test('a search shows five results of a kind, and the newest orders first', async () => {
  const { db, placed, grace, search } = await shopToSearch()
  for (let index = 0; index < 6; index++)
    await placed(await product(db, { name: `Walnut Bowl ${index}`, qty: 2 }), {}, grace.token)
  const results = await search('walnut')
  expect(results.orders.map(nameIn.orders)).toEqual([1007, 1006, 1005, 1004, 1003])
  expect(results.products).toHaveLength(5)
})

test('a search finds nothing that is deleted', async () => {
  const { db, search } = await shopToSearch()
  const deletedAt = new Date()
  for (const table of [orders, products, coupons]) await db.update(table).set({ deletedAt })
  await db.update(users).set({ deletedAt }).where(sql`email like 'grace%'`)
  for (const q of ['potter', 'walnut', 'spring']) expect(await search(q), q).toEqual(NOTHING)
})

test('a search with a control character is refused with a sentence', async () => {
  const { get, owner } = await shopToSearch()
  const reply = await get('/api/admin/search?q=a%00b', owner.token)
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_request'])
})
