import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { isForRight, refusalOf, SAMPLES, type Standing, wantedStatus } from '#app/testing/access-matrix.ts'
import { KEY_RIGHTS, type KeyRight } from '#contract/api-keys.ts'
import type { Database } from '#server/platform/db/client.ts'
import { endSession } from '#server/shop/accounts/sessions.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { sessions, users } from '#server/shop/schema/users.ts'
import type { Kind } from '#server/testing/access-rows.ts'
import { testApp } from '#server/testing/app.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, apiKey, guest, product, session, user } from '#server/testing/factories.ts'
import { figure, runs } from '#server/testing/torture.ts'
import { SECRET } from '#server/testing/webhooks.ts'
import { CALLS } from './calls.ts'

type Account = Awaited<ReturnType<typeof user>>
const demote = async (db: Database, { user: { id }, token }: Account) => {
  await db.update(users).set({ isAdmin: true }).where(eq(users.id, id))
  await db.update(users).set({ isAdmin: false }).where(eq(users.id, id))
  return token
}

type TokenFor = (db: Database, owner: Account) => Promise<string | undefined>

const UNKNOWN_ID = '0190f5a0-0000-7000-8000-000000000000'

/** Every kind of caller: its standing, its token, and its kind where the access tells kinds apart. */
const CALLERS: Record<string, [Standing, TokenFor, Kind?]> = {
  'a visitor': ['visitor', async () => undefined],
  'a shopper': ['stranger', async (db) => (await user(db)).token],
  'its owner': ['owner', async (_, owner) => owner.token],
  'an admin': ['admin', async (db) => (await admin(db)).token],
  'a packer': ['packer', async (db) => (await user(db, { isPacker: true })).token],
  'a program with the API key of a packer': [
    'packer',
    async (db) => (await apiKey(db, await user(db, { isApi: true, isPacker: true }))).key,
    'key',
  ],
  'a former packer': [
    'stranger',
    async (db) => {
      const { user: packer, token } = await user(db, { isPacker: true })
      await db.update(users).set({ isPacker: false }).where(eq(users.id, packer.id))
      return token
    },
  ],
  'a user with the API role': ['stranger', async (db) => (await user(db, { isApi: true })).token, 'program'],
  'a program with an API key': [
    'stranger',
    async (db) => (await apiKey(db, await user(db, { isApi: true }))).key,
    'key',
  ],
  'a program with the API key of an admin': [
    'admin',
    async (db) => (await apiKey(db, await admin(db, { isApi: true }))).key,
    'key',
  ],
  'the API key of a user who has lost the API role': ['visitor', async (db) => (await apiKey(db, await user(db))).key],
  'its owner, with the API role': [
    'owner',
    async (db, owner) => {
      await db.update(users).set({ isApi: true }).where(eq(users.id, owner.user.id))
      return owner.token
    },
    'program',
  ],
  'a guest': ['stranger', async (db) => (await guest(db)).token, 'guest'],
  'its owner, a guest': [
    'owner',
    async (db, owner) => {
      await db.update(users).set({ isGuest: true, passwordHash: null }).where(eq(users.id, owner.user.id))
      return owner.token
    },
    'guest owner',
  ],
  'the link of another order': [
    'stranger',
    async (db) => session(db, (await guest(db)).user.id, { onlyOrderId: UNKNOWN_ID }),
    'link',
  ],
  'the link of its order': [
    'owner',
    async (db, { user: { id } }) => {
      const [order] = await db.select().from(orders).where(eq(orders.userId, id))
      return session(db, id, { onlyOrderId: order?.id ?? UNKNOWN_ID })
    },
    'link',
  ],
  'a former admin': ['stranger', async (db) => demote(db, await user(db))],
  'its owner, a former admin': ['owner', demote],
  'an expired session': [
    'visitor',
    async (db, { user: { id }, token }) => {
      await db.update(sessions).set({ lastUsedAt: sql`now() - interval '31 days'` }).where(eq(sessions.userId, id))
      return token
    },
  ],
  'an ended session': [
    'visitor',
    async (db) => {
      const { token, user: owner } = await admin(db)
      const [storedSession] = await db.select().from(sessions).where(eq(sessions.userId, owner.id))
      if (storedSession) await endSession(db, { ...owner, session: { ...storedSession, isRecent: true } })
      return token
    },
  ],
  'a deleted user': ['visitor', async (db) => (await admin(db, { deletedAt: new Date() })).token],
  'a token with one letter changed': [
    'visitor',
    async (_, { token }) => (token.startsWith('A') ? 'B' : 'A') + token.slice(1),
  ],
}

test('the matrix has every call and no other', { tags: ['A1'] }, () => {
  expect(SAMPLES.map(({ name }) => name).sort()).toEqual(Object.keys(CALLS).sort())
})

type Shop = Awaited<ReturnType<typeof testCheckout>>
type Request = Awaited<ReturnType<(typeof SAMPLES)[number]['sampleOf']>>

async function statusOf({ app }: Shop, { method, url, body, headers }: Request, token: string | undefined) {
  const { statusCode } = await app.inject({
    method,
    url,
    headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body ? { payload: body } : {}),
  })
  return statusCode
}

