import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { NAMELESS_ADMIN } from '#contract/defaults.ts'
import type { Database } from '#server/platform/db/client.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { adminLinks, mailedTokens, sessions, users } from '#server/shop/schema/users.ts'
import { testApp, testDatabase } from '#server/testing/app.ts'
import { admin, guest, PASSWORD, user } from '#server/testing/factories.ts'
import { figure, runs } from '#server/testing/torture.ts'
import { createAdminLink } from './admin-links.ts'
import { ensureAdmin } from './first-admin.ts'
import { callerBySession } from './sessions.ts'
import { signIn } from './users.ts'

const FIRST = '/api/users/first-admin'

test('an empty shop has no admin, but a link for the first one', async () => {
  const { db } = await testDatabase()
  expect(await ensureAdmin(db, {})).toEqual({ link: expect.stringMatching(/^\/admin\/first#key=[\w-]{43}$/) })
  expect(await db.select().from(users)).toEqual([])
})

/** Default passwords of other shops, routers and databases. */
const USUAL = [
  'admin',
  'password',
  'Password1',
  'admin123',
  'changeme',
  'boutique',
  'boutique1',
  '12345678',
  'welcome1',
]

test('no shop has a default password, and no two shops have the same link', { tags: ['A9'] }, async ({ task }) => {
  const links = new Set<string>()
  const shops = runs(2, 25)
  for (let count = 0; count < shops; count++) {
    const { db } = await testDatabase()
    links.add(await linkOf(db))
    for (const usual of [...USUAL, ''])
      await expect(signIn(db, { email: 'admin@boutique.example', password: usual })).rejects.toMatchObject({
        status: 401,
      })
  }
  expect(links.size).toBe(shops)
  figure(task, `${shops} first starts: ${links.size} links, and none of ${USUAL.length + 1} usual passwords opens any`)
})

/** The link of a start. */
async function linkOf(db: Database) {
  const firstAdmin = await ensureAdmin(db, {})
  if (!('link' in firstAdmin)) throw new Error('The shop has an admin.')
  return firstAdmin.link
}

const keyOf = (link: string) => link.split('#key=')[1] ?? ''
const MARA = { name: 'Mara', email: 'mara@keramik.example', password: PASSWORD }

test('a link makes its user the admin once, and its address that of the shop', async () => {
  const { db, get, post } = await testApp()
  const [first, second] = [keyOf(await linkOf(db)), keyOf(await linkOf(db))]
  const response = await post(FIRST, { ...MARA, key: second })
  expect([response.statusCode, response.json()]).toMatchObject([201, { name: 'Mara', isAdmin: true }])
  expect((await get('/api/settings', response.json().token)).json().email).toBe(MARA.email)
  // Neither the used link nor the one of an earlier start works now.
  for (const key of [first, second]) {
    const late = await post(FIRST, { ...MARA, email: 'eve@shopper.example', key })
    expect([late.statusCode, late.json()]).toEqual([
      410,
      { code: 'link_gone', message: expect.stringMatching(/used or is no longer valid/) },
    ])
  }
  expect(await db.$count(users)).toBe(1)
})

test('of many who use one link at once, one becomes admin', async () => {
  const { db, post } = await testApp()
  const key = keyOf(await linkOf(db))
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => post(FIRST, { ...MARA, email: `mara-${index}@keramik.example`, key })),
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(7).fill(410)])
  expect(await db.$count(users)).toBe(1)
})

test('keys of links cannot be guessed, and are stored as hashes alone', async () => {
  const { db, post } = await testApp({ rateLimits: true })
  const key = keyOf(await linkOf(db))
  const statuses = []
  for (let count = 0; count < 21; count++)
    statuses.push((await post(FIRST, { ...MARA, key: `guess-${count}` })).statusCode)
  expect(statuses).toEqual([...Array(20).fill(410), 429])
  expect(JSON.stringify(await db.select().from(adminLinks))).not.toContain(key)
})

test('a bad name or password leaves the link as it is', async () => {
  const { db, post } = await testApp()
  const key = keyOf(await linkOf(db))
  for (const wrong of [{ name: ' ' }, { email: 'mara' }, { password: 'short' }, { password: 'password1' }])
    expect((await post(FIRST, { ...MARA, ...wrong, key })).statusCode).toBe(400)
  expect((await post(FIRST, { ...MARA, key })).statusCode).toBe(201)
})

