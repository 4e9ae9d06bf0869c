import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#server/platform/db/client.ts'
import { coupons } from '#server/shop/schema/coupons.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { couponUses, paymentAttempts } from '#server/shop/schema/payments.ts'
import { testApp, testDatabase } from '#server/testing/app.ts'
import { coupon, user } from '#server/testing/factories.ts'
import { usableCoupon } from './coupons.ts'

const PATH = '/api/coupons/validate/'

async function shopper() {
  const { db, post } = await testApp()
  const { token } = await user(db)
  return { db, check: (body: unknown) => post(PATH, body, token) }
}

/** Uses the coupon in a free order. */
async function use(db: Db, couponId: string, state: 'held' | 'used' | 'released') {
  const { user: buyer } = await user(db)
  const address = { address: '1 Main St', city: 'Denver', addressState: 'CO', postalCode: '80202', country: 'USA' }
  const price = { itemsCents: 0, shippingCents: 0, taxCents: 0, discountCents: 0, totalCents: 0 }
  const [order] = await db
    .insert(orders)
    .values({ userId: buyer.id, ...address, ...price, paymentMethod: 'Square', requestHash: 'x' })
    .returning()
  const [attempt] = await db
    .insert(paymentAttempts)
    .values({
      orderId: order?.id ?? '',
      kind: 'zero',
      amountCents: 0,
      state: 'authorising',
      processId: 'test',
      leaseUntil: sql`now()`,
    })
    .returning()
  await db.insert(couponUses).values({ couponId, attemptId: attempt?.id ?? '', slot: 'once', state })
}

test.for([PATH, '/api/coupons/validate'])('%s returns the effect of a usable coupon, in dollars', async (path) => {
  const { db, post } = await testApp()
  const { token } = await user(db)
  await coupon(db, { code: 'SPRING', amountCents: 250, freeShip: true })
  const reply = await post(path, { code: 'SPRING', zip: '80202' }, token)
  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toEqual({ amount: 2.5, freeShip: true, taxFree: false })
})

test.for(['spring', ' SPRING ', 'sPrInG'])('the code %j is the coupon SPRING', async (code) => {
  const { db, check } = await shopper()
  await coupon(db, { code: 'SPRING' })
  const reply = await check({ code })
  expect(reply.statusCode).toBe(200)
})

const UNKNOWN_CODE = 'Invalid Coupon Code!'
const EXPIRED_CODE = 'The code SPRING has expired.'
const USED_CODE = 'The code ONCE has already been used.'

test.for([
  ['an unknown code', {}, 'NO-SUCH', UNKNOWN_CODE],
  ['the reserved code', {}, 'invalid', UNKNOWN_CODE],
  ['a draft', { draft: true }, 'SPRING', UNKNOWN_CODE],
  ['a deleted coupon', { deletedAt: new Date() }, 'SPRING', UNKNOWN_CODE],
  ['an expired coupon', { expires: '2020-01-01' }, 'SPRING', EXPIRED_CODE],
  ['a pattern instead of a code', {}, '%', UNKNOWN_CODE],
  ['a code with a zero byte', {}, 'a\0b', UNKNOWN_CODE],
  ['half a surrogate pair', {}, '\ud800', UNKNOWN_CODE],
  ['a code of 61 characters', {}, 'x'.repeat(61), UNKNOWN_CODE],
  ['a code of 10,000 characters', {}, 'x'.repeat(10_000), UNKNOWN_CODE],
] as const)('%s is refused in plain words', async ([, fields, code, sentence]) => {
  const { db, check } = await shopper()
  await coupon(db, { code: 'SPRING', ...fields })
  const reply = await check({ code })
  expect(reply.statusCode).toBe(422)
  expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(reply.body).toBe(sentence)
})

test.for([
  ['used', 422, USED_CODE],
  ['held', 200, '{"amount":1,"freeShip":false,"taxFree":false}'],
  ['released', 200, '{"amount":1,"freeShip":false,"taxFree":false}'],
] as const)('a one-time coupon that an order has %s answers %i', async ([state, status, body]) => {
  const { db, check } = await shopper()
  const { id } = await coupon(db, { code: 'ONCE', oneTime: true })
  await use(db, id, state)
  const reply = await check({ code: 'ONCE' })
  expect([reply.statusCode, reply.body]).toEqual([status, body])
})

test('a coupon for many uses stays usable after one', async () => {
  const { db, check } = await shopper()
  const { id } = await coupon(db, { code: 'MANY' })
  await use(db, id, 'used')
  expect((await check({ code: 'MANY' })).statusCode).toBe(200)
})

test('a new coupon can have the code of a deleted one', async () => {
  const { db, check } = await shopper()
  await coupon(db, { code: 'SPRING', deletedAt: new Date() })
  await coupon(db, { code: 'spring', amountCents: 500 })
  expect((await check({ code: 'SPRING' })).json()).toMatchObject({ amount: 5 })
})

test.for([
  ['no code', {}, 'Invalid Coupon Code!'],
  ['an empty code', { code: '' }, 'Invalid Coupon Code!'],
  ['a bad ZIP', { code: 'SPRING', zip: 'x' }, 'You must enter a valid ZIP Code!'],
] as const)('a check with %s is malformed', async ([, body, message]) => {
  const { check } = await shopper()
  const reply = await check(body)
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ code: 'invalid_request', message })
})

test('a visitor cannot check codes', async () => {
  const { db, post } = await testApp()
  await coupon(db, { code: 'SPRING' })
  const reply = await post(PATH, { code: 'SPRING' })
  expect([reply.statusCode, reply.json().code]).toEqual([401, 'unauthenticated'])
})

test("the errors of an unusable coupon name the reason, and it expires by the shop's clock", {
  tags: ['B6'],
}, async () => {
  const { db } = await testDatabase()
  await coupon(db, { code: 'SPRING', expires: '2026-07-04' })
  const midnight = new Date('2026-07-05T05:00:00Z')
  await expect(usableCoupon(db, 'NO-SUCH')).rejects.toMatchObject({ code: 'coupon_invalid', message: UNKNOWN_CODE })
  await expect(usableCoupon(db, 'SPRING', null, midnight)).rejects.toMatchObject({
    code: 'coupon_unusable',
    message: EXPIRED_CODE,
  })
  const lastMoment = new Date(midnight.getTime() - 1)
  expect(await usableCoupon(db, 'SPRING', null, lastMoment)).toMatchObject({ code: 'SPRING', amountCents: 100 })
})

test('no coupon has a negative discount', { tags: ['B7'] }, async () => {
  const { db } = await testDatabase()
  await expect(coupon(db, { amountCents: -1 })).rejects.toMatchObject({ cause: { constraint: 'coupons_amount' } })
  expect(await db.$count(coupons)).toBe(0)
})
