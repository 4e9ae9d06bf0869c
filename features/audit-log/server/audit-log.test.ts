import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { CALLS } from '#app/server/calls.ts'
import type { AuditEvent, AuditKind } from '#contract/admin/audit-log.ts'
import { personalData } from '#features/personal-data/server/personal-data.ts'
import { deleteOldEvents, recordAuditEvent } from '#server/shop/audit-log/audit-log.ts'
import { shortenedNetwork } from '#server/shop/audit-log/shortened-network.ts'
import { personOfAccount } from '#server/shop/erasure/person.ts'
import { auditEvents } from '#server/shop/schema/audit-log.ts'
import { apiKeys, sessions } from '#server/shop/schema/users.ts'
import { testApp } from '#server/testing/app.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { lockedQueries } from '#server/testing/cluster.ts'
import { admin, apiKey, PASSWORD, product, user } from '#server/testing/factories.ts'
import { callsFrom, repeat, testAddress } from '#server/testing/limits.ts'
import { waitFor } from '#server/testing/wait-for.ts'
import { AUDITED_CALLS } from './audit-requests.ts'

const LOG = '/api/admin/audit-log'

/** A shop with an admin and a shopper, and the events that the admin reads. */
async function auditedShop() {
  const shop = await testCheckout({ rateLimits: true })
  const { db, get } = shop
  const owner = await admin(db, { name: 'Mara', isApi: true })
  const ann = await user(db, { name: 'Ann', email: 'ann@shopper.example' })
  const events = async (query = ''): Promise<AuditEvent[]> => (await get(`${LOG}${query}`, owner.token)).json().events
  const kinds = async () => (await events()).map(({ kind }) => kind)
  return { ...shop, owner, ann, events, kinds }
}

type Shop = Awaited<ReturnType<typeof auditedShop>>
type Case = readonly [AuditKind, (shop: Shop) => Promise<unknown>, by: 'Mara' | 'Ann' | null]

const signIn = ({ post }: Shop, password: string, email = 'ann@shopper.example') =>
  post('/api/users/login', { email, password })
const age = ({ db }: Shop) => db.update(sessions).set({ createdAt: sql`now() - interval '16 minutes'` })

const CASES: Case[] = [
  ['sign_in', (shop) => signIn(shop, PASSWORD), 'Ann'],
  ['sign_in_failed', (shop) => signIn(shop, 'wrong password'), 'Ann'],
  ['sign_in_failed', (shop) => signIn(shop, 'wrong password', 'nobody@shopper.example'), null],
  ['refused', ({ get, ann }) => get('/api/settings', ann.token), 'Ann'],
  ['refused', ({ get, ann, owner }) => get(`/api/users/${owner.user.id}`, ann.token), 'Ann'],
  ['refused', ({ get }) => get('/api/settings', 'boutique_guessed'), null],
  ['step_up_needed', (shop) => age(shop).then(() => shop.post('/api/exports/shop', {}, shop.owner.token)), 'Mara'],
  ['password_wrong', ({ put, ann }) => put('/api/personal-data/deleted', { password: 'not mine' }, ann.token), 'Ann'],
  [
    'limit_reached',
    ({ post, ann }) => repeat(11, (round) => post('/api/coupons/validate/', { code: `G${round}` }, ann.token)),
    'Ann',
  ],
  ['exported', ({ get, owner }) => get('/api/users/export', owner.token), 'Mara'],
  ['exported', ({ get, ann }) => get('/api/personal-data', ann.token), 'Ann'],
  ['api_key_created', ({ post, owner }) => post('/api/users/api-keys', { name: 'Stock' }, owner.token), 'Mara'],
  ['role_changed', ({ put, owner, ann }) => put(`/api/users/${ann.user.id}`, { isAdmin: true }, owner.token), 'Mara'],
  [
    'account_changed',
    ({ put, ann }) => put('/api/users/profile', { password: 'another good one', currentPassword: PASSWORD }, ann.token),
    'Ann',
  ],
  ['reset_requested', ({ post }) => post('/api/users/forgot-password', { email: 'ann@shopper.example' }), null],
  ['person_deleted', ({ remove, owner, ann }) => remove(`/api/users/${ann.user.id}`, owner.token), 'Mara'],
]

