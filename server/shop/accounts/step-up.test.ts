import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outbox } from '#server/platform/outbox/schema.ts'
import { composeMessage, mailSubjects } from '#server/shop/messages/compose.ts'
import { QueuedMail } from '#server/shop/notifications/kinds.ts'
import { apiKeys, sessions, users } from '#server/shop/schema/users.ts'
import { testApp } from '#server/testing/app.ts'
import { admin, apiKey, coupon, PASSWORD, product, user } from '#server/testing/factories.ts'
import { figure } from '#server/testing/torture.ts'
import { resetPassword } from './users.ts'

const AGAIN = [403, 'sign_in_again']
const FORBIDDEN = [403, 'forbidden']

/** An admin with the API role and a session of this age, an API key of the admin, and a shopper. */
async function adminAt(age = '1 second') {
  const shop = await testApp()
  const { db, app } = shop
  const owner = await admin(db, { isApi: true })
  const { key, _id: keyId } = await apiKey(db, owner)
  const { user: ann } = await user(db, { name: 'Ann' })
  const grow = (older: string) =>
    db
      .update(sessions)
      .set({ createdAt: sql`now() - ${older}::interval` })
      .where(eq(sessions.userId, owner.user.id))
  await grow(age)
  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
    token = owner.token,
  ) => {
    const reply = await app.inject({ method, url, payload, headers: { authorization: `Bearer ${token}` } })
    // A file is no JSON.
    return [reply.statusCode, reply.statusCode < 300 ? undefined : reply.json().code]
  }
  return { ...shop, owner, key, keyId, ann, grow, call }
}

test.for([
  ['make a user an admin', 'PUT', '/api/users/:ann', { isAdmin: true }],
  ['give a user the API role', 'PUT', '/api/users/:ann', { isAPI: true }],
  ['change a user’s address', 'PUT', '/api/users/:ann', { email: 'other@shopper.example' }],
  ['delete a user', 'DELETE', '/api/users/:ann', undefined],
  ['change a user’s name', 'PUT', '/api/users/:ann', { name: 'Anna' }],
  ['change the settings', 'PUT', '/api/settings', { name: 'Zinnia & Co' }],
  ['export the customers', 'GET', '/api/users/export', undefined],
  ['export the orders', 'GET', '/api/orders/export', undefined],
  ['export the products', 'POST', '/api/exports/products', {}],
  ['create an API key', 'POST', '/api/users/api-keys', { name: 'Stock list' }],
  ['revoke an API key', 'DELETE', '/api/users/api-keys/:key', undefined],
] as const)(
  'to %s requires a sign-in of the last 15 minutes, and an API key cannot do it',
  { tags: ['S20'] },
  async (row, { task }) => {
    const [what, method, path, body] = row
    const { call, key, keyId, ann, grow } = await adminAt('16 minutes')
    const url = path.replace(':ann', ann.id).replace(':key', keyId)
    expect(await call(method, url, body, key)).toEqual(FORBIDDEN)
    expect(await call(method, url, body)).toEqual(AGAIN)
    await grow('14 minutes')
    expect((await call(method, url, body))[0]).toBeLessThan(300)
    figure(task, `${what}: not by key, not after 15 minutes`)
  },
)

test('paying money back requires a sign-in of the last 15 minutes', { tags: ['S20'] }, async () => {
  const { call, key, grow } = await adminAt('16 minutes')
  const url = '/api/orders/0190f5a0-0000-7000-8000-000000000000/refund'
  expect(await call('POST', url, { restock: true }, key)).toEqual(FORBIDDEN)
  expect(await call('POST', url, { restock: true })).toEqual(AGAIN)
  await grow('14 minutes')
  expect(await call('POST', url, { restock: true })).toEqual([404, 'not_found'])
})

test('an API key cannot delete products; its admin can, without a recent sign-in', {
  tags: ['S20'],
}, async () => {
  const { db, call, key } = await adminAt('11 hours')
  const [pen, code] = [await product(db), await coupon(db)]
  for (const url of [`/api/products/${pen.id}`, `/api/coupons/${code.id}`, '/api/categories/pens']) {
    expect(await call('DELETE', url, undefined, key)).toEqual(FORBIDDEN)
  }
  expect((await call('DELETE', `/api/products/${pen.id}`))[0]).toBe(200)
  expect((await call('DELETE', `/api/coupons/${code.id}`))[0]).toBe(200)
})

test("an admin's session lasts seven days at most, a shopper's longer", { tags: ['S20'] }, async ({ task }) => {
  const { db, call, owner, grow } = await adminAt('6 days 23 hours')
  expect((await call('GET', '/api/dashboard'))[0]).toBe(200)
  await grow('7 days 1 minute')
  expect((await call('GET', '/api/dashboard'))[0]).toBe(401)
  await db.update(users).set({ isAdmin: false }).where(eq(users.id, owner.user.id))
  expect((await call('GET', '/api/users/profile'))[0]).toBe(200)
  // A new admin cannot use a session older than an admin's may be.
  await db.update(users).set({ isAdmin: true }).where(eq(users.id, owner.user.id))
  expect((await call('GET', '/api/users/profile'))[0]).toBe(401)
  figure(task, 'an admin’s session: 401 after 7 days, however often it was used')
})

test('a password reset ends the API keys, and the message says so', { tags: ['S20'] }, async () => {
  const { db, call, owner, key } = await adminAt()
  await apiKey(db, owner)
  await resetPassword(db, owner.user.email)
  expect((await call('GET', '/api/users', undefined, key))[0]).toBe(401)
  expect(await db.$count(apiKeys)).toBe(0)
  expect((await lastMessage(db))?.text).toContain('Its 2 API keys no longer work.')
})

test('a password change on the profile keeps the API keys, and the message says so', { tags: ['S20'] }, async () => {
  const { db, call, key } = await adminAt()
  expect(
    (await call('PUT', '/api/users/profile', { password: 'a glazed cup by the sea', currentPassword: PASSWORD }))[0],
  ).toBe(200)
  expect((await call('GET', '/api/users/profile', undefined, key))[0]).toBe(200)
  expect((await lastMessage(db))?.text).toContain('Its API key still works.')
})

test('messages to a user without API keys do not mention any', async () => {
  const { db, ann } = await adminAt()
  await resetPassword(db, ann.email)
  expect((await lastMessage(db))?.text).not.toContain('key')
})

test("a new email address set by an admin ends the user's API keys", { tags: ['S20'] }, async () => {
  const { db, call } = await adminAt()
  const machine = await user(db, { isApi: true })
  const { key } = await apiKey(db, machine)
  const newAddress = { email: 'another@shopper.example' }
  expect((await call('PUT', `/api/users/${machine.user.id}`, newAddress))[0]).toBe(200)
  expect((await call('GET', '/api/users/profile', undefined, key))[0]).toBe(401)
})

/** The message waiting in the outbox. */
async function lastMessage(db: Awaited<ReturnType<typeof adminAt>>['db']) {
  const [row] = await db.select().from(outbox)
  const mail = QueuedMail.parse({ ...row, dedupe_key: row?.dedupeKey })
  return composeMessage({ db, shopUrl: 'http://shop.test' }, await mailSubjects(db, [mail]), [mail], {
    isProven: true,
  })
}
