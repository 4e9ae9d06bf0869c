import { expect, test } from 'vitest'
import { sessions, users } from '../db/schema.ts'
import { testDatabase } from '../testing/app.ts'
import { admin, PASSWORD, user } from '../testing/factories.ts'
import { figure, runs } from '../testing/torture.ts'
import { ensureAdmin } from './first-admin.ts'
import { callerBySession } from './sessions.ts'
import { signIn } from './users.ts'

test('an empty shop gets an admin with a random password', async () => {
  const { db } = await testDatabase()
  const made = await ensureAdmin(db, {})
  expect(made).toEqual({ email: 'admin@boutique.example', password: expect.stringMatching(/^.{16}$/), created: true })
  expect(await signIn(db, { email: made.email, password: made.password ?? '' })).toMatchObject({
    user: { isAdmin: true },
  })
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

test('no shop has a default password, and no two shops have the same', { tags: ['A9'] }, async ({ task }) => {
  const passwords = new Set<string>()
  const shops = runs(2, 25)
  for (let count = 0; count < shops; count++) {
    const { db } = await testDatabase()
    const { email, password = '' } = await ensureAdmin(db, {})
    passwords.add(password)
    for (const usual of [...USUAL, email, ''])
      await expect(signIn(db, { email, password: usual })).rejects.toMatchObject({ status: 401 })
  }
  expect(passwords.size).toBe(shops)
  figure(task, `${shops} first starts: ${passwords.size} passwords, none of ${USUAL.length + 2} usual ones opens any`)
})

test('address and password can be configured, and then the password is not printed', async () => {
  const { db } = await testDatabase()
  const wanted = { email: 'zi@boutique.example', password: PASSWORD }
  expect(await ensureAdmin(db, wanted)).toEqual({ email: wanted.email, created: true })
  expect(await signIn(db, wanted)).toMatchObject({ user: { isAdmin: true } })
})

test('a second start changes nothing', async () => {
  const { db } = await testDatabase()
  const first = await ensureAdmin(db, {})
  const [before] = await db.select().from(users)
  const again = await ensureAdmin(db, { email: 'other@boutique.example', password: PASSWORD })
  expect(again).toEqual({ email: first.email, created: false })
  expect(await db.select().from(users)).toEqual([before])
})

test('of processes that start at once, one creates the admin', async () => {
  const { db } = await testDatabase()
  const made = await Promise.all([ensureAdmin(db, {}), ensureAdmin(db, {}), ensureAdmin(db, {})])
  expect(made.filter(({ created }) => created)).toHaveLength(1)
  expect(await db.select().from(users)).toHaveLength(1)
})

test('an existing user whom the owner configures becomes admin with the password they have', async () => {
  const { db } = await testDatabase()
  const { user: ann } = await user(db)
  expect(await ensureAdmin(db, { email: ann.email.toUpperCase() })).toEqual({ email: ann.email, created: false })
  expect(await signIn(db, { email: ann.email, password: PASSWORD })).toMatchObject({
    user: { id: ann.id, isAdmin: true },
  })
})

test('an existing user whom the owner configures stays a user while there is an admin', async () => {
  const { db } = await testDatabase()
  const { user: owner } = await admin(db)
  const { user: ann, token } = await user(db)
  const answer = await ensureAdmin(db, { email: ann.email, password: 'a password for the admin' })
  expect(answer).toEqual({ email: owner.email, created: false })
  expect(await callerBySession(db, token)).toMatchObject({ isAdmin: false })
})

test('a stranger who registered the default address does not become admin', async () => {
  const { db } = await testDatabase()
  const { token } = await user(db, { email: 'admin@boutique.example' })
  const { password, created } = await ensureAdmin(db, {})
  expect(created).toBe(false)
  expect(await callerBySession(db, token)).toBe(null)
  expect(await db.select().from(sessions)).toHaveLength(0)
  const credentials = { email: 'admin@boutique.example', password: PASSWORD }
  await expect(signIn(db, credentials)).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(await signIn(db, { ...credentials, password: password ?? '' })).toMatchObject({ user: { isAdmin: true } })
})

test('a deleted admin does not count as one', async () => {
  const { db } = await testDatabase()
  await admin(db, { deletedAt: new Date() })
  expect(await ensureAdmin(db, {})).toMatchObject({ created: true })
})

test('a common password is refused for the admin too', async () => {
  const { db } = await testDatabase()
  await expect(ensureAdmin(db, { password: 'password1' })).rejects.toThrow('ADMIN_PASSWORD')
  expect(await db.select().from(users)).toHaveLength(0)
})
