import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { KeyRight } from '#contract/api-keys.ts'
import { apiKeys, sessions, users } from '#server/shop/schema/users.ts'
import { testApp } from '#server/testing/app.ts'
import { ADDRESS, testCheckout } from '#server/testing/checkouts.ts'
import { admin, apiKey, PASSWORD, product, user } from '#server/testing/factories.ts'
import { figure, runs } from '#server/testing/torture.ts'

const NEW_KEY = {
  ...{ _id: expect.any(String), prefix: expect.any(String), createdAt: expect.any(String), lastUsedAt: null },
  ...{ rights: ['read_catalog', 'write_catalog', 'orders', 'money'], expiresAt: expect.any(String) },
}
const NEW_PASSWORD = { password: 'a glazed cup by the sea', currentPassword: PASSWORD }
const UNKNOWN_ID = '0190f5a0-0000-7000-8000-000000000000'

/** A shop with a user who has the API role, and an API key of that user. */
async function programsShop() {
  const shop = await testApp()
  const { user: ann, token } = await user(shop.db, { isApi: true })
  const create = (name: string, by = token) => shop.post('/api/users/api-keys', { name }, by)
  const { _id, key } = (await create('Stock list')).json()
  return {
    ...shop,
    ann,
    token,
    create,
    id: _id as string,
    key: key as string,
    keys: async (by = token) => (await shop.get('/api/users/api-keys', by)).json(),
    works: async (by: string) => (await shop.get('/api/users/profile', by)).statusCode === 200,
  }
}

test('a key is shown once, and only its hash is stored', { tags: ['A10'] }, async () => {
  const { db, create, keys } = await programsShop()
  const reply = await create(' Label printer ')
  expect(reply.statusCode).toBe(201)
  const { key, ...keyFacts } = reply.json()
  expect(keyFacts).toEqual({ ...NEW_KEY, name: 'Label printer' })
  expect(key).toMatch(/^boutique_[\w-]{43}$/)
  expect(key.startsWith(keyFacts.prefix)).toBe(true)
  expect(keyFacts.prefix).toHaveLength(15)
  expect(await keys()).toEqual([keyFacts, { ...NEW_KEY, name: 'Stock list' }])
  const storedKeys = JSON.stringify(await db.select().from(apiKeys))
  expect(storedKeys).not.toContain(key.slice(keyFacts.prefix.length))
})

test('a key gives the access of its user, and no more', { tags: ['A10'] }, async ({ task }) => {
  const { db, ann, key, get, post, put } = await programsShop()
  expect((await get('/api/users/profile', key)).json()).toMatchObject({ _id: ann.id, isAPI: true })
  const pen = await product(db)
  const order = { orderItems: [{ product: pen.id, qty: 1 }], shippingAddress: ADDRESS, paymentMethod: 'Square' }
  const response = await post('/api/orders', order, key)
  expect(response.statusCode).toBe(201)
  const { _id: id } = response.json()
  expect((await get('/api/orders/myorders', key)).json()).toHaveLength(1)
  expect((await post('/api/orders/verify/logs', { order: id }, key)).statusCode).toBe(200)
  const price = Math.round(response.json().totalPrice * 100)
  const payment = await post('/api/orders/processSquare', { price, sourceId: 'cnon:card-nonce-ok' }, key)
  expect(payment.statusCode).toBe(200)
  expect((await put('/api/users/profile', { name: 'Robot' }, key)).statusCode).toBe(403)
  expect((await put(`/api/orders/${id}/shipped`, undefined, key)).statusCode).toBe(403)
  await db.update(users).set({ isAdmin: true }).where(eq(users.id, ann.id))
  expect((await put(`/api/orders/${id}/shipped`, undefined, key)).statusCode).toBe(200)
  figure(task, 'a key orders, pays and lists as its account; an admin’s call: 403 until the account is one')
})

test.for([
  ['a new password', 'PUT', '/api/users/profile', NEW_PASSWORD],
  ['another address', 'PUT', '/api/users/profile', { email: 'mallory@shopper.example' }],
  ['another key', 'POST', '/api/users/api-keys', { name: 'Second' }],
  ['the end of all sessions', 'DELETE', '/api/users/sessions', undefined],
  ['signing out', 'POST', '/api/users/logout', undefined],
] as const)('a key is not a session: %s is refused', { tags: ['A10'] }, async ([, method, url, payload]) => {
  const { app, db, key, token, works } = await programsShop()
  const headers = { authorization: `Bearer ${key}` }
  const reply = await app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
  expect([reply.statusCode, reply.json().code]).toEqual([403, 'forbidden'])
  expect(await works(token)).toBe(true)
  expect(await db.$count(apiKeys)).toBe(1)
})

