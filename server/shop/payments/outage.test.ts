import { expect, test } from 'vitest'
import { faultyShop, percentiles, seconds, timeOf } from '#server/testing/faults.ts'
import { paymentsAtSquare } from '#server/testing/invariants.ts'
import { figure, isLong, runs } from '#server/testing/torture.ts'

/** How long the card service is away, in milliseconds: half an hour would prove no more than the longest pause twice over. */
const OUTAGE = runs(1_500, 180_000)

test('captures under way when the card service goes away are settled when it is back; meanwhile no payment is begun', {
  tags: ['G14'],
}, async ({ task }) => {
  const shop = await faultyShop(isLong ? {} : { capture: 15_000, find: 2_000, probe: 2_500 })
  const { db, control } = shop
  const count = runs(10, 50)
  const newcomer = await shop.orderOfOne()
  const orders = []
  for (let index = 0; index < count; index++) orders.push(await shop.orderOfOne())
  // All money is held, half of the captures take effect, and no answer comes any more.
  await control.faults([
    { on: 'completePayment', when: 'before', times: count / 2, do: { hang: true } },
    { on: 'completePayment', when: 'after', do: { hang: true } },
    { on: 'getPayment', do: { hang: true } },
  ])
  const presses = Promise.all(orders.map((order) => shop.pay(order)))
  await expect.poll(async () => (await control.calls()).waiting.completePayment, { interval: 50 }).toBe(count)
  // A call is counted when it comes in: the last capture takes effect a moment later.
  const states = async () => (await paymentsAtSquare(db)).map(({ status }) => status).sort()
  const half = [...Array(count / 2).fill('APPROVED'), ...Array(count / 2).fill('COMPLETED')]
  await expect.poll(states, { interval: 20 }).toEqual(half)
  await control.faults([{ on: 'any', do: { hang: true } }])
  for (const reply of await presses) expect([reply.statusCode, reply.json().status]).toEqual([202, 'PENDING'])
  const worker = shop.startWorker()
  expect(shop.works.gateway.isReachable()).toBe(false)

  const refusals: number[] = []
  const stock = await shop.stock()
  for (
    const until = Date.now() + OUTAGE;
    Date.now() < until;
    await new Promise((resolve) => setTimeout(resolve, 100))
  ) {
    const { ms, outcome } = await timeOf(() => shop.pay(newcomer))
    refusals.push(ms)
    expect([outcome.statusCode, outcome.json().code]).toEqual([503, 'payments_unavailable'])
  }
  expect(await shop.stock()).toEqual(stock)
  expect(await shop.attemptsOf(newcomer._id)).toEqual([])
  const { p99, worst } = percentiles(refusals)
  if (isLong) expect(p99).toBeLessThan(200)

  await control.faults([])
  const settledOrders = await shop.settled()
  await worker.stop()
  for (const order of orders) expect(await shop.order(order._id)).toMatchObject({ isPaid: true })
  expect(await states()).toEqual(Array(count).fill('COMPLETED'))
  expect((await shop.pay(newcomer)).statusCode).toBe(200)
  const away = `${count} attempts, away ${seconds(OUTAGE)}`
  figure(
    task,
    `${away}, all paid ${settledOrders.toFixed(1)} s after; ${refusals.length} presses refused in ${worst.toFixed(0)} ms`,
  )
})
