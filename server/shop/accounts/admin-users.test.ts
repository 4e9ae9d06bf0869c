import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from '#server/platform/db/client.ts'
import type { Message } from '#server/platform/outbox/message.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { openRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { rateLimits } from '#server/platform/rate-limits/schema.ts'
import { sendDueMails } from '#server/shop/messages/send-messages.ts'
import { queueAccountMail, queueResetLink } from '#server/shop/notifications/queue.ts'
import { POLICIES } from '#server/shop/rate-limits/policies.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { apiKeys, mailedTokens, sessions, users } from '#server/shop/schema/users.ts'
import { testApp } from '#server/testing/app.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, apiKey, PASSWORD, product, user } from '#server/testing/factories.ts'
import { figure, runs } from '#server/testing/torture.ts'
import { requestReset } from './password-resets.ts'
import { hashToken, newToken } from './tokens.ts'

const UNKNOWN_ID = '0190f5a0-0000-7000-8000-000000000000'

/** A shop with an admin, who makes the calls. */
async function shopWithAdmin() {
  const shop = await testApp()
  const owner = await admin(shop.db, { name: 'Zi', email: 'zi@boutique.example' })
  const { token } = owner
  return {
    ...shop,
    owner,
    list: (query = '') => shop.get(`/api/users?${query}`, token),
    person: (id: string) => shop.get(`/api/users/${id}`, token),
    change: (id: string, body: unknown, by = token) => shop.put(`/api/users/${id}`, body, by),
    remove: (id: string, by = token) => shop.remove(`/api/users/${id}`, by),
    works: async (bearer: string) => (await shop.get('/api/users/profile', bearer)).statusCode === 200,
    login: (email: string) => shop.post('/api/users/login', { email, password: PASSWORD }),
    async sent() {
      const messages: Message[] = []
      const mailer = { send: async (_key: string, message: Message) => void messages.push(message), close() {} }
      await sendDueMails({ db: shop.db, mailer, shopUrl: shop.shop.shopUrl, log: shop.app.log })
      return messages.map(({ to, subject }) => [to, subject])
    },
  }
}

type UserList = { users: { name: string; email: string }[]; page: number; pages: number; total: number }

const PEOPLE = [
  ['Bea Cooper', 'bea@shopper.example'],
  ['ann Smith', 'ZOE@shopper.example'],
  ['100% Wool', 'wool_co@shopper.example'],
  ['Cara Ann', 'cara@shopper.example'],
] as const

test.for([
  ['', ['Cara Ann', '100% Wool', 'ann Smith', 'Bea Cooper', 'Zi']],
  ['sort=joined', ['Zi', 'Bea Cooper', 'ann Smith', '100% Wool', 'Cara Ann']],
  ['sort=name', ['100% Wool', 'ann Smith', 'Bea Cooper', 'Cara Ann', 'Zi']],
  ['sort=-name', ['Zi', 'Cara Ann', 'Bea Cooper', 'ann Smith', '100% Wool']],
  ['sort=email', ['Bea Cooper', 'Cara Ann', '100% Wool', 'Zi', 'ann Smith']],
  ['sort=-email', ['ann Smith', 'Zi', '100% Wool', 'Cara Ann', 'Bea Cooper']],
  ['keyword=ANN', ['Cara Ann', 'ann Smith']],
  ['keyword=zoe@', ['ann Smith']],
  ['keyword=smith+ann', ['ann Smith']],
  ['keyword=%25', ['100% Wool']],
  ['keyword=_', ['100% Wool']],
  ['keyword=nobody', []],
] as const)('the list of users sorts by “%s”', async ([query, names]) => {
  const { db, list } = await shopWithAdmin()
  await db.update(users).set({ createdAt: sql`now() - interval '1 day'` })
  for (const [name, email] of PEOPLE) await user(db, { name, email })
  await user(db, { name: 'Ann Gone', deletedAt: new Date() })
  const answer = (await list(query)).json<UserList>()
  expect(answer.users.map(({ name }) => name)).toEqual(names)
  expect(answer).toMatchObject({ page: 1, pages: 1, total: names.length })
})