test.for(CASES)('an event of the kind %s is in the log, with who and from where', async ([kind, act, by]) => {
  const shop = await auditedShop()
  await act(shop)
  expect(await shop.events()).toMatchObject([
    { kind, by: by && { name: by }, network: '127.0.0.0/24', times: 1, call: expect.stringMatching(/^[A-Z]+ \/api\//) },
  ])
})

test('the API has every call that the log is about', () => {
  expect(AUDITED_CALLS.filter((name) => !Object.hasOwn(CALLS, name))).toEqual([])
})

test('what shoppers do day by day is not in the log', async () => {
  const { db, place, pay, ann, get, events } = await auditedShop()
  const pen = await product(db)
  const order = (await place({ id: pen.id, pieces: 1 }, {}, ann.token)).json()
  expect((await pay(order, {}, ann.token)).statusCode).toBe(200)
  await get('/api/orders/myorders', ann.token)
  await get('/api/orders/nothing', ann.token)
  expect(await events()).toEqual([])
})

test('changed settings, ended keys and a payment of another order are in the log', async () => {
  const shop = await auditedShop()
  const { db, put, post, remove, get, owner, ann, place, events } = shop
  const { token } = owner
  const key = await apiKey(db, owner)
  await remove(`/api/users/api-keys/${key._id}`, token)
  const settings = (await get('/api/settings', token)).json()
  expect((await put('/api/settings', { version: settings.version, name: 'Mara’s' }, token)).statusCode).toBe(200)
  const pen = await product(db)
  const order = (await place({ id: pen.id, pieces: 1 }, {}, ann.token)).json()
  await put(`/api/orders/${order._id}/pay`, { id: 'another', status: 'COMPLETED' }, ann.token)
  await post('/api/users/forgot-password-reset/wrong', { password: PASSWORD })
  expect(await events()).toMatchObject([
    { kind: 'refused', by: null, subject: null },
    { kind: 'foreign_payment', by: { name: 'Ann' }, subject: order._id },
    { kind: 'settings_changed', by: { name: 'Mara' } },
    { kind: 'api_key_revoked', by: { name: 'Mara' }, subject: key._id },
  ])
})

test('a program is told from a person', async () => {
  const { db, owner, get, events } = await auditedShop()
  const { key, _id } = await apiKey(db, owner)
  await get('/api/users/export', key)
  const refusal = { kind: 'refused', by: { name: 'Mara' }, isApiKey: true, apiKey: { _id, name: 'Stock list' } }
  expect(await events()).toMatchObject([refusal])
  await db.delete(apiKeys)
  expect(await events()).toMatchObject([refusal])
})

test('the log is listed by pages and by kind, for admins alone', async () => {
  const { db, get, ann, owner, events } = await auditedShop()
  for (let number = 0; number < 30; number++)
    await recordAuditEvent(db, { kind: 'exported', userId: owner.user.id, subject: `${number}` })
  expect(await events()).toHaveLength(25)
  expect(await events('?pageNumber=2')).toHaveLength(5)
  expect((await get(`${LOG}?pageNumber=3`, owner.token)).statusCode).toBe(404)
  expect(await events('?kind=sign_in')).toEqual([])
  expect((await get(`${LOG}?kind=other`, owner.token)).statusCode).toBe(400)
  expect([(await get(LOG)).statusCode, (await get(LOG, ann.token)).statusCode]).toEqual([401, 403])
})

test('a thousand refused calls of one network are one row, and those of many networks few', async () => {
  const { app, db } = await testApp()
  const ann = await user(db)
  for (let round = 0; round < 20; round++)
    await Promise.all(
      Array.from({ length: 50 }, () => callsFrom(app, testAddress(1))('/api/exports/products', {}, ann.token)),
    )
  await app.saveAuditEvents()
  expect(await db.select().from(auditEvents)).toMatchObject([{ kind: 'refused', times: 1_000 }])
  await repeat(300, (number) =>
    callsFrom(app, `203.${Math.floor(number / 250)}.${number % 250}.9`)('/api/exports/products', {}, ann.token),
  )
  await app.saveAuditEvents()
  const rows = await db.select().from(auditEvents)
  expect(rows.length).toBeLessThan(45)
  expect(rows.reduce((sum, { times }) => sum + times, 0)).toBe(1_300)
})

test('saving the events of the audit log waits for those that are being written', async () => {
  const { app, db, url, get } = await auditedShop()
  await get('/api/settings', 'boutique_guessed')
  const { saving } = await db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${auditEvents} in share mode`)
    // The shop writes the event by itself after a second, and waits for the lock.
    await waitFor(async () => expect(await lockedQueries(url)).toBe(1))
    const saving = app.saveAuditEvents().then(() => 'saved')
    expect(await Promise.race([saving, setTimeout(100, 'waiting')])).toBe('waiting')
    // In an object, because the transaction would wait for a promise.
    return { saving }
  })
  await saving
  expect(await db.$count(auditEvents)).toBe(1)
})

test('the log has no typed word, no password, no token and no full address of anybody', async () => {
  const shop = await auditedShop()
  const { app, db, post, put, get, ann } = shop
  const CANARY = 'canary-7f3a'
  await signIn(shop, CANARY, `${CANARY}@shopper.example`)
  await callsFrom(app, '203.0.113.77')('/api/users/login', { email: 'ann@shopper.example', password: CANARY })
  await post(`/api/users/forgot-password-reset/${CANARY}`, { password: PASSWORD })
  await post('/api/users/first-admin', {
    key: CANARY,
    name: CANARY,
    email: `${CANARY}@new.example`,
    password: PASSWORD,
  })
  await put('/api/personal-data/deleted', { password: CANARY }, ann.token)
  await get(`/api/users/${CANARY}`, ann.token)
  await get(`/api/settings?secret=${CANARY}`, `boutique_${CANARY}`)
  await put('/api/users/profile', { email: `${CANARY}@moved.example` }, ann.token)
  await app.saveAuditEvents()
  const text = JSON.stringify(await db.select().from(auditEvents))
  expect(text.match(/"kind"/g)?.length).toBeGreaterThan(3)
  expect(text).not.toContain(CANARY)
  expect(text).not.toContain('ann@shopper.example')
  expect(text).not.toContain('203.0.113.77')
  for (const token of [ann.token, shop.owner.token]) expect(text).not.toContain(token)
})

test.for([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2:3::4', '2001:db8:1::/48'],
] as const)('the network of %s is %s', ([address, network]) => {
  expect(shortenedNetwork(address)).toBe(network)
})

test('events end after 90 days, and those that strangers cause at 50,000', async () => {
  const { db } = await testApp()
  await recordAuditEvent(db, { kind: 'exported', subject: 'old' })
  await db.update(auditEvents).set({ lastAt: sql`now() - interval '91 days'` })
  await recordAuditEvent(db, { kind: 'exported', subject: 'new' })
  await db.execute(sql`
    insert into ${auditEvents} (kind, is_api_key, times, dedupe_key)
    select 'refused', false, 1, 'key ' || n from generate_series(1, 50003) n`)
  await deleteOldEvents(db)
  expect(await db.$count(auditEvents, sql`kind = 'refused'`)).toBe(50_000)
  expect(await db.select().from(auditEvents).where(sql`kind = 'exported'`)).toMatchObject([{ subject: 'new' }])
})

test('a person’s events are in their file, and lose who it was when they are erased', async () => {
  const shop = await auditedShop()
  const { app, db, ann, owner, remove } = shop
  await signIn(shop, PASSWORD)
  await app.saveAuditEvents()
  const data = await personalData(db, (tx) => personOfAccount(tx, ann.user))
  expect(data.audit_events).toMatchObject([{ kind: 'sign_in' }])
  await remove(`/api/users/${ann.user.id}`, owner.token)
  const [event] = await db.select().from(auditEvents).where(sql`kind = 'sign_in'`)
  expect(event).toMatchObject({ userId: null, network: null })
})