test('a link of a start does nothing once there is an admin; the one of the owner’s command does, for a day', async () => {
  const { db, post } = await testApp()
  const key = keyOf(await linkOf(db))
  await admin(db)
  expect((await post(FIRST, { ...MARA, key })).statusCode).toBe(410)
  const [more, late] = [await createAdminLink(db, { isForMore: true }), await createAdminLink(db, { isForMore: true })]
  expect((await post(FIRST, { ...MARA, key: keyOf(more) })).statusCode).toBe(201)
  await db.update(adminLinks).set({ createdAt: sql`now() - interval '25 hours'` })
  expect((await post(FIRST, { ...MARA, email: 'late@keramik.example', key: keyOf(late) })).statusCode).toBe(410)
})

test('a stranger who registered the owner’s address does not become admin', async () => {
  const { db, post } = await testApp()
  const { token } = await user(db, { email: MARA.email })
  const response = await post(FIRST, { ...MARA, password: 'a password of her own', key: keyOf(await linkOf(db)) })
  expect(response.statusCode).toBe(201)
  expect(await callerBySession(db, token)).toBe(null)
  await expect(signIn(db, { email: MARA.email, password: PASSWORD })).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('address and password can be configured, and then the password is not printed', async () => {
  const { db } = await testDatabase()
  const configuredAdmin = { email: 'zi@boutique.example', password: PASSWORD }
  expect(await ensureAdmin(db, configuredAdmin)).toEqual({ email: configuredAdmin.email })
  expect(await signIn(db, configuredAdmin)).toMatchObject({ user: { isAdmin: true } })
})

test('a second start changes nothing', async () => {
  const { db } = await testDatabase()
  const first = { email: 'admin@boutique.example' }
  expect(await ensureAdmin(db, { password: PASSWORD })).toEqual(first)
  const [before] = await db.select().from(users)
  const again = await ensureAdmin(db, { email: 'other@boutique.example', password: PASSWORD })
  expect(again).toEqual(first)
  expect(await db.select().from(users)).toEqual([before])
})

test('of processes that start at once, one creates the admin', async () => {
  const { db } = await testDatabase()
  const configuredAdmin = { password: PASSWORD }
  await Promise.all([
    ensureAdmin(db, configuredAdmin),
    ensureAdmin(db, configuredAdmin),
    ensureAdmin(db, configuredAdmin),
  ])
  expect(await db.select().from(users)).toHaveLength(1)
})

test('an existing user whom the owner configures stays a user while there is an admin', async () => {
  const { db } = await testDatabase()
  const { user: owner } = await admin(db)
  const { user: ann, token } = await user(db)
  const answer = await ensureAdmin(db, { email: ann.email, password: 'a password for the admin' })
  expect(answer).toEqual({ email: owner.email })
  expect(await callerBySession(db, token)).toMatchObject({ isAdmin: false })
})

const OWNER = 'owner@shop.example'

/** Other spellings of the owner's address, as a stranger types them. */
const SPELLINGS = [OWNER, 'OWNER@Shop.Example', ` ${OWNER}\t`, `${OWNER}\u00a0`]
/** Spellings that no form takes, whoever's address it is: full-width and Kelvin letters, IDN, a trailing dot. */
const NO_ADDRESSES = ['ｏｗｎｅｒ@shop.example', 'owner@shop.example.', 'owner@ѕhop.example', 'owner@shop。example']

test('while there is no admin, the owner’s address is nobody’s', { tags: ['A13'] }, async ({ task }) => {
  const { db, post, put } = await testApp({ ownerEmail: 'Owner@Shop.Example' })
  const { user: ann, token } = await user(db)
  // A guest of the time before the address was configured.
  const early = await guest(db, { email: OWNER })
  let tries = 0
  for (const email of [...SPELLINGS, ...NO_ADDRESSES]) {
    const refusals = [
      [await post('/api/users', { name: 'Eve', email, password: PASSWORD }), 'registration_refused'],
      [await post('/api/users/guest', { name: 'Eve', email }), 'registration_refused'],
      [await put('/api/users/profile', { email, currentPassword: PASSWORD }, token), 'email_refused'],
      [await put('/api/users/guest', { password: PASSWORD }, early.token), 'registration_refused'],
    ] as const
    for (const [answer, code] of refusals) {
      expect([email, answer.json().code]).toEqual([email, NO_ADDRESSES.includes(email) ? expect.any(String) : code])
      expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    }
    tries += refusals.length
  }
  expect(await db.select({ id: users.id }).from(users).orderBy(users.id)).toEqual(
    [{ id: ann.id }, { id: early.user.id }].sort((a, b) => (a.id < b.id ? -1 : 1)),
  )
  figure(task, `${tries} tries to take the address in ${SPELLINGS.length + NO_ADDRESSES.length} spellings, all refused`)
})

test('the refusal of the owner’s address says what that of a taken one says', { tags: ['A13'] }, async () => {
  const { db, post } = await testApp({ ownerEmail: OWNER })
  const { user: ann } = await user(db)
  const [ofOwner, ofAnn] = await Promise.all(
    [OWNER, ann.email].map((email) => post('/api/users', { name: 'Eve', email, password: PASSWORD })),
  )
  expect([ofOwner?.statusCode, ofOwner?.json()]).toEqual([ofAnn?.statusCode, ofAnn?.json()])
})

test('once there is an admin, the configured address is one like every other', async () => {
  const { db, post } = await testApp({ ownerEmail: OWNER })
  await admin(db)
  expect((await post('/api/users', { name: 'Ann', email: OWNER, password: PASSWORD })).statusCode).toBe(201)
})

test('no start makes an admin of the account that has the configured address', { tags: ['A13'] }, async ({ task }) => {
  const { db } = await testDatabase()
  const { user: eve, token } = await user(db, { email: OWNER, emailVerifiedAt: new Date() })
  const starts = runs(4, 100)
  for (let count = 0; count < starts; count += 2) {
    const outcomes = await Promise.all([
      ensureAdmin(db, { email: OWNER.toUpperCase() }),
      ensureAdmin(db, { email: OWNER }),
    ])
    for (const one of outcomes) expect(one).toEqual({ link: expect.stringMatching(/#key=/) })
  }
  expect(await callerBySession(db, token)).toMatchObject({ id: eve.id, isAdmin: false })
  figure(task, `${starts} starts, two at a time: a link each, and the account stays a shopper’s`)
})

test('the configured password leaves nothing that opens an account of that address', { tags: ['A13'] }, async () => {
  const { db, post, put } = await testApp()
  const { user: ann, token } = await user(db, { name: 'Eve', email: OWNER, isApi: true })
  const { key } = (await post('/api/users/api-keys', { name: 'mine' }, token)).json()
  await db.insert(mailedTokens).values({ tokenHash: 'a', purpose: 'reset', userId: ann.id, messageId: 1 })
  await post('/api/users/forgot-password', { email: OWNER })
  const configuredAdmin = { email: OWNER, password: 'a password for the admin' }
  expect(await ensureAdmin(db, configuredAdmin)).toEqual({ email: OWNER })
  for (const old of [token, key])
    expect((await put('/api/users/profile', { name: 'Eve' }, old)).statusCode, old).toBe(401)
  expect(await db.$count(sessions)).toBe(0)
  expect(await db.$count(mailedTokens)).toBe(0)
  expect(await db.$count(outbox, eq(outbox.kind, 'reset'))).toBe(0)
  await expect(signIn(db, { email: OWNER, password: PASSWORD })).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(await signIn(db, configuredAdmin)).toMatchObject({ user: { id: ann.id, name: NAMELESS_ADMIN, isAdmin: true } })
})

test('a deleted admin does not count as one', async () => {
  const { db } = await testDatabase()
  await admin(db, { deletedAt: new Date() })
  expect(await ensureAdmin(db, {})).toHaveProperty('link')
})

test('a common password is refused for the admin too', async () => {
  const { db } = await testDatabase()
  await expect(ensureAdmin(db, { password: 'password1' })).rejects.toThrow('ADMIN_PASSWORD')
  expect(await db.select().from(users)).toHaveLength(0)
})