test('the list has 25 users on a page, and no page past its end', async () => {
  const { db, list } = await shopWithAdmin()
  await db
    .insert(users)
    .values(
      Array.from({ length: 25 }, (_, at) => ({ name: `Ann ${at}`, email: `ann-${at}@x.example`, passwordHash: 'x' })),
    )
  const first = (await list()).json<UserList>()
  const second = (await list('pageNumber=2')).json<UserList>()
  expect([first.users.length, second.users.length]).toEqual([25, 1])
  expect(new Set([...first.users, ...second.users].map(({ email }) => email)).size).toBe(26)
  expect(second).toMatchObject({ page: 2, pages: 2, total: 26 })
  expect((await list('pageNumber=3')).statusCode).toBe(404)
  expect((await list('pageNumber=0')).statusCode).toBe(400)
})

test('an admin changes a user, and omitted fields stay', async () => {
  const { db, change, person } = await shopWithAdmin()
  const { user: ann } = await user(db, { name: 'Ann', email: 'ann@shopper.example' })
  const fullEdit = { _id: ann.id, name: ' Anna ', email: ann.email, isAdmin: true, isAPI: true }
  const reply = await change(ann.id, fullEdit)
  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toEqual({ ...fullEdit, name: 'Anna' })
  expect((await person(ann.id)).json()).toEqual({ ...fullEdit, name: 'Anna' })
  expect((await change(ann.id, { isAdmin: false })).json()).toEqual({ ...fullEdit, name: 'Anna', isAdmin: false })
  expect((await change(ann.id.toUpperCase(), { _id: UNKNOWN_ID, isAPI: false })).json()).toMatchObject({
    _id: ann.id,
    isAPI: false,
  })
})

test.for([
  ['no name', { name: ' ' }, 400, 'name', 'Enter a name.'],
  ['no address', { email: '' }, 400, 'email', 'Enter a valid email address.'],
  ['an incomplete address', { email: 'ann@' }, 400, 'email', 'Enter a valid email address.'],
  ['a role that is no boolean', { isAdmin: 'yes' }, 400, 'isAdmin', 'The field isAdmin must be true or false.'],
  [
    'the address of another user, in another spelling',
    { email: 'ZI@Boutique.example' },
    422,
    'email',
    'Another account has this email address.',
  ],
] as const)('a change to %s is refused beside its field', async ([, body, status, path, message]) => {
  const { db, change, person } = await shopWithAdmin()
  const { user: ann } = await user(db)
  const reply = await change(ann.id, { name: 'Anna', ...body })
  expect(reply.statusCode).toBe(status)
  expect(reply.json()).toMatchObject({ message, issues: [{ path, message }] })
  expect((await person(ann.id)).json()).toMatchObject({ name: ann.name, email: ann.email, isAdmin: false })
})

test('a missing or deleted user can be neither changed nor deleted', async () => {
  const { db, change, remove } = await shopWithAdmin()
  const { user: deletedUser } = await user(db, { name: 'Ann Gone', deletedAt: new Date() })
  for (const id of [UNKNOWN_ID, deletedUser.id]) {
    expect((await change(id, { name: 'Anna' })).statusCode).toBe(404)
    expect((await remove(id)).statusCode).toBe(404)
  }
  expect(await db.select().from(users).where(eq(users.id, deletedUser.id))).toEqual([deletedUser])
})

