import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outbox } from '#server/platform/outbox/schema.ts'
import { sessions, users } from '#server/shop/schema/users.ts'
import { testApp } from '#server/testing/app.ts'
import { admin, PASSWORD, session, user } from '#server/testing/factories.ts'
import { invitations } from '../schema.ts'
import { keyForMail } from './invitations.ts'

const HELPER = 'helper@shop.example'

/** A shop with an admin, whose invitation of an address answers the key of its link. */
async function shop() {
  const { db, ...calls } = await testApp()
  const owner = await admin(db)
  const invite = async (email = HELPER, role = 'packer') => {
    const answer = await calls.post('/api/invitations', { email, role }, owner.token)
    const { _id } = answer.json<{ _id: string }>()
    return { _id, key: (await keyForMail(db, _id))?.key ?? '' }
  }
  const join = (key: string) => calls.post('/api/invitations/account', { key, name: 'Pia', password: PASSWORD })
  const rowOf = async (email = HELPER) => (await db.select().from(users).where(eq(users.email, email)))[0]
  return { db, owner, invite, join, rowOf, ...calls }
}

test('an invitation grants nothing to an address: it takes the link', async () => {
  const { invite, post, rowOf } = await shop()
  await invite()
  const registered = await post('/api/users', { name: 'Eve', email: HELPER, password: PASSWORD })
  expect(registered.json()).not.toHaveProperty('isPacker')
  expect(await rowOf()).toMatchObject({ isPacker: false, isAdmin: false })
})

test.for([
  ['packer', { isPacker: true, isAdmin: false }],
  ['admin', { isPacker: false, isAdmin: true }],
] as const)('who has the link becomes %s with an account of their own, once', async ([role, rights]) => {
  const { invite, join, post, rowOf, get } = await shop()
  const { key } = await invite(HELPER, role)
  expect((await post('/api/invitations/opened', { key })).json()).toEqual({ email: HELPER, role, hasAccount: false })
  const joined = await join(key)
  expect(joined.statusCode).toBe(201)
  expect(await rowOf()).toMatchObject({ ...rights, name: 'Pia', emailVerifiedAt: expect.any(Date) })
  expect((await get('/api/orders', joined.json().token)).statusCode).toBe(200)
  for (const again of [await join(key), await post('/api/invitations/opened', { key })])
    expect(again.json()).toMatchObject({ code: 'link_gone' })
})

test('of several people who use one link at once, one gets in', async () => {
  const { db, invite, join } = await shop()
  const { key } = await invite()
  const answers = await Promise.all(Array.from({ length: 3 }, () => join(key)))
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
  expect(await db.$count(users, eq(users.isPacker, true))).toBe(1)
})

test('an account with the address signs in to accept, and its other sessions end', async () => {
  const { db, invite, join, post, rowOf } = await shop()
  const { user: helper, token } = await user(db, { email: HELPER })
  await session(db, helper.id)
  const { key } = await invite(HELPER.toUpperCase())
  expect((await post('/api/invitations/opened', { key })).json()).toMatchObject({ hasAccount: true })
  expect((await join(key)).json()).toMatchObject({ code: 'registration_refused' })
  expect((await post('/api/invitations/accepted', { key })).statusCode).toBe(401)
  await db.update(sessions).set({ createdAt: sql`now() - interval '16 minutes'` })
  expect((await post('/api/invitations/accepted', { key }, token)).json().code).toBe('sign_in_again')
  await db.update(sessions).set({ createdAt: sql`now()` })
  const accepted = await post('/api/invitations/accepted', { key }, token)
  expect(accepted.json()).toMatchObject({ isPacker: true, isAdmin: false })
  expect(await rowOf()).toMatchObject({ isPacker: true })
  expect(await db.$count(sessions, eq(sessions.userId, helper.id))).toBe(1)
})

test('an account with another address cannot accept, and the link still works', async () => {
  const { db, invite, join, post } = await shop()
  const eve = await user(db)
  const { key } = await invite()
  expect((await post('/api/invitations/accepted', { key }, eve.token)).json().code).toBe('forbidden')
  expect((await join(key)).statusCode).toBe(201)
})

test('an admin who is invited to pack stays an admin', async () => {
  const { db, invite, post } = await shop()
  const other = await admin(db, { email: HELPER })
  const { key } = await invite()
  expect((await post('/api/invitations/accepted', { key }, other.token)).json()).toMatchObject({ isAdmin: true })
})

test('an invitation is over when it is revoked, replaced, a week old, or its sender is no admin any more', async () => {
  const { db, owner, invite, join, remove } = await shop()
  const isGone = async (key: string) => (await join(key)).json().code === 'link_gone'
  const revoked = await invite()
  expect((await remove(`/api/invitations/${revoked._id}`, owner.token)).statusCode).toBe(200)
  expect(await isGone(revoked.key)).toBe(true)
  const replaced = await invite()
  const second = await invite()
  expect(await isGone(replaced.key)).toBe(true)
  await db.update(invitations).set({ createdAt: sql`now() - interval '7 days 1 minute'` })
  expect(await isGone(second.key)).toBe(true)
  const third = await invite()
  await db.update(users).set({ isAdmin: false }).where(eq(users.id, owner.user.id))
  expect(await isGone(third.key)).toBe(true)
})

test('the message and the list hold no key, and the list only what waits', async () => {
  const { db, owner, invite, get } = await shop()
  const { _id, key } = await invite()
  const [message] = await db.select().from(outbox).where(eq(outbox.kind, 'invitation'))
  expect(message?.payload).toEqual({ invitationId: _id })
  const list = await get('/api/invitations', owner.token)
  expect(list.json()).toMatchObject([{ _id, email: HELPER, role: 'packer' }])
  expect(list.body).not.toContain(key)
  await db.update(invitations).set({ createdAt: sql`now() - interval '8 days'` })
  expect((await get('/api/invitations', owner.token)).json()).toEqual([])
})

test('inviting asks for a sign-in of the last 15 minutes, and is for admins', async () => {
  const { db, owner, post } = await shop()
  const packer = await user(db, { isPacker: true })
  const body = { email: HELPER, role: 'admin' }
  expect((await post('/api/invitations', body, packer.token)).statusCode).toBe(403)
  await db.update(sessions).set({ createdAt: sql`now() - interval '16 minutes'` })
  expect((await post('/api/invitations', body, owner.token)).json().code).toBe('sign_in_again')
})
