import { eq, type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#server/platform/db/client.ts'
import { sessions, users } from '#server/shop/schema/users.ts'
import { testApp, testDatabase } from '#server/testing/app.ts'
import { admin, guest, session, user } from '#server/testing/factories.ts'
import { figure } from '#server/testing/torture.ts'
import { callerBySession, deleteExpiredSessions, openSession } from './sessions.ts'
import { hashToken } from './tokens.ts'

const lastUsed = (db: Db, ago: SQL) => db.update(sessions).set({ lastUsedAt: sql`now() - ${ago}` })
const uses = async (db: Db) => (await db.select().from(sessions))[0]?.lastUsedAt.getTime() ?? 0

test('a token belongs to its user', async () => {
  const { db } = await testDatabase()
  const { user: ann, token } = await user(db, { isApi: true })
  expect(await callerBySession(db, token)).toMatchObject({
    id: ann.id,
    name: ann.name,
    email: ann.email,
    isAdmin: false,
    isApi: true,
    session: { orderId: null },
  })
})

test.for(['', 'x', 'x'.repeat(10_000), '\0', "' or '1'='1"])('the token %j belongs to nobody', async (token) => {
  const { db } = await testDatabase()
  await user(db)
  expect(await callerBySession(db, token)).toBe(null)
})

test('the stored hash does not work as a token', { tags: ['S14'] }, async () => {
  const { db } = await testDatabase()
  await user(db)
  const [storedSession] = await db.select().from(sessions)
  expect(await callerBySession(db, storedSession?.tokenHash ?? '')).toBe(null)
})

test.for([
  ['a shopper', user, '29 days 23 hours', true],
  ['a shopper', user, '30 days 1 minute', false],
  ['an admin', admin, '11 hours 59 minutes', true],
  ['an admin', admin, '12 hours 1 minute', false],
] as const)('the token of %s, last used %3$s ago, is valid: %4$s', { tags: ['S14'] }, async ([, make, ago, isGood]) => {
  const { db } = await testDatabase()
  const { token } = await make(db)
  await lastUsed(db, sql`${ago}::interval`)
  expect((await callerBySession(db, token)) !== null).toBe(isGood)
})

test('a shopper who becomes admin has the session lifetime of an admin from then on', async () => {
  const { db } = await testDatabase()
  const { user: ann, token } = await user(db)
  await lastUsed(db, sql`interval '13 hours'`)
  await db.update(users).set({ isAdmin: true }).where(eq(users.id, ann.id))
  expect(await callerBySession(db, token)).toBe(null)
})

test('the tokens of a deleted user are invalid at once', { tags: ['A4'] }, async () => {
  const { db } = await testDatabase()
  const { user: ann, token } = await user(db)
  expect(await callerBySession(db, token)).not.toBe(null)
  await db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, ann.id))
  expect(await callerBySession(db, token)).toBe(null)
})

test('the last use is recorded at most once a minute', async () => {
  const { db } = await testDatabase()
  const { token } = await user(db)
  await lastUsed(db, sql`interval '50 seconds'`)
  const before = await uses(db)
  await callerBySession(db, token)
  expect(await uses(db)).toBe(before)
  await lastUsed(db, sql`interval '2 minutes'`)
  await callerBySession(db, token)
  expect(await uses(db)).toBeGreaterThan(before)
})

test('sessions that have expired are deleted, and no others', async () => {
  const { db } = await testDatabase()
  const kinds = [user(db), user(db, { isAdmin: true }), guest(db)] as const
  const [ann, owner, gus] = await Promise.all(kinds)
  const statusAfter = async (ago: SQL) => {
    await lastUsed(db, ago)
    await deleteExpiredSessions(db)
    return (await db.select({ of: sessions.userId }).from(sessions)).map(({ of }) => of).sort()
  }
  expect(await statusAfter(sql`interval '11 hours'`)).toEqual([ann.user.id, owner.user.id, gus.user.id].sort())
  expect(await statusAfter(sql`interval '13 hours'`)).toEqual([ann.user.id, gus.user.id].sort())
  expect(await statusAfter(sql`interval '8 days'`)).toEqual([ann.user.id])
  expect(await statusAfter(sql`interval '31 days'`)).toEqual([])
})

test('signing in deletes expired sessions', async () => {
  const { db } = await testDatabase()
  const { user: ann } = await user(db)
  await lastUsed(db, sql`interval '31 days'`)
  const token = await openSession(db, ann)
  expect(await db.select().from(sessions)).toHaveLength(1)
  expect(await callerBySession(db, token ?? '')).toMatchObject({ id: ann.id })
})

test.for([
  ['whose password changed after the check', { passwordHash: 'another' }],
  ['that was deleted after the check', { deletedAt: new Date() }],
] as const)('an account %s is not signed in', async ([, change]) => {
  const { db } = await testDatabase()
  const { user: ann, token } = await user(db)
  await db.update(users).set(change).where(eq(users.id, ann.id))
  expect(await openSession(db, ann)).toBeNull()
  expect(await db.select().from(sessions)).toMatchObject([{ tokenHash: hashToken(token) }])
})

test('signing out everywhere ends every session but the current one', { tags: ['S16'] }, async ({ task }) => {
  const { db, get, post, remove } = await testApp()
  const { user: ann, token } = await user(db)
  const { token: stranger } = await user(db)
  const sessionTokens = await Promise.all(Array.from({ length: 10 }, () => session(db, ann.id)))
  const statuses = (tokens: string[]) =>
    Promise.all(tokens.map(async (each) => (await get('/api/users/profile', each)).statusCode))
  expect(await statuses(sessionTokens)).toEqual(Array(10).fill(200))
  const reply = await remove('/api/users/sessions', token)
  expect([reply.statusCode, reply.json()]).toEqual([200, { message: 'You are signed out everywhere else.' }])
  expect(await statuses(sessionTokens)).toEqual(Array(10).fill(401))
  expect(await statuses([token, stranger])).toEqual([200, 200])
  expect((await post('/api/users/logout', undefined, token)).statusCode).toBe(200)
  expect(await statuses([token])).toEqual([401])
  figure(task, 'logout: dead on the next call; everywhere: 10 of 10 other sessions dead')
})