test('a change of the email address sends messages to both addresses, and ends sessions and reset links', async () => {
  const { db, change, sent, works, login } = await shopWithAdmin()
  const ann = await user(db, { email: 'ann@shopper.example' })
  const token = await resetToken(db, ann.user.id)
  await requestReset(db, 'Ann@Shopper.example')
  expect((await change(ann.user.id, { email: 'anna@shopper.example' })).statusCode).toBe(200)
  expect(await sent()).toEqual([
    ['ann@shopper.example', 'Your My shop email address was changed'],
    ['anna@shopper.example', 'Your email address at My shop'],
  ])
  expect(await works(ann.token)).toBe(false)
  expect(await db.$count(mailedTokens, eq(mailedTokens.tokenHash, hashToken(token)))).toBe(0)
  expect((await login('ann@shopper.example')).statusCode).toBe(401)
  expect((await login('anna@shopper.example')).statusCode).toBe(200)
})

test('a change of name or role sends no message and ends no session', async () => {
  const { db, change, sent, works } = await shopWithAdmin()
  const ann = await user(db)
  expect((await change(ann.user.id, { name: 'Anna', email: ann.user.email, isAPI: true })).statusCode).toBe(200)
  expect(await sent()).toEqual([])
  expect(await works(ann.token)).toBe(true)
})

test('admins who change their own address keep only the current session', async () => {
  const { owner, change, works, login } = await shopWithAdmin()
  const other = (await login(owner.user.email)).json().token
  expect((await change(owner.user.id, { email: 'zinnia@boutique.example' })).statusCode).toBe(200)
  expect([await works(owner.token), await works(other)]).toEqual([true, false])
})

test('a change of the address requires a sign-in of the last 15 minutes', { tags: ['S4'] }, async ({ task }) => {
  const { db, change, person } = await shopWithAdmin()
  const { user: ann } = await user(db)
  await db.update(sessions).set({ createdAt: sql`now() - interval '16 minutes'` })
  const late = await change(ann.id, { name: 'Anna', email: 'anna@shopper.example' })
  expect([late.statusCode, late.json().code]).toEqual([403, 'sign_in_again'])
  expect((await person(ann.id)).json()).toMatchObject({ name: ann.name, email: ann.email })
  figure(task, 'another’s address, by an admin who signed in 16 minutes ago: 403')
})

test('a changed admin role applies from the next call', async () => {
  const { db, change, get } = await shopWithAdmin()
  const ann = await user(db)
  const list = async () => (await get('/api/users', ann.token)).statusCode
  const statuses = [await list()]
  for (const isAdmin of [true, false]) {
    await change(ann.user.id, { isAdmin })
    statuses.push(await list())
  }
  expect(statuses).toEqual([403, 200, 403])
})

test('API keys end with the API role of their user, and stay so when it is given back', async () => {
  const { db, change, works } = await shopWithAdmin()
  const ann = await user(db)
  const { key } = await apiKey(db, ann)
  const answers = [await works(key)]
  for (const isAPI of [true, false, true]) {
    await change(ann.user.id, { isAPI })
    answers.push(await works(key))
  }
  expect(answers).toEqual([false, true, false, false])
})

async function resetToken(db: Database, userId: string) {
  const token = newToken()
  await db.insert(mailedTokens).values({ tokenHash: hashToken(token), purpose: 'reset', userId, messageId: 1 })
  return token
}