test('a key ends after the days that were chosen, a year at most, and stays in the list', {
  tags: ['A10'],
}, async () => {
  const { db, post, token, key, keys, works } = await programsShop()
  const daysOf = ({ expiresAt, createdAt }: { expiresAt: string; createdAt: string }) =>
    Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / 86_400_000)
  expect(daysOf((await keys())[0])).toBe(365)
  const short = await post('/api/users/api-keys', { name: 'A month', rights: ['read_catalog'], days: 30 }, token)
  expect([daysOf(short.json()), short.json().rights]).toEqual([30, ['read_catalog']])
  for (const odd of [{ days: 366 }, { days: 0 }, { rights: [] }, { rights: ['read'] }, { scopes: ['read'] }])
    expect((await post('/api/users/api-keys', { name: 'Odd', ...odd }, token)).statusCode).toBe(400)
  await db.update(apiKeys).set({ expiresAt: sql`now() - interval '1 second'` })
  expect(await works(key)).toBe(false)
  expect((await post('/api/orders', {}, key)).statusCode).toBe(401)
  expect(await keys()).toHaveLength(2)
})

test('what a key may not see of a product it does not see', { tags: ['A10'] }, async () => {
  const { db, get } = await testApp()
  const owner = await admin(db, { isApi: true })
  const { id } = await product(db)
  const { key: ofOrders } = await apiKey(db, owner, ['orders'])
  const { key: ofCatalog } = await apiKey(db, owner, ['read_catalog'])
  expect((await get(`/api/products/${id}`, ofCatalog)).json()).toHaveProperty('productTrace')
  expect((await get(`/api/products/${id}`, ofOrders)).json()).not.toHaveProperty('productTrace')
  expect((await get('/api/products?view=admin', ofCatalog)).statusCode).toBe(200)
  const refusal = await get('/api/products?view=admin', ofOrders)
  expect([refusal.statusCode, refusal.json().message]).toEqual([
    403,
    'This API key cannot do this. It needs the right read_catalog or write_catalog.',
  ])
})

test.for([
  [['read'], { '/api/look': 200, '/api/orders': 200, '/api/tax': 200 }, { page: 403, order: 403, paid: 403 }],
  [['catalog'], { '/api/look': 200, '/api/orders': 403, '/api/tax': 403 }, { page: 201, order: 403, paid: 403 }],
  [['orders'], { '/api/look': 403, '/api/orders': 200, '/api/tax': 403 }, { page: 403, order: 404, paid: 404 }],
  [
    ['read', 'catalog', 'orders'],
    { '/api/look': 200, '/api/orders': 200, '/api/tax': 200 },
    { page: 201, order: 404, paid: 404 },
  ],
] as const)(
  'a key with the scopes %j of before does what it did',
  { tags: ['A10'] },
  async ([scopes, reads, changes]) => {
    const { db, get, post, put } = await testApp()
    const { key } = await apiKey(db, await admin(db, { isApi: true }))
    await db.update(apiKeys).set({ scopes: [...scopes], rights: null })
    const answers: Record<string, number> = {}
    for (const path of Object.keys(reads)) answers[path] = (await get(path, key)).statusCode
    expect(answers).toEqual(reads)
    expect({
      page: (await post('/api/pages', { title: 'Sizes' }, key)).statusCode,
      order: (await put(`/api/orders/${UNKNOWN_ID}/restored`, undefined, key)).statusCode,
      paid: (await put(`/api/orders/${UNKNOWN_ID}/paid`, {}, key)).statusCode,
    }).toEqual(changes)
  },
)

test('a key without the right to money ships no order that is not paid', { tags: ['A10'] }, async () => {
  const { db, place, put, get } = await testCheckout()
  const owner = await admin(db, { isApi: true })
  const { _id: id } = (await place(await product(db))).json()
  const ship = async (rights: KeyRight[]) =>
    (await put(`/api/orders/${id}/shipped`, undefined, (await apiKey(db, owner, rights)).key)).statusCode
  expect(await ship(['orders'])).toBe(403)
  expect((await get(`/api/orders/${id}`, owner.token)).json()).toMatchObject({ isPaid: false, isDelivered: false })
  expect(await ship(['orders', 'money'])).toBe(200)
})

test('the log names the key of a request, and never the key itself', { tags: ['A10'] }, async () => {
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const { db, get } = await testApp({}, { logLevel: 'info', logTo })
  const { key, _id: id, prefix } = await apiKey(db, await user(db, { isApi: true }))
  for (const path of ['/api/users/profile', '/api/users']) await get(path, key)
  const completed = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request completed')
  const apiKeyOfLog = { id, name: 'Stock list' }
  expect(completed).toMatchObject([
    { apiKey: apiKeyOfLog, res: { statusCode: 200 } },
    { apiKey: apiKeyOfLog, res: { statusCode: 403 } },
  ])
  expect(lines.join()).not.toContain(prefix)
})

