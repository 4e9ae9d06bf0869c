import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outbox } from '#server/platform/outbox/schema.ts'
import { sessions, users } from '#server/shop/schema/users.ts'
import { testApp } from '#server/testing/app.ts'
import { admin, PASSWORD, user } from '#server/testing/factories.ts'
import { callsFrom, DAY, passTime, testAddress } from '#server/testing/limits.ts'
import { figure, runs } from '#server/testing/torture.ts'
import { resetPassword } from './users.ts'

const UNKNOWN_ID = '0190f5a0-0000-7000-8000-000000000000'
const ANN = { name: 'Ann', email: 'ann@shopper.example', password: PASSWORD }

test('a registration creates an account and signs in', async () => {
  const { db, get, post } = await testApp()
  const reply = await post('/api/users', ANN)
  expect(reply.statusCode).toBe(201)
  const { token, _id, device, ...rest } = reply.json()
  expect(rest).toEqual({ name: 'Ann', email: 'ann@shopper.example', isAdmin: false, isAPI: false })
  expect((await get('/api/users/profile', token)).json()).toEqual({ _id, ...rest })
  const [storedSession] = await db.select().from(sessions)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(storedSession?.tokenHash).not.toContain(token)
  expect(device).not.toContain(token)
})

test('a registration cannot set the admin role', { tags: ['A3'] }, async () => {
  const { post, put } = await testApp()
  const forgedRights = { isAdmin: true, isAPI: true, is_admin: true }
  const registration = await post('/api/users', { ...ANN, ...forgedRights })
  expect(registration.json()).toMatchObject({ isAdmin: false, isAPI: false })
  const change = await put('/api/users/profile', { name: 'Anna', ...forgedRights }, registration.json().token)
  expect(change.json()).toMatchObject({ name: 'Anna', isAdmin: false, isAPI: false })
})

test.for(['ann@shopper.example', 'ANN@Shopper.Example', ' ann@shopper.example '])(
  'the address %j of an existing user is refused without saying so',
  async (email) => {
    const { db, post } = await testApp()
    await user(db, { email: 'ann@shopper.example' })
    const reply = await post('/api/users', { ...ANN, email })
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'registration_refused'])
    expect(reply.body).not.toMatch(/exists|taken|already|in use|ann@/i)
    expect(await db.select().from(users)).toHaveLength(1)
  },
)

test('the owner of a taken address gets one message a day about registrations with it', async () => {
  const { app, db, post } = await testApp({ rateLimits: true })
  await user(db, { email: 'Ann@shopper.example' })
  const mails = () => db.select({ kind: outbox.kind, payload: outbox.payload }).from(outbox)
  const queuedMail = { kind: 'address_registered', payload: { to: 'Ann@shopper.example' } }
  expect((await post('/api/users', { ...ANN, email: 'new@shopper.example' })).statusCode).toBe(201)
  expect(await mails()).toEqual([])
  const again = (address: string) => callsFrom(app, address)('/api/users', { ...ANN, email: ' ANN@shopper.example' })
  for (const number of [1, 2, 3]) expect((await again(testAddress(number))).statusCode).toBe(422)
  expect(await mails()).toEqual([queuedMail])
  await passTime(db, DAY)
  expect((await again(testAddress(4))).statusCode).toBe(422)
  expect(await mails()).toEqual([queuedMail, queuedMail])
})

test('of ten concurrent registrations with one address, one succeeds', async () => {
  const { db, post } = await testApp()
  const replies = await Promise.all(Array.from({ length: 10 }, () => post('/api/users', ANN)))
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(9).fill(422)])
  expect(await db.select().from(users)).toHaveLength(1)
  expect(await db.select().from(sessions)).toHaveLength(1)
})

test('the address of a deleted user is free again', async () => {
  const { db, post } = await testApp()
  await user(db, { email: ANN.email, deletedAt: new Date() })
  expect((await post('/api/users', ANN)).statusCode).toBe(201)
})

test.for([
  ['no name', { name: ' ' }, 'name', 'Enter a name.'],
  ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name', 'A name can have at most 100 characters.'],
  ['a zero byte in the name', { name: 'A\0nn' }, 'name', 'Enter the name on one line.'],
  ['a name of two lines', { name: 'Ann\nBcc: all' }, 'name', 'Enter the name on one line.'],
  ['no address', { email: undefined }, 'email', 'Enter a valid email address.'],
  ['an incomplete address', { email: 'ann@' }, 'email', 'Enter a valid email address.'],
  ['a short password', { password: 'short' }, 'password', 'A password needs at least 8 characters.'],
  ['a long password', { password: 'x'.repeat(129) }, 'password', 'A password can have at most 128 characters.'],
  ['a numeric password', { password: 12_345_678 }, 'password', 'A password needs at least 8 characters.'],
  ['a common password', { password: 'Password1' }, 'password', 'This password is too common. Please choose another.'],
] as const)('registering with %s is refused with the name of the field', async ([, fields, path, message]) => {
  const { db, post } = await testApp()
  const reply = await post('/api/users', { ...ANN, ...fields })
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toEqual({ code: 'invalid_request', message, issues: [{ path, message }] })
  expect(await db.select().from(users)).toHaveLength(0)
})