test('deleting a user deletes all of their personal data', async () => {
  const { db, app, owner, remove, list, person, post, works, login, sent } = await shopWithAdmin()
  const ann = await user(db, { name: 'Ann Gone', email: 'Ann@Gone.example', isApi: true })
  const { key } = await apiKey(db, ann)
  const token = await resetToken(db, ann.user.id)
  await queueResetLink(db, 'ann@gone.example')
  await queueAccountMail(db, 'password_changed', 'ann@gone.example')
  await queueAccountMail(db, 'password_changed', owner.user.email)
  const limits = openRateLimits({ db, rateLimits: true })
  const request = { ip: '192.0.2.1', headers: {}, log: app.log, socket: {}, caller: null } as never
  await limits.count(request, POLICIES.resetMail, { account: 'ann@gone.example' })
  await limits.count(request, POLICIES.coupon, { account: ann.user.id })
  await limits.count(request, POLICIES.resetMail, { account: owner.user.email })
  const reply = await remove(ann.user.id)
  expect([reply.statusCode, reply.json()]).toEqual([200, { message: 'User Ann Gone Deleted!' }])

  const rows = await db.select().from(users).where(eq(users.id, ann.user.id))
  expect(rows).toMatchObject([{ name: 'Deleted user', email: '', passwordHash: '', isAdmin: false, isApi: false }])
  expect(rows[0]?.deletedAt).not.toBe(null)
  for (const table of [sessions, apiKeys, mailedTokens])
    expect(await db.$count(table, sql`user_id = ${ann.user.id}`)).toBe(0)
  expect((await db.select().from(outbox)).map(({ payload }) => payload)).toEqual([{ to: owner.user.email }])
  // Counters of the network, one of each kind, and of the other user.
  expect(await db.$count(rateLimits)).toBe(3)
  expect(await sent()).toHaveLength(1)

  expect([await works(ann.token), await works(key)]).toEqual([false, false])
  expect((await login('ann@gone.example')).statusCode).toBe(401)
  const reset = await post(`/api/users/forgot-password-reset/${token}`, { password: 'a glazed cup by the sea' })
  expect(reset.json().code).toBe('reset_invalid')
  expect((await person(ann.user.id)).statusCode).toBe(404)
  expect((await remove(ann.user.id)).statusCode).toBe(404)
  expect((await list('keyword=deleted')).json()).toMatchObject({ total: 0 })
  const again = { name: 'Ann', email: 'ann@gone.example', password: PASSWORD }
  expect((await post('/api/users', again)).statusCode).toBe(201)
})

test('the orders of a deleted user keep only the parcel’s recipient and address', async () => {
  const { db, buyer, token, placed, pay, order, put, remove } = await testCheckout()
  const owner = await admin(db)
  const buyersOrder = await placed(await product(db))
  const payment = (await pay(buyersOrder)).json()
  const payer = { email_address: buyer.email, name: { given_name: 'Ann', surname: 'Shopper' } }
  await put(`/api/orders/${buyersOrder._id}/pay`, { id: payment.id, status: 'COMPLETED', payer }, token)
  expect((await db.select().from(orders))[0]?.payerNote).toMatchObject({ email_address: buyer.email })
  expect((await remove(`/api/users/${buyer.id}`, owner.token)).statusCode).toBe(200)
  expect(await order(buyersOrder._id, owner.token)).toMatchObject({
    user: { name: 'Deleted user', email: '' },
    isPaid: true,
    totalPrice: buyersOrder.totalPrice,
    shippingAddress: { address: '1 Main Street', recipient: buyer.name },
  })
  expect(await db.select().from(orders)).toMatchObject([{ userId: buyer.id, payerNote: null }])
  expect((await order(buyersOrder._id)).code).toBe('unauthenticated')
})

test('no API key is created for a user who is being deleted', async () => {
  const { db, remove } = await shopWithAdmin()
  const ann = await user(db)
  const removal = remove(ann.user.id)
  await Promise.allSettled([removal, apiKey(db, ann), removal.then(() => apiKey(db, ann))])
  expect(await db.$count(apiKeys)).toBe(0)
})

type AdminShop = Awaited<ReturnType<typeof shopWithAdmin>>
const demotion = (shop: AdminShop, id: string, by?: string) => shop.change(id, { isAdmin: false }, by)

