import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { toCents } from '#contract/money.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { paymentAttempts } from '#server/shop/schema/payments.ts'
import { GOOD_CARD, testCheckout } from '#server/testing/checkouts.ts'
import { product } from '#server/testing/factories.ts'
import { paymentsAtSquare } from '#server/testing/invariants.ts'
import { waitFor } from '#server/testing/wait-for.ts'
import { type Attempt, abandon, attemptById, commitToCapture, reserve } from './attempts.ts'
import { chargeOf } from './finish-attempt.ts'
import { announceProcess } from './process-liveness.ts'
import { recover, startRecovery } from './recovery.ts'

type Checkout = Awaited<ReturnType<typeof testCheckout>>

const DEAD = 'a process that was killed'

const worksOf = ({ db, shop, app }: Checkout) => ({ db, gateway: shop.gateway, log: app.log })
const stockOf = async ({ db }: Checkout) => (await db.select().from(products))[0]?.qty
const stateOf = async ({ db }: Checkout, { id }: Attempt) => (await attemptById(db, id)).state

/** An attempt of a process that died as soon as the stock was taken (T1). */
async function reservedAttempt(checkout: Checkout) {
  const { db, placed, buyer } = checkout
  const order = await placed(await product(db))
  const press = { orderId: order._id, userId: buyer.id, price: toCents(order.totalPrice), mode: 'simulated' as const }
  const { attempt } = await reserve(db, press, 'request')
  await db.update(paymentAttempts).set({ processId: DEAD }).where(eq(paymentAttempts.id, attempt.id))
  return attempt
}

/** As `reservedAttempt`, but it died when the money was held. */
async function heldAttempt(checkout: Checkout) {
  const attempt = await reservedAttempt(checkout)
  const answer = await checkout.shop.gateway.authorize(chargeOf(attempt), { sourceId: GOOD_CARD, note: '' })
  if (answer.outcome !== 'approved') throw new Error(answer.outcome)
  return { attempt, payment: answer.payment }
}

/** As `held`, but it died when the sale was committed (T2). */
async function committedAttempt(checkout: Checkout) {
  const { attempt, payment } = await heldAttempt(checkout)
  const movedAttempt = await commitToCapture(checkout.db, attempt, payment, 'request')
  if (!movedAttempt) throw new Error('The attempt was given up.')
  return movedAttempt
}

const LEFT_BEHIND = [
  ['before the card service was asked', reservedAttempt, 'voided', []],
  ['with the money held', async (shop: Checkout) => (await heldAttempt(shop)).attempt, 'voided', ['CANCELED']],
  [
    'given up with the money held',
    async (shop: Checkout) => {
      const { attempt } = await heldAttempt(shop)
      await abandon(shop.db, attempt, 'NO_ANSWER', 'request')
      return attempt
    },
    'voided',
    ['CANCELED'],
  ],
  ['committed to capture', committedAttempt, 'captured', ['COMPLETED']],
  [
    'captured and not recorded',
    async (shop: Checkout) => {
      const attempt = await committedAttempt(shop)
      await shop.shop.gateway.capture(attempt.squarePaymentId ?? '', chargeOf(attempt))
      return attempt
    },
    'captured',
    ['COMPLETED'],
  ],
  [
    'committed, its hold canceled by the bank',
    async (shop: Checkout) => {
      const attempt = await committedAttempt(shop)
      await shop.shop.gateway.cancel(attempt.squarePaymentId ?? '')
      return attempt
    },
    'voided',
    ['CANCELED'],
  ],
] as const

test.for(LEFT_BEHIND)(
  'an attempt left behind by a dead process %s is ended in one round',
  async ([, leave, end, payments]) => {
    const shop = await testCheckout()
    const attempt = await leave(shop)
    expect(await recover(worksOf(shop))).toBe(1)
    expect(await stateOf(shop, attempt)).toBe(end)
    expect((await paymentsAtSquare(shop.db)).map(({ status }) => status)).toEqual(payments)
    expect(await stockOf(shop)).toBe(end === 'captured' ? 4 : 5)
    expect(await shop.order(attempt.orderId)).toMatchObject({ payment: end === 'captured' ? 'paid' : 'none' })
    expect(await recover(worksOf(shop))).toBe(0)
  },
)

test('the attempt of a live process is left alone until its lease is over, or the process is', async () => {
  const shop = await testCheckout()
  const attempt = await reservedAttempt(shop)
  const other = await announceProcess(shop.url, DEAD)
  expect(await recover(worksOf(shop))).toBe(0)
  await other.stop()
  await expect.poll(() => recover(worksOf(shop))).toBe(1)
  expect(await stateOf(shop, attempt)).toBe('voided')
})

