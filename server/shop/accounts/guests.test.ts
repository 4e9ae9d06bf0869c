import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outbox } from '#server/platform/outbox/schema.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { sessions, users } from '#server/shop/schema/users.ts'
import { testApp } from '#server/testing/app.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, guest, PASSWORD, product, session, user } from '#server/testing/factories.ts'
import { callsFrom, HOUR, passTime, repeat } from '#server/testing/limits.ts'
import { solvedChallenge } from '#server/testing/robots.ts'
import { deleteIdleGuests } from './guests.ts'

const GUEST = '/api/users/guest'
const GUS = { name: 'Gus Guest', email: 'gus@shopper.example' }
const statuses = (replies: { statusCode: number }[]) => replies.map(({ statusCode }) => statusCode)

test('a guest buys with a name and an email address, and pays', async () => {
  const { db, post, place, pay, order } = await testCheckout()
  const reply = await post(GUEST, GUS)
  expect(reply.statusCode).toBe(201)
  const signedIn = reply.json()
  expect(signedIn).toMatchObject({ ...GUS, isGuest: true, isAdmin: false, isAPI: false, token: expect.any(String) })
  expect(reply.headers['x-account-roles']).toBeUndefined()
  const orderOfUser = (await place(await product(db), {}, signedIn.token)).json()
  expect(orderOfUser.user).toEqual({ ...GUS, isGuest: true })
  expect((await pay(orderOfUser, {}, signedIn.token)).statusCode).toBe(200)
  expect(await order(orderOfUser._id, signedIn.token)).toMatchObject({ isPaid: true })
})

test.for([
  ['a name', { ...GUS, name: ' ' }],
  ['an email address', { ...GUS, email: 'gus' }],
])('a guest without %s is refused', async ([, body]) => {
  const { post } = await testApp()
  expect((await post(GUEST, body)).json()).toMatchObject({ code: 'invalid_request' })
})

test('guests with one address are rows of their own, and an account with it stays as it is', async () => {
  const { db, post, place, order } = await testCheckout()
  const { user: owner, token: ownerToken } = await user(db, { email: GUS.email })
  const [one, other] = [(await post(GUEST, GUS)).json(), (await post(GUEST, GUS)).json()]
  expect(new Set([owner.id, one._id, other._id]).size).toBe(3)
  const orderOfUser = (await place(await product(db), {}, one.token)).json()
  for (const token of [other.token, ownerToken])
    expect(await order(orderOfUser._id, token)).toMatchObject({ code: 'not_found' })
  expect((await post('/api/users/login', { email: GUS.email, password: PASSWORD })).json()).toMatchObject({
    _id: owner.id,
  })
})

test('an address of a guest is free for an account, and no password or reset link opens the guest', async () => {
  const { db, post } = await testApp()
  const { user: gus } = await guest(db)
  await post('/api/users/forgot-password', { email: gus.email })
  expect((await post('/api/users/login', { email: gus.email, password: PASSWORD })).statusCode).toBe(401)
  expect((await post('/api/users', { ...GUS, email: gus.email, password: PASSWORD })).statusCode).toBe(201)
})

test('the session of a guest ends seven days after its last use', async () => {
  const { db, place } = await testCheckout()
  const pen = await product(db)
  const { token, user: gus } = await guest(db)
  const usedAgo = (time: string) =>
    db
      .update(sessions)
      .set({ lastUsedAt: sql`now() - ${time}::interval` })
      .where(eq(sessions.userId, gus.id))
  await usedAgo('6 days 23 hours')
  expect((await place(pen, {}, token)).statusCode).toBe(201)
  await usedAgo('7 days 1 minute')
  expect((await place(pen, {}, token)).statusCode).toBe(401)
})

test('a password makes the guest an account with the same orders', async () => {
  const { db, put, post, get, placed, pay } = await testCheckout()
  const { user: gus, token } = await guest(db)
  const { token: elsewhere } = { token: await session(db, gus.id) }
  const order = await placed(await product(db), {}, token)
  await pay(order, {}, token)
  const response = await put(GUEST, { password: PASSWORD }, token)
  expect(response.statusCode).toBe(200)
  expect(response.json()).toMatchObject({ _id: gus.id, name: gus.name })
  expect(response.json()).not.toHaveProperty('isGuest')
  for (const oldToken of [token, elsewhere])
    expect((await get(`/api/orders/${order._id}`, oldToken)).statusCode).toBe(401)
  const signedIn = (await post('/api/users/login', { email: gus.email, password: PASSWORD })).json()
  expect((await get('/api/orders/myorders', signedIn.token)).json()).toMatchObject([{ _id: order._id }])
})