test.for([
  ['deleted by themselves', (shop: AdminShop) => shop.remove(shop.owner.user.id), 'own_account'],
  ['deleted by an id in capitals', (shop: AdminShop) => shop.remove(shop.owner.user.id.toUpperCase()), 'own_account'],
  ['demoted by themselves', (shop: AdminShop) => demotion(shop, shop.owner.user.id), 'last_admin'],
] as const)('the last admin cannot be %s', { tags: ['A7'] }, async ([, attempt, code]) => {
  const shop = await shopWithAdmin()
  // A deleted admin and a user, neither of whom counts as another admin.
  await admin(shop.db, { deletedAt: new Date() })
  await user(shop.db)
  const reply = await attempt(shop)
  expect([reply.statusCode, reply.json().code]).toEqual([409, code])
  expect((await shop.person('profile')).json()).toMatchObject({ isAdmin: true })
})

test('with a second admin, the first may step down, but not delete their own account', { tags: ['A7'] }, async () => {
  const shop = await shopWithAdmin()
  await admin(shop.db)
  const removal = await shop.remove(shop.owner.user.id)
  expect([removal.statusCode, removal.json().code]).toEqual([409, 'own_account'])
  expect((await demotion(shop, shop.owner.user.id)).statusCode).toBe(200)
  expect((await shop.list()).statusCode).toBe(403)
})

test.for([
  ['demote', 'demote'],
  ['delete', 'delete'],
  ['demote', 'delete'],
] as const)('when two admins %s and %s each other at once, one remains', { tags: ['A7'] }, async (does, { task }) => {
  const shop = await shopWithAdmin()
  const { db } = shop
  const rounds = runs(5, 100)
  const refusals: number[] = []
  // Without a round in which both calls passed the guard at once, the test would prove nothing.
  const conflicts = () => refusals.filter((status) => status === 409).length
  const acts = { demote: demotion, delete: (_: AdminShop, id: string, by: string) => shop.remove(id, by) }
  for (let round = 0; round < rounds || (conflicts() === 0 && round < 20 * rounds); round++) {
    await db.update(users).set({ isAdmin: false })
    const [one, other] = [await admin(db), await admin(db)]
    const replies = await Promise.all([
      acts[does[0]](shop, other.user.id, one.token),
      acts[does[1]](shop, one.user.id, other.token),
    ])
    const statuses = replies.map(({ statusCode }) => statusCode).filter((status) => status !== 200)
    // A call that comes too late fails at the guard instead, with 401 or 403.
    expect(statuses).toEqual([expect.toBeOneOf([401, 403, 409])])
    refusals.push(...statuses)
    expect(await db.$count(users, sql`is_admin and deleted_at is null`)).toBe(1)
  }
  expect(conflicts()).toBeGreaterThan(0)
  figure(
    task,
    `${refusals.length} × two admins ${does[0]} and ${does[1]} each other at once: one left, ${conflicts()} × 409`,
  )
})

test('of thousands of users, whose number may be from before, the last page is the last after each deletion', async () => {
  const shop = await shopWithAdmin()
  // With the owner 202 pages, the last of which has one.
  await shop.db.execute(sql`
    insert into users (name, email, password_hash)
    select 'Zoe ' || n, 'zoe' || n || '@boutique.example', 'none' from generate_series(1, 5025) n`)
  const page = async (number: number) => {
    const { page, pages, users, code } = (await shop.list(`sort=name&pageNumber=${number}`)).json()
    return code ?? { page, pages, names: users.map(({ name }: { name: string }) => name) }
  }
  const fullPage = expect.objectContaining({ length: 25 })
  expect(await page(201)).toEqual({ page: 201, pages: 202, names: fullPage })
  expect(await page(202)).toEqual({ page: 202, pages: 202, names: ['Zoe 999'] })
  const { users: matches } = (await shop.list('keyword=zoe999@')).json()
  expect((await shop.remove(matches[0]._id)).statusCode).toBe(200)
  expect(await page(202)).toBe('not_found')
  const { users: others } = (await shop.list('keyword=zoe998@')).json()
  expect((await shop.remove(others[0]._id)).statusCode).toBe(200)
  expect(await page(201)).toMatchObject({ page: 201, pages: 201, names: { length: 24 } })
})
