import { expect, test } from 'vitest'
import { buildApp } from '#app/server/app.ts'
import { RESERVED_CODE } from '#contract/defaults.ts'
import { ADDRESS, testCheckout } from '#server/testing/checkouts.ts'
import { coupon, product, user } from '#server/testing/factories.ts'
import { callsFrom, passTime, repeat, testAddress } from '#server/testing/limits.ts'
import { figure, runs } from '#server/testing/torture.ts'

const PATH = '/api/coupons/validate/'
const statuses = (replies: { statusCode: number }[]) => replies.map(({ statusCode }) => statusCode)

/** A shop with rate limits, the coupon SPRING, and a shopper who checks codes. */
async function guessing() {
  const shop = await testCheckout({ rateLimits: true })
  await coupon(shop.db, { code: 'SPRING' })
  return { ...shop, check: (code: string) => shop.post(PATH, { code }, shop.token) }
}

test('an account may be wrong ten times in ten minutes; then no code is checked, not even the right one', {
  tags: ['B8'],
}, async ({ task }) => {
  const { db, check } = await guessing()
  expect(statuses(await repeat(10, (round) => check(`GUESS-${round}`)))).toEqual(Array(10).fill(422))
  const refusal = await check('SPRING')
  expect(refusal.statusCode).toBe(429)
  const message = 'Too many wrong discount codes. Please try again in 10 minutes.'
  expect(refusal.json()).toMatchObject({ code: 'rate_limited', message })
  expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(590)
  await passTime(db, 600)
  expect((await check('SPRING')).statusCode).toBe(200)
  figure(task, 'one account: 10 wrong codes, then 429')
})

test('a network may send thirty wrong codes, over all of its users', { tags: ['B8'] }, async ({ task }) => {
  const { db, app } = await guessing()
  const [here, elsewhere] = [callsFrom(app, testAddress(1)), callsFrom(app, testAddress(2))]
  const bots = await repeat(4, () => user(db))
  const guesses = await repeat(30, (round) => here(PATH, { code: `G${round}` }, bots[Math.floor(round / 10)]?.token))
  expect(statuses(guesses)).toEqual(Array(30).fill(422))
  expect((await here(PATH, { code: 'SPRING' }, bots[3]?.token)).statusCode).toBe(429)
  expect((await elsewhere(PATH, { code: 'SPRING' }, bots[3]?.token)).statusCode).toBe(200)
  figure(task, 'one address: 30 wrong codes, then 429')
})

test('placing orders counts as guessing, too', { tags: ['B8'] }, async () => {
  const { db, post, token, check, place } = await guessing()
  const pen = await product(db)
  const order = (code: string) => {
    const orderItems = [{ product: pen.id, qty: 1 }]
    return post('/api/orders', { orderItems, shippingAddress: ADDRESS, paymentMethod: 'Square', code }, token)
  }
  await repeat(5, (round) => check(`GUESS-${round}`))
  expect(statuses(await repeat(5, (round) => order(`GUESS-${round}`)))).toEqual(Array(5).fill(422))
  expect((await order('SPRING')).statusCode).toBe(429)
  expect((await check('SPRING')).statusCode).toBe(429)
  expect((await place(pen)).statusCode).toBe(201)
})

test('of many concurrent guesses ten are checked', { tags: ['B8'] }, async ({ task }) => {
  const count = runs(50, 1000)
  const { check } = await guessing()
  const replies = await Promise.all(Array.from({ length: count }, (_, round) => check(`GUESS-${round}`)))
  expect(statuses(replies).sort()).toEqual([...Array(10).fill(422), ...Array(count - 10).fill(429)])
  figure(task, `${count} guesses at once: 10 looked at`)
})

test('processes on one database share the counters', { tags: ['B8', 'C13'] }, async () => {
  const { app, shop, token } = await guessing()
  const other = await buildApp(shop)
  const guess = (round: number) =>
    callsFrom(round % 2 ? app : other, testAddress(1))(PATH, { code: `G${round}` }, token)
  const replies = await Promise.all(Array.from({ length: 30 }, (_, round) => guess(round)))
  await other.close()
  expect(statuses(replies).sort()).toEqual([...Array(10).fill(422), ...Array(20).fill(429)])
})

test.for([
  ['a right code', 'SPRING', 200],
  ['an empty field', RESERVED_CODE, 422],
] as const)('%s has no limit', async ([, code, status]) => {
  const { check } = await guessing()
  await repeat(9, (round) => check(`GUESS-${round}`))
  expect(statuses(await repeat(40, () => check(code)))).toEqual(Array(40).fill(status))
  expect((await check('GUESS')).statusCode).toBe(422)
  expect((await check('GUESS')).statusCode).toBe(429)
})

test('without rate limits nothing is counted', async () => {
  const { post, token } = await testCheckout({ rateLimits: false })
  const replies = await repeat(40, (round) => post(PATH, { code: `GUESS-${round}` }, token))
  expect(statuses(replies)).toEqual(Array(40).fill(422))
})
