import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { SignedInDevice } from '#contract/devices.ts'
import type { Db } from '#server/platform/db/client.ts'
import { sessions } from '#server/shop/schema/users.ts'
import { testApp } from '#server/testing/app.ts'
import { admin, PASSWORD, session, user } from '#server/testing/factories.ts'
import { deviceNameOf } from './device-names.ts'
import { callerBySession } from './sessions.ts'

const PHONE =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'

test.for([
  [PHONE, 'Chrome on Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0', 'Edge on Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Gecko/20100101 Firefox/145.0', 'Firefox on Mac'],
  ['curl/8.5.0', ''],
  ['<script>alert(1)</script>', ''],
] as const)('the user agent %s is called %j', ([agent, name]) => {
  expect(deviceNameOf({ headers: { 'user-agent': agent } })).toBe(name)
})

async function shop() {
  const { app, ...rest } = await testApp()
  const signIn = async (email: string, more: object = {}) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/users/login',
      headers: { 'user-agent': PHONE },
      payload: { email, password: PASSWORD, ...more },
    })
    return answer.json<{ token: string }>().token
  }
  const devicesOf = async (token: string) => (await rest.get('/api/users/sessions', token)).json<SignedInDevice[]>()
  return { app, signIn, devicesOf, ...rest }
}

const age = (db: Db, ago: string) =>
  db.update(sessions).set({
    createdAt: sql`now() - ${ago}::interval`,
    lastUsedAt: sql`now() - interval '1 second'`,
  })

test('the list names the devices of the caller alone, and never a token or its hash', async () => {
  const { db, signIn, devicesOf, get } = await shop()
  const { user: ann, token: first } = await user(db)
  const { user: bea } = await user(db)
  await session(db, bea.id)
  await session(db, ann.id, { onlyOrderId: ann.id })
  const token = await signIn(ann.email)
  const devices = await devicesOf(token)
  expect(devices.map(({ device, isCurrent }) => [device, isCurrent]).sort()).toEqual([
    ['', false],
    ['Chrome on Android', true],
  ])
  const text = (await get('/api/users/sessions', token)).body
  const rows = await db.select().from(sessions)
  for (const secret of [token, first, ...rows.map(({ tokenHash }) => tokenHash)]) expect(text).not.toContain(secret)
})

test('somebody signs out one of their devices, and none of another', async () => {
  const { db, signIn, devicesOf, remove } = await shop()
  const { user: ann, token: phone } = await user(db)
  const { token: stranger } = await user(db)
  const token = await signIn(ann.email)
  const other = (await devicesOf(token)).find(({ isCurrent }) => !isCurrent)
  expect((await remove(`/api/users/sessions/${other?._id}`, stranger)).statusCode).toBe(404)
  expect(await callerBySession(db, phone)).not.toBe(null)
  expect((await remove(`/api/users/sessions/${other?._id}`, token)).statusCode).toBe(200)
  expect(await callerBySession(db, phone)).toBe(null)
  expect(await callerBySession(db, token)).not.toBe(null)
  expect((await remove(`/api/users/sessions/${other?._id}`, token)).statusCode).toBe(404)
})

test.for([
  ['an admin', {}, '8 days', false],
  ['an admin', { isTrusted: true }, '29 days', true],
  ['an admin', { isTrusted: true }, '31 days', false],
  ['a packer', {}, '8 days', false],
  ['a packer', { isTrusted: true }, '29 days', true],
] as const)('%s who signed in with %j is signed in after %s: %s', async ([who, more, ago, isGood]) => {
  const { db, signIn, get } = await shop()
  const { user: ann } = who === 'an admin' ? await admin(db) : await user(db, { isPacker: true })
  const token = await signIn(ann.email, more)
  await age(db, ago)
  expect((await get('/api/orders', token)).statusCode).toBe(isGood ? 200 : 401)
})

test('a trusted device without use works for days, another for 12 hours', async () => {
  const { db, signIn, get } = await shop()
  const { user: ann } = await admin(db)
  const trusted = await signIn(ann.email, { isTrusted: true })
  const other = await signIn(ann.email)
  await db.update(sessions).set({ lastUsedAt: sql`now() - interval '13 hours'` })
  expect((await get('/api/orders', trusted)).statusCode).toBe(200)
  expect((await get('/api/orders', other)).statusCode).toBe(401)
})

test('a trusted device asks for the password again for people and money after 15 minutes', async () => {
  const { db, signIn, get } = await shop()
  const { user: ann } = await admin(db)
  const token = await signIn(ann.email, { isTrusted: true })
  expect((await get('/api/users/export', token)).statusCode).toBe(200)
  await age(db, '16 minutes')
  expect((await get('/api/users/export', token)).json()).toMatchObject({ code: 'sign_in_again' })
})

test('signing in again takes the place of the session, and a trusted device stays trusted', async () => {
  const { db, signIn, devicesOf, get } = await shop()
  const { user: ann } = await admin(db)
  await db.delete(sessions)
  const before = await signIn(ann.email, { isTrusted: true })
  const after = await signIn(ann.email, { renews: before })
  expect(await devicesOf(after)).toMatchObject([{ isTrusted: true, isCurrent: true }])
  expect((await get('/api/orders', before)).statusCode).toBe(401)
})

test('a sign-in ends no session of somebody else, whatever token it names', async () => {
  const { db, signIn, devicesOf } = await shop()
  const { user: ann } = await admin(db)
  const { user: eve } = await user(db)
  const anns = await signIn(ann.email, { isTrusted: true })
  const eves = await signIn(eve.email, { renews: anns })
  expect(await callerBySession(db, anns)).not.toBe(null)
  expect((await devicesOf(eves)).every(({ isTrusted }) => !isTrusted)).toBe(true)
})

test('an API key signs out no device', async () => {
  const { db, post, get, remove } = await shop()
  const { user: ann, token } = await user(db, { isApi: true })
  const { key } = (await post('/api/users/api-keys', { name: 'List' }, token)).json<{ key: string }>()
  const [device] = (await get('/api/users/sessions', token)).json<SignedInDevice[]>()
  expect((await get('/api/users/sessions', key)).statusCode).toBe(403)
  expect((await remove(`/api/users/sessions/${device?._id}`, key)).statusCode).toBe(403)
  expect(await db.$count(sessions, eq(sessions.userId, ann.id))).toBe(1)
})
