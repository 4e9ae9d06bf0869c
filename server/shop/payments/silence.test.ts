import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { faultyShop, percentiles, SHORT_DEADLINES, seconds, timeOf } from '#server/testing/faults.ts'
import { paymentsAtSquare } from '#server/testing/invariants.ts'
import { figure, isLong, runs } from '#server/testing/torture.ts'

/** In the long form the shop waits as long as a real one. */
const DEADLINES = isLong ? {} : SHORT_DEADLINES
const UNCONFIRMED_PAYMENT = { code: 'payment_unconfirmed' }

test('while the card service is silent, every shopper is answered within 20 seconds and nobody else waits', {
  tags: ['G4'],
}, async ({ task }) => {
  const shop = await faultyShop(DEADLINES)
  const orders = []
  for (let count = 0; count < runs(5, 50); count++) orders.push(await shop.orderOfOne())
  await shop.control.faults([{ on: 'any', do: { hang: true } }])
  const lag = monitorEventLoopDelay({ resolution: 10 })
  lag.enable()
  const presses = await Promise.all(orders.map((order) => timeOf(() => shop.pay(order))))
  lag.disable()
  for (const { outcome } of presses)
    expect([outcome.statusCode, outcome.json()]).toMatchObject([503, UNCONFIRMED_PAYMENT])
  const { worst } = percentiles(presses.map(({ ms }) => ms))
  if (isLong) expect(worst).toBeLessThan(20_000)
  const lagMs = lag.percentile(99) / 1e6
  if (isLong) expect(lagMs).toBeLessThan(100)
  expect(new Set(await shop.stock())).toEqual(new Set([5]))
  figure(
    task,
    `${orders.length} presses at once, answered within ${seconds(worst)}, loop lag p99 ${lagMs.toFixed(0)} ms`,
  )
})

test('a hold in the last moment and silence after it are answered within 20 seconds too', {
  tags: ['G4'],
}, async ({ task }) => {
  const shop = await faultyShop(DEADLINES)
  const order = await shop.orderOfOne()
  await shop.control.faults([
    { on: 'createPayment', times: 1, do: { hang: true } },
    { on: 'createPayment', times: 1, do: { delay: isLong ? 3_300 : 400 } },
    { on: 'completePayment', do: { hang: true } },
    { on: 'getPayment', do: { hang: true } },
  ])
  const { ms, outcome } = await timeOf(() => shop.pay(order))
  expect([outcome.statusCode, outcome.json()]).toMatchObject([202, { status: 'PENDING' }])
  if (isLong) expect(ms).toBeLessThan(20_000)
  await shop.control.faults([])
  await expect.poll(() => shop.works.gateway.isReachable()).toBe(true)
  await shop.work()
  expect(await shop.order(order._id)).toMatchObject({ isPaid: true })
  figure(task, `slow hold, silent capture: ${seconds(ms)}`)
})

const SPOILT = {
  'headers, then nothing': { stall: true },
  'half an answer': { cutOff: true },
  'an error page': { html: 502 },
  'a page that says all is well': { html: 200 },
  'an empty answer': { empty: true },
  'a broken connection': { reset: true },
} as const

test('no answer that is spoilt counts: the shopper is told that nobody knows, and what was held is let go', {
  tags: ['G5'],
}, async ({ task }) => {
  const shop = await faultyShop()
  for (const [what, how] of Object.entries(SPOILT)) {
    for (const when of ['before', 'after'] as const) {
      const order = await shop.orderOfOne()
      await shop.control.faults([{ on: 'createPayment', when, do: how }])
      const reply = await shop.pay(order)
      expect([reply.statusCode, reply.json()], what).toMatchObject([503, UNCONFIRMED_PAYMENT])
      expect((await shop.stock()).at(-1), what).toBe(5)
      await shop.work()
      const ownPayments = (await paymentsAtSquare(shop.db)).filter((payment) => payment.order === order._id)
      expect(ownPayments, what).toMatchObject(when === 'after' ? [{ status: 'CANCELED' }] : [])
      await shop.control.faults([])
      expect((await shop.pay(order)).statusCode, what).toBe(200)
    }
  }
  figure(task, `holds: ${Object.keys(SPOILT).length} spoilt answers, with and without effect, all unknown`)
})

test('a request that lands after its cancellation holds money in vain: the comparison lets go of it', {
  tags: ['G6'],
}, async ({ task }) => {
  const shop = await faultyShop()
  const count = runs(1, 25)
  for (let run = 0; run < count; run++) {
    const order = await shop.orderOfOne()
    await shop.control.faults([{ on: 'createPayment', do: { wait: true } }])
    expect((await shop.pay(order)).json()).toMatchObject(UNCONFIRMED_PAYMENT)
    await shop.work()
    expect(await shop.attemptsOf(order._id)).toMatchObject([{ state: 'voided' }])
    const ownPayments = async () => (await paymentsAtSquare(shop.db)).filter((payment) => payment.order === order._id)
    expect(await ownPayments()).toEqual([])
    await shop.control.faults([])
    await expect.poll(ownPayments).toMatchObject([{ status: 'APPROVED' }])
    expect(await shop.compared()).toBe(true)
    expect(await ownPayments()).toMatchObject([{ status: 'CANCELED' }])
  }
  expect(await shop.breaks()).toEqual([])
  figure(task, `${count} late holds, 0 money, each let go by the next comparison (every 15 minutes)`)
})

test('too many requests: the wait that is asked for is kept, and there are two tries at most', {
  tags: ['G7'],
}, async ({ task }) => {
  const shop = await faultyShop({})
  const tooMany = { status: 429, retryAfter: 2 }
  const order = await shop.orderOfOne()
  await shop.control.faults([{ on: 'createPayment', times: 1, do: tooMany }])
  const waitMs = await timeOf(() => shop.pay(order))
  expect(waitMs.outcome.statusCode).toBe(200)
  expect(waitMs.ms).toBeGreaterThanOrEqual(2_000)
  const [attempt] = await shop.attemptsOf(order._id)
  expect(await shop.control.payments()).toMatchObject([{ idempotency_key: attempt?.idemKey }])

  const other = await shop.orderOfOne()
  await shop.control.faults([{ on: 'createPayment', do: tooMany }])
  await shop.control.forgetCalls()
  expect((await shop.pay(other)).json()).toMatchObject({ code: 'payments_unavailable' })
  expect((await shop.control.calls()).seen.createPayment).toBe(2)
  await shop.work()
  figure(task, `waited ${seconds(waitMs.ms)}, 2 tries`)
})
