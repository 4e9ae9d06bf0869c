import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { endSession } from '../accounts/sessions.ts'
import type { Database } from '../db/client.ts'
import { orders } from '../db/order-schema.ts'
import { sessions, users } from '../db/schema.ts'
import { type Exception, MATRIX, methodOf } from '../testing/access-matrix.ts'
import { testApp } from '../testing/app.ts'
import { testCheckout } from '../testing/checkouts.ts'
import { admin, apiKey, guest, product, session, user } from '../testing/factories.ts'
import { figure, runs } from '../testing/torture.ts'
import { SECRET } from '../testing/webhooks.ts'
import { ACCESS } from './access.ts'

type Account = Awaited<ReturnType<typeof user>>
type Standing = 'visitor' | 'stranger' | 'owner' | 'admin'

const STANDINGS: Standing[] = ['visitor', 'stranger', 'owner', 'admin']

const demoted = async (db: Database, { user: { id }, token }: Account) => {
  await db.update(users).set({ isAdmin: true }).where(eq(users.id, id))
  await db.update(users).set({ isAdmin: false }).where(eq(users.id, id))
  return token
}

type TokenFor = (db: Database, owner: Account) => Promise<string | undefined>

const UNKNOWN = '0190f5a0-0000-7000-8000-000000000000'

/** Every kind of caller: its standing, its token, and the exception of the matrix that applies to it. */
const CALLERS: Record<string, [Standing, TokenFor, Exception?]> = {
  'a visitor': ['visitor', async () => undefined],
  'a shopper': ['stranger', async (db) => (await user(db)).token],
  'its owner': ['owner', async (_, owner) => owner.token],
  'an admin': ['admin', async (db) => (await admin(db)).token],
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
    async (db) => session(db, (await guest(db)).user.id, { onlyOrderId: UNKNOWN }),
    'link',
  ],
  'the link of its order': [
    'owner',
    async (db, { user: { id } }) => {
      const [order] = await db.select().from(orders).where(eq(orders.userId, id))
      return session(db, id, { onlyOrderId: order?.id ?? UNKNOWN })
    },
    'link',
  ],
  'a former admin': ['stranger', async (db) => demoted(db, await user(db))],
  'its owner, a former admin': ['owner', demoted],
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
      const [found] = await db.select().from(sessions).where(eq(sessions.userId, owner.id))
      if (found) await endSession(db, { ...owner, session: { ...found, isRecent: true } })
      return token
    },
  ],
  'a deleted user': ['visitor', async (db) => (await admin(db, { deletedAt: new Date() })).token],
  'a token with one letter changed': [
    'visitor',
    async (_, { token }) => (token.startsWith('A') ? 'B' : 'A') + token.slice(1),
  ],
}

/** The status of an exception; a guest who is the owner is as a guest, unless the row says otherwise. */
const exceptedStatus = (exceptions: Partial<Record<Exception, number>> = {}, exception?: Exception) =>
  exception && (exceptions[exception] ?? (exception === 'guest owner' ? exceptions.guest : undefined))

test('the matrix has every call of the access table and no other', { tags: ['A1'] }, () => {
  expect(Object.keys(MATRIX).sort()).toEqual(Object.keys(ACCESS).sort())
})

test('every call answers each kind of caller with the status of the matrix', {
  tags: ['A1', 'A10'],
}, async ({ task }) => {
  const shop = await testCheckout({ webhook: SECRET })
  const cells: { cell: string; answered: number; wanted: number | undefined }[] = []
  for (const [route, { answers, exceptions, make, call }] of Object.entries(MATRIX))
    for (const [name, [standing, tokenFor, exception]] of Object.entries(CALLERS)) {
      const owner = await user(shop.db)
      const { url, body, headers } = call(await make?.(shop, owner), owner)
      const token = await tokenFor(shop.db, owner)
      const { statusCode } = await shop.app.inject({
        method: methodOf(route),
        url,
        headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
        ...(body ? { payload: body } : {}),
      })
      const wanted = exceptedStatus(exceptions, exception) ?? answers[STANDINGS.indexOf(standing)]
      cells.push({ cell: `${name}: ${route}`, answered: statusCode, wanted })
    }
  expect(cells.filter(({ answered, wanted }) => answered !== wanted)).toEqual([])
  figure(
    task,
    `${Object.keys(MATRIX).length} calls by ${Object.keys(CALLERS).length} kinds of callers, ${cells.length} answers right`,
  )
})