test.for(['ann@shopper.example', 'Ann@SHOPPER.example', '  ann@shopper.example '])('%j signs in', async (email) => {
  const { db, get, post } = await testApp()
  const { user: ann } = await user(db, { email: 'ann@shopper.example' })
  const reply = await post('/api/users/login', { email, password: PASSWORD })
  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toMatchObject({ _id: ann.id, name: ann.name, email: ann.email })
  expect((await get(`/api/users/${ann.id}`, reply.json().token)).statusCode).toBe(200)
})

test.for([
  ['a wrong password', { password: 'another password' }],
  ['an unknown address', { email: 'bob@shopper.example' }],
  ['an invalid address', { email: "' or 1=1 --" }],
  ['a deleted account', { email: 'gone@shopper.example' }],
  ['a password of 500 characters', { password: 'x'.repeat(500) }],
] as const)('signing in with %s is refused with the same sentence', async ([, fields]) => {
  const { db, post } = await testApp()
  await user(db, { email: 'ann@shopper.example' })
  await user(db, { email: 'gone@shopper.example', deletedAt: new Date() })
  const reply = await post('/api/users/login', { email: 'ann@shopper.example', password: PASSWORD, ...fields })
  expect(reply.statusCode).toBe(401)
  expect(reply.json()).toEqual({ message: 'Invalid email or password.', code: 'unauthenticated' })
})

test('an address with a zero byte is malformed', async () => {
  const { post } = await testApp()
  expect((await post('/api/users/login', { email: 'a\0@b.example', password: PASSWORD })).statusCode).toBe(400)
})

/** The hash of `PASSWORD` with 8 MiB and one pass. */
const OUTDATED_HASH = '$argon2id$v=19$m=8192,t=1,p=1$mYnKmG7MCgBSUleCAnxbuA$/JsG/+7UI6tm9L3kmaDn89h37hyUCIDgZVVPQJ3ZNdc'

test('an outdated hash is renewed at sign-in, also by two concurrent sign-ins', { tags: ['S1'] }, async () => {
  const { db, post } = await testApp()
  const { user: ann } = await user(db, { passwordHash: OUTDATED_HASH })
  const signIn = () => post('/api/users/login', { email: ann.email, password: PASSWORD })
  const replies = await Promise.all([signIn(), signIn(), signIn()])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  const [row] = await db.select().from(users)
  expect(row?.passwordHash).toContain('$m=19456,t=2,p=1$')
  expect((await signIn()).statusCode).toBe(200)
})

test('signing out ends this session and no other', { tags: ['A4', 'S16'] }, async () => {
  const { db, get, post } = await testApp()
  const { user: ann, token } = await user(db)
  const other = (await post('/api/users/login', { email: ann.email, password: PASSWORD })).json().token
  expect((await post('/api/users/logout', undefined, token)).statusCode).toBe(200)
  expect((await get('/api/users/profile', token)).statusCode).toBe(401)
  expect((await post('/api/users/logout', undefined, token)).statusCode).toBe(401)
  expect((await get('/api/users/profile', other)).statusCode).toBe(200)
})

test.for([
  ['their own id', 'self', 200],
  ['their own id in capitals', 'SELF', 200],
  ['profile', 'profile', 200],
  ["another user's id", 'other', 404],
  ['an unknown id', UNKNOWN_ID, 404],
  ['an invalid id', 'nobody', 404],
  ['a zero byte', '%00', 404],
] as const)('a user who requests %s gets %3$i', async ([, key, status]) => {
  const { db, get } = await testApp()
  const { user: ann, token } = await user(db)
  const { user: bob } = await user(db)
  const ids: Record<string, string> = { self: ann.id, SELF: ann.id.toUpperCase(), other: bob.id }
  const reply = await get(`/api/users/${ids[key] ?? key}`, token)
  expect(reply.statusCode).toBe(status)
  if (status === 200) expect(reply.json()).toMatchObject({ _id: ann.id, email: ann.email })
  else expect(reply.json()).toEqual({ message: 'This account was not found.', code: 'not_found' })
})