test('every call answers each kind of caller with the status of the matrix', {
  tags: ['A1', 'A10'],
}, async ({ task }) => {
  const shop = await testCheckout({ webhook: SECRET })
  const callers = Object.entries(CALLERS).map(([caller, [standing, tokenFor, kind]]) => ({
    ...{ caller, standing, tokenFor, kind },
    isRefused: (name: (typeof SAMPLES)[number]['name']) =>
      standing !== 'owner' && refusalOf(name, standing, kind) !== undefined,
  }))
  const cells: { cell: string; answered: number; wanted: number }[] = []
  const answer = async (
    by: (typeof callers)[number],
    { name }: (typeof SAMPLES)[number],
    ...asked: [Request, string?]
  ) =>
    cells.push({
      cell: `${by.caller}: ${name}`,
      answered: await statusOf(shop, ...asked),
      wanted: wantedStatus(name, by.standing, by.kind),
    })

  // Those who may not make a call change nothing, so they ask for the same, before anybody may.
  const tokens = new Map<string, string | undefined>()
  for (const { caller, tokenFor } of callers) tokens.set(caller, await tokenFor(shop.db, await user(shop.db)))
  for (const sample of SAMPLES) {
    const refused = callers.filter(({ isRefused }) => isRefused(sample.name))
    if (refused.length === 0) continue
    const request = await sample.sampleOf(shop, await user(shop.db))
    for (const by of refused) await answer(by, sample, request, tokens.get(by.caller))
  }

  for (const sample of SAMPLES)
    for (const by of callers.filter(({ isRefused }) => !isRefused(sample.name))) {
      const owner = await user(shop.db)
      const request = await sample.sampleOf(shop, owner)
      await answer(by, sample, request, await by.tokenFor(shop.db, owner))
    }
  expect(cells).toHaveLength(SAMPLES.length * callers.length)
  expect(cells.filter(({ answered, wanted }) => answered !== wanted)).toEqual([])
  figure(task, `${SAMPLES.length} calls by ${callers.length} kinds of callers, ${cells.length} answers right`)
})

test('an admin’s key with one right makes the calls of that right alone', { tags: ['A1', 'A10'] }, async ({ task }) => {
  const shop = await testCheckout({ webhook: SECRET })
  // Those of older keys cannot be given any more.
  const rights = [...KEY_RIGHTS, 'read', 'payments'] as const
  const keys = await Promise.all(
    rights.map(async (right) => {
      const { key } = await apiKey(shop.db, await admin(shop.db, { isApi: true }), [right as KeyRight])
      return { right, key }
    }),
  )
  const guardedCalls = SAMPLES.filter(({ name }) => CALLS[name].access !== 'anyone')
  const wrong: { name: string; right: string; status: number }[] = []
  for (const { name, sampleOf } of guardedCalls) {
    const closed = keys.filter(({ right }) => !isForRight(right, name))
    const request = await sampleOf(shop, await user(shop.db))
    for (const { right, key } of closed) {
      const status = await statusOf(shop, request, key)
      if (status !== 403) wrong.push({ name, right, status })
    }
  }
  let openCount = 0
  for (const { name, sampleOf } of guardedCalls)
    for (const { right, key } of keys.filter((one) => isForRight(one.right, name))) {
      const status = await statusOf(shop, await sampleOf(shop, await user(shop.db)), key)
      if (status !== wantedStatus(name, 'admin', 'key')) wrong.push({ name, right, status })
      openCount++
    }
  expect(wrong).toEqual([])
  // A matrix in which no key may do anything would prove nothing.
  expect(openCount).toBeGreaterThan(rights.length)
  const closedCount = guardedCalls.length * rights.length - openCount
  figure(task, `${rights.length} rights: ${openCount} calls are open to them, ${closedCount} answer 403`)
})

test('reading a screen never asks for the password again; files of people and money do', () => {
  const asking = Object.entries(CALLS).filter(
    ([route, { access }]) => route.startsWith('GET') && access.startsWith('recent'),
  )
  expect(asking.map(([route]) => route).sort()).toEqual(
    [
      ...['/users/export', '/orders/export', '/orders/export/items', '/orders/export/refunds'],
      ...['/personal-data', '/personal-data/users/:id', '/personal-data/orders/:id', '/letters/subscribers/export'],
    ]
      .map((path) => `GET /api${path}`)
      .sort(),
  )
})

test('only an admin sees the history of a product', { tags: ['A1', 'A6'] }, async () => {
  const { db, get } = await testApp()
  const { id } = await product(db)
  const fieldsShown: Record<string, boolean> = {}
  for (const [name, [, tokenFor]] of Object.entries(CALLERS)) {
    const answer = await get(`/api/products/${id}`, await tokenFor(db, await user(db)))
    fieldsShown[name] = 'productTrace' in answer.json()
  }
  expect(Object.keys(fieldsShown).filter((name) => fieldsShown[name])).toEqual([
    'an admin',
    'a program with the API key of an admin',
  ])
})

test.for([
  ['demoted', sql`update users set is_admin = false where id = `, 403],
  ['deleted', sql`update users set deleted_at = now() where id = `, 401],
  ['signed out everywhere', sql`delete from sessions where user_id = `, 401],
] as const)(
  'an admin who is %s loses access with the very next call',
  { tags: ['A4'] },
  async ([, statement, status], { task }) => {
    const { db, put } = await testApp()
    const count = runs(10, 100)
    const statuses = { before: new Set<number>(), after: new Set<number>() }
    for (let run = 0; run < count; run++) {
      const { user: owner, token } = await admin(db)
      const ship = async () => (await put(`/api/orders/${UNKNOWN_ID}/shipped`, undefined, token)).statusCode
      statuses.before.add(await ship())
      await db.execute(sql`${statement}${owner.id}`)
      statuses.after.add(await ship())
    }
    expect(statuses).toEqual({ before: new Set([404]), after: new Set([status]) })
    figure(task, `${count} admins, each refused with ${status} on the next call`)
  },
)