/** The parts of the API that scopes are about, besides what is only read. */
const OF_SCOPE = {
  catalog: /^\/api\/(products|categories|admin\/(collections|drops)|pages|look|imports|past-reviews)\b/,
  orders: /^\/api\/(orders|customers|coupons|requests|past-orders)\b/,
}

test.for(['read', 'catalog', 'orders'] as const)(
  'an admin’s key with the scope %s makes the calls of that scope alone',
  { tags: ['A1', 'A10'] },
  async (scope, { task }) => {
    const shop = await testCheckout({ webhook: SECRET })
    const { key } = await apiKey(shop.db, await admin(shop.db, { isApi: true }), [scope])
    const wrong: { route: string; statusCode: number }[] = []
    const counts = { open: 0, closed: 0 }
    for (const [route, { answers, exceptions, make, call }] of Object.entries(MATRIX)) {
      if (ACCESS[route as keyof typeof ACCESS] === 'anyone') continue
      const owner = await user(shop.db)
      const { url, body, headers } = call(await make?.(shop, owner), owner)
      const { statusCode } = await shop.app.inject({
        method: methodOf(route),
        url,
        headers: { ...headers, authorization: `Bearer ${key}` },
        ...(body ? { payload: body } : {}),
      })
      const whole = exceptedStatus(exceptions, 'key') ?? answers[STANDINGS.indexOf('admin')]
      const isOpen = scope === 'read' ? methodOf(route) === 'GET' : OF_SCOPE[scope].test(url)
      counts[isOpen && whole !== 403 ? 'open' : 'closed'] += 1
      if (statusCode !== (isOpen ? whole : 403)) wrong.push({ route, statusCode })
    }
    expect(wrong).toEqual([])
    figure(task, `scope ${scope}: ${counts.open} calls, ${counts.closed} others 403`)
  },
)

test('reading a screen never asks for the password again; files of people and money do', () => {
  const asking = Object.entries(ACCESS).filter(
    ([route, access]) => route.startsWith('GET') && access.startsWith('recent'),
  )
  expect(asking.map(([route]) => route).sort()).toEqual(
    [
      ...['/users/export', '/orders/export', '/orders/export/items', '/orders/export/refunds'],
      ...['/personal-data', '/personal-data/users/:id', '/personal-data/orders/:id'],
    ]
      .map((path) => `GET /api${path}`)
      .sort(),
  )
})

test('only an admin sees the history of a product', { tags: ['A1', 'A6'] }, async () => {
  const { db, get } = await testApp()
  const { id } = await product(db)
  const shown: Record<string, boolean> = {}
  for (const [name, [, tokenFor]] of Object.entries(CALLERS)) {
    const answer = await get(`/api/products/${id}`, await tokenFor(db, await user(db)))
    shown[name] = 'productTrace' in answer.json()
  }
  expect(Object.keys(shown).filter((name) => shown[name])).toEqual([
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
    const seen = { before: new Set<number>(), after: new Set<number>() }
    for (let run = 0; run < count; run++) {
      const { user: owner, token } = await admin(db)
      const ship = async () => (await put(`/api/orders/${UNKNOWN}/shipped`, undefined, token)).statusCode
      seen.before.add(await ship())
      await db.execute(sql`${statement}${owner.id}`)
      seen.after.add(await ship())
    }
    expect(seen).toEqual({ before: new Set([404]), after: new Set([status]) })
    figure(task, `${count} admins, each refused with ${status} on the next call`)
  },
)