test('a common password is refused, and the guest stays one', async () => {
  const { db, put } = await testApp()
  const { token } = await guest(db)
  expect((await put(GUEST, { password: 'password1' }, token)).json()).toMatchObject({ code: 'invalid_request' })
  expect(await db.$count(users, eq(users.isGuest, true))).toBe(1)
})

test('an address that is taken is refused with a neutral sentence, and its owner gets an email', async () => {
  const { db, put } = await testApp()
  const { user: owner } = await user(db)
  const { token } = await guest(db, { email: owner.email.toUpperCase() })
  const refusal = await put(GUEST, { password: PASSWORD }, token)
  expect(refusal.statusCode).toBe(422)
  expect(refusal.json()).toEqual({
    code: 'registration_refused',
    message:
      'We could not create an account with these details. If you have an account, sign in and add this order to it there.',
  })
  expect(await db.select().from(outbox)).toMatchObject([{ kind: 'address_registered', payload: { to: owner.email } }])
})

test('an admin sees orders of guests, no guests among the users, and can make nobody of them an admin', async () => {
  const { db, get, put, place } = await testCheckout()
  const { token: adminToken } = await admin(db)
  const { user: gus, token } = await guest(db)
  await place(await product(db), {}, token)
  const emails = (await get('/api/users', adminToken)).json().users.map(({ email }: { email: string }) => email)
  expect(emails).not.toContain(gus.email)
  const searchResults = (await get(`/api/admin/search?q=${gus.email}`, adminToken)).json()
  expect(searchResults).toMatchObject({ customers: [], orders: [{ name: gus.name, isGuest: true }] })
  expect((await get('/api/orders', adminToken)).json().orders).toMatchObject([{ user: { isGuest: true } }])
  expect((await put(`/api/users/${gus.id}`, { isAdmin: true }, adminToken)).statusCode).toBe(404)
  await expect(db.update(users).set({ isAdmin: true }).where(eq(users.id, gus.id))).rejects.toThrow()
})

test('an admin erases a guest, whose order stays without a name once it is shipped', async () => {
  const { db, get, remove, place } = await testCheckout()
  const { token: adminToken } = await admin(db)
  const { user: gus, token } = await guest(db)
  const order = (await place(await product(db), {}, token)).json()
  expect((await remove(`/api/users/${gus.id}`, adminToken)).statusCode).toBe(200)
  expect((await get(`/api/orders/${order._id}`, adminToken)).json().user).toEqual({ name: 'Deleted user', email: '' })
  expect((await get(`/api/orders/${order._id}`, token)).statusCode).toBe(401)
})

test('guests without an order are deleted two days later, with their sessions', async () => {
  const { db, place } = await testCheckout()
  const [idle, buyer, fresh] = [await guest(db), await guest(db), await guest(db)]
  await place(await product(db), {}, buyer.token)
  const old = sql`now() - interval '2 days 1 minute'`
  for (const { user: gus } of [idle, buyer]) await db.update(users).set({ createdAt: old }).where(eq(users.id, gus.id))
  expect(await deleteIdleGuests(db)).toBe(1)
  const guests = await db.select({ id: users.id }).from(users).where(eq(users.isGuest, true))
  expect(guests.map(({ id }) => id).sort()).toEqual([buyer.user.id, fresh.user.id].sort())
  expect(await db.$count(sessions, eq(sessions.userId, idle.user.id))).toBe(0)
  expect(await db.$count(orders)).toBe(1)
})

test('a network begins four guests in an hour without the robot check, and thirty with it', async () => {
  const { db, app, get } = await testApp({ rateLimits: true, robotCheck: { provider: 'altcha' } })
  const call = callsFrom(app, '198.51.100.7')
  const solution = async () => solvedChallenge((await get('/api/users/robot-check/challenge')).json())
  expect(statuses(await repeat(4, () => call(GUEST, GUS)))).toEqual([201, 201, 201, 201])
  expect((await call(GUEST, GUS)).json()).toMatchObject({ code: 'robot_check_required' })
  expect((await call(GUEST, { ...GUS, robotCheck: await solution() })).statusCode).toBe(201)
  await db.execute(sql`update rate_limits set hits = 30 where hits = 5`)
  expect((await call(GUEST, { ...GUS, robotCheck: await solution() })).statusCode).toBe(429)
  await passTime(db, HOUR)
  expect((await call(GUEST, GUS)).statusCode).toBe(201)
})