test('an admin reads every user that is not deleted, and no response has a password', async () => {
  const { db, get } = await testApp()
  const { token } = await admin(db)
  const { user: ann } = await user(db)
  const { user: deletedUser } = await user(db, { deletedAt: new Date() })
  const reply = await get(`/api/users/${ann.id}`, token)
  expect(Object.keys(reply.json()).sort()).toEqual(['_id', 'email', 'isAPI', 'isAdmin', 'name'])
  for (const key of [deletedUser.id, UNKNOWN_ID, 'nobody'])
    expect((await get(`/api/users/${key}`, token)).statusCode).toBe(404)
})

test('a new role applies from the next call', { tags: ['A4'] }, async () => {
  const { db, get } = await testApp()
  const { user: ann, token } = await user(db)
  const { user: bob } = await user(db)
  const readsBob = async () => (await get(`/api/users/${bob.id}`, token)).statusCode
  expect(await readsBob()).toBe(404)
  await db.update(users).set({ isAdmin: true }).where(eq(users.id, ann.id))
  expect(await readsBob()).toBe(200)
  await db.update(users).set({ isAdmin: false }).where(eq(users.id, ann.id))
  expect(await readsBob()).toBe(404)
})

test('a password reset by an admin replaces the password and ends every session', { tags: ['A4'] }, async () => {
  const { db, get, post } = await testApp()
  const { user: ann, token } = await user(db)
  const password = await resetPassword(db, ann.email.toUpperCase())
  expect((await get('/api/users/profile', token)).statusCode).toBe(401)
  expect((await post('/api/users/login', { email: ann.email, password: PASSWORD })).statusCode).toBe(401)
  expect((await post('/api/users/login', { email: ann.email, password })).statusCode).toBe(200)
  await expect(resetPassword(db, 'nobody@shopper.example')).rejects.toMatchObject({ code: 'not_found' })
})

test('a sign-in with the old password during its reset leaves no session', async () => {
  const { db, get, post } = await testApp()
  const { user: ann } = await user(db)
  const signIn = () => post('/api/users/login', { email: ann.email, password: PASSWORD })
  const [, ...replies] = await Promise.all([resetPassword(db, ann.email), signIn(), signIn(), signIn(), signIn()])
  for (const reply of replies) {
    const { token } = reply.json()
    if (token) expect((await get('/api/users/profile', token)).statusCode).toBe(401)
    else expect(reply.statusCode).toBe(401)
  }
})

const LOCAL_PARTS = [
  'ann',
  'ANN',
  'a.n.n',
  'ann+shop',
  '\u0430nn',
  'ａｎｎ',
  'ann\u200b',
  'ann\r\nBcc: all',
  'ann\0',
  '"ann"',
  ' ann',
]
const HOSTS = [
  'shop.example',
  'SHOP.example',
  'shop.example.',
  'sh\u043ep.example',
  'shop.example\nX: y',
  `${'x'.repeat(310)}.example`,
]

test('different spellings of an address share one account, and no stored address or name has a line break', {
  tags: ['S17'],
}, async ({ task }) => {
  const { db, post } = await testApp()
  await user(db, { email: 'ann@shop.example', passwordHash: OUTDATED_HASH })
  const odd = fc.tuple(
    fc.oneof(fc.constantFrom(...LOCAL_PARTS), fc.string({ unit: 'binary', maxLength: 60 })),
    fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...HOSTS) }, fc.domain()),
    fc.oneof(
      fc.constantFrom('Ann', 'Ann\r\nBcc: all@shop.example', 'Ann\u2028', '<b>Ann</b>'),
      fc.string({ unit: 'binary' }),
    ),
  )
  const count = runs(60, 2_000)
  const statuses = new Map<number, number>()
  const property = fc.asyncProperty(odd, async ([local, host, name]) => {
    const { statusCode } = await post('/api/users', { name, email: `${local}@${host}`, password: PASSWORD })
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
    expect([201, 400, 422]).toContain(statusCode)
  })
  await fc.assert(property, { numRuns: count })
  const storedUsers = await db.select().from(users)
  expect(new Set(storedUsers.map(({ email }) => email.toLowerCase())).size).toBe(storedUsers.length)
  for (const { email, name } of storedUsers) {
    expect(email).toMatch(/^[\x21-\x7e]{1,254}$/)
    expect(email).not.toMatch(/[\s<>,;:"]|\.$/)
    expect(name).not.toMatch(/\p{Cc}/u)
  }
  const counts = [...statuses].map(([status, times]) => `${times} × ${status}`)
  figure(
    task,
    `${count} registrations (${counts.join(', ')}), ${storedUsers.length} accounts, each address plain and once`,
  )
})