test('a process that sleeps past its lease loses its attempt, though it lives', async () => {
  const shop = await testCheckout()
  const attempt = await reservedAttempt(shop)
  const other = await announceProcess(shop.url, DEAD)
  onTestFinished(() => other.stop())
  await shop.db.update(paymentAttempts).set({ leaseUntil: sql`now() - interval '1 second'` })
  expect(await recover(worksOf(shop))).toBe(1)
  expect(await stateOf(shop, attempt)).toBe('voided')
})

test('a payment that is going on in this process is not taken for left behind', async () => {
  const shop = await testCheckout()
  const { authorize } = shop.shop.gateway
  shop.shop.gateway.authorize = async (...request) => {
    expect(await recover(worksOf(shop))).toBe(0)
    return authorize(...request)
  }
  expect((await shop.pay(await shop.placed(await product(shop.db)))).statusCode).toBe(200)
})

test('a process that announces itself again when its connection was cut is not taken for dead', async () => {
  const shop = await testCheckout()
  await reservedAttempt(shop)
  const other = await announceProcess(shop.url, DEAD)
  onTestFinished(() => other.stop())
  const heldBy = sql`select pid from pg_locks where locktype = 'advisory' and objsubid = 2
    and database = (select oid from pg_database where datname = current_database())`
  const [first] = (await shop.db.execute<{ pid: number }>(heldBy)).rows
  await shop.db.execute(sql`select pg_terminate_backend(pid) from (${heldBy}) as locks`)
  await waitFor(async () => {
    const [next] = (await shop.db.execute<{ pid: number }>(heldBy)).rows
    expect(next).toBeDefined()
    expect(next).not.toEqual(first)
  })
  expect(await recover(worksOf(shop))).toBe(0)
})

test('five workers at once bring twelve attempts to their end, each once', async () => {
  const shop = await testCheckout()
  for (let count = 0; count < 6; count++) {
    await committedAttempt(shop)
    await heldAttempt(shop)
  }
  const recoveries = await Promise.all(Array.from({ length: 5 }, () => recover(worksOf(shop))))
  expect(recoveries.reduce((sum, count) => sum + count)).toBe(12)
  const states = (await shop.db.select().from(paymentAttempts)).map(({ state }) => state).sort()
  expect(states).toEqual([...Array(6).fill('captured'), ...Array(6).fill('voided')])
  const stocks = (await shop.db.select().from(products)).map(({ qty }) => qty).sort()
  expect(stocks).toEqual([...Array(6).fill(4), ...Array(6).fill(5)])
})

test('while the card service does not answer, each try waits longer than the last, half a minute at most', {
  tags: ['G14'],
}, async () => {
  const shop = await testCheckout()
  const attempt = await committedAttempt(shop)
  const { find } = shop.shop.gateway
  shop.shop.gateway.find = async () => 'unknown'
  const waits = []
  for (let tries = 0; tries < 10; tries++) {
    expect(await recover(worksOf(shop))).toBe(1)
    const { rows } = await shop.db.execute<{ wait: number }>(
      sql`select extract(epoch from next_try_at - now())::float as wait from payment_attempts`,
    )
    waits.push(rows[0]?.wait ?? 0)
    await shop.db.update(paymentAttempts).set({ nextTryAt: sql`now()` })
  }
  waits.forEach((wait, tries) => {
    const middle = Math.min(30, 2 ** (tries + 1))
    expect(wait).toBeLessThanOrEqual(middle * 1.25)
    expect(wait).toBeGreaterThan(middle * 0.75 - 2)
  })
  shop.shop.gateway.find = find
  await recover(worksOf(shop))
  expect(await stateOf(shop, attempt)).toBe('captured')
})

test('the running job ends what is left behind, and nothing more once it is stopped', async () => {
  const shop = await testCheckout()
  const attempt = await committedAttempt(shop)
  const job = startRecovery(worksOf(shop), 10)
  await waitFor(async () => expect(await stateOf(shop, attempt)).toBe('captured'))
  await job.stop()
  const later = await reservedAttempt(shop)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await stateOf(shop, later)).toBe('authorising')
  expect(await recover(worksOf(shop))).toBe(1)
})

test('a payment that was answered as pending is taken up without waiting for its lease', async () => {
  const shop = await testCheckout()
  const { capture, find } = shop.shop.gateway
  Object.assign(shop.shop.gateway, { capture: async () => false, find: async () => 'unknown' })
  const order = await shop.placed(await product(shop.db))
  expect((await shop.pay(order)).statusCode).toBe(202)
  Object.assign(shop.shop.gateway, { capture, find })
  expect(await recover(worksOf(shop))).toBe(1)
  expect(await shop.order(order._id)).toMatchObject({ isPaid: true })
})