test('a revoked key stops working at once', { tags: ['A10'] }, async () => {
  const { id, key, keys, remove, token, works } = await programsShop()
  expect(await works(key)).toBe(true)
  expect((await remove(`/api/users/api-keys/${id}`, token)).json()).toEqual({ message: 'The key is revoked.' })
  expect(await works(key)).toBe(false)
  expect(await keys()).toEqual([])
  expect((await remove(`/api/users/api-keys/${id}`, token)).statusCode).toBe(404)
})

test.for([
  ['has lost the API role', { isApi: false }],
  ['is deleted', { deletedAt: new Date() }],
] as const)('the keys of an account that %s stop working at once', { tags: ['A10'] }, async ([, change]) => {
  const { db, ann, key, works } = await programsShop()
  await db.update(users).set(change).where(eq(users.id, ann.id))
  expect(await works(key)).toBe(false)
})

test('a key outlives sessions: signing out, a new password and months without use', async () => {
  const { db, key, token, put, post, works } = await programsShop()
  await db.update(apiKeys).set({ lastUsedAt: sql`now() - interval '1 year'` })
  expect(await works(key)).toBe(true)
  const { token: fresh } = (await put('/api/users/profile', NEW_PASSWORD, token)).json()
  await post('/api/users/logout', undefined, fresh)
  expect(await works(fresh)).toBe(false)
  expect(await works(key)).toBe(true)
})

test('a user without the API role cannot have keys', { tags: ['A10'] }, async () => {
  const { db, create, keys } = await programsShop()
  const { token } = await user(db)
  const reply = await create('Mine', token)
  expect([reply.statusCode, reply.json().code]).toEqual([403, 'forbidden'])
  expect(await keys(token)).toEqual([])
})

test('another user can neither see nor revoke a key', { tags: ['A10'] }, async () => {
  const { db, id, key, keys, remove, works } = await programsShop()
  const { token } = await user(db, { isApi: true })
  expect(await keys(token)).toEqual([])
  for (const keyId of [id, UNKNOWN_ID])
    expect((await remove(`/api/users/api-keys/${keyId}`, token)).json()).toEqual({
      code: 'not_found',
      message: 'This API key was not found.',
    })
  expect(await works(key)).toBe(true)
})

test('creating a key requires a sign-in of the last 15 minutes', async () => {
  const { db, create } = await programsShop()
  await db.update(sessions).set({ createdAt: sql`now() - interval '16 minutes'` })
  const late = await create('Late')
  expect([late.statusCode, late.json().code]).toEqual([403, 'sign_in_again'])
})

test('concurrent calls cannot create more than twenty keys', { tags: ['A10'] }, async ({ task }) => {
  const count = runs(30, 300)
  const { create, db } = await programsShop()
  const replies = await Promise.all(Array.from({ length: count }, (_, i) => create(`Key ${i}`)))
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([
    ...Array(19).fill(201),
    ...Array(count - 19).fill(422),
  ])
  expect(await db.$count(apiKeys)).toBe(20)
  figure(task, `${count} keys wanted at once: 20 in all`)
})

test('the last use of a key is recorded at most once a minute', async () => {
  const { db, key, keys, works } = await programsShop()
  await works(key)
  const [{ lastUsedAt: first }] = await keys()
  expect(Date.parse(first)).toBeGreaterThan(Date.now() - 60_000)
  await works(key)
  expect((await keys())[0].lastUsedAt).toBe(first)
  await db.update(apiKeys).set({ lastUsedAt: sql`now() - interval '61 seconds'` })
  await works(key)
  expect(Date.parse((await keys())[0].lastUsedAt)).toBeGreaterThanOrEqual(Date.parse(first))
})

test.for([
  ['no name', '  ', 'Name the key, so that you recognize it later.'],
  ['a name of 101 characters', 'x'.repeat(101), 'A key name can have at most 100 characters.'],
  ['a name of two lines', 'a\nb', 'Remove the characters that cannot be displayed.'],
] as const)('a key with %s is refused', async ([, name, message]) => {
  const { create } = await programsShop()
  const reply = await create(name)
  expect([reply.statusCode, reply.json().message]).toEqual([400, message])
})

test.for(['boutique_', 'boutique_x', `boutique_${'A'.repeat(43)}`, `boutique_${'A'.repeat(10_000)}`])(
  'the key %j belongs to nobody',
  async (key) => {
    const { works } = await programsShop()
    expect(await works(key)).toBe(false)
  },
)
