import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { webhookEvents } from '#server/shop/schema/payments.ts'
import { faultyShop } from '#server/testing/faults.ts'
import { paymentsAtSquare } from '#server/testing/invariants.ts'
import { receipts } from '#server/testing/messages.ts'
import { figure, isLong, runs } from '#server/testing/torture.ts'
import { SECRET, signatureOf } from '#server/testing/webhooks.ts'

/** A shop that the simulator sends its messages to, over HTTP, with a worker that acts upon them at once. */
async function toldShop() {
  const shop = await faultyShop({})
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = shop.app.server.address() as AddressInfo
  const target = `http://127.0.0.1:${port}/api/webhooks/square`
  await shop.control.sendWebhooks({ ...SECRET, target, pauses: [50, 100] })
  shop.startWorker(10)
  return {
    ...shop,
    /** Waits until that many messages have come and were acted upon. */
    toldOf: (count: number) =>
      expect
        .poll(
          async () => (await shop.db.select().from(webhookEvents)).filter(({ processedAt }) => processedAt).length,
          { interval: 20 },
        )
        .toBe(count),
  }
}

test.for(['createPayment', 'completePayment'] as const)(
  'the message that comes and is acted upon before %s is answered disturbs nothing: paid once, one receipt',
  { tags: ['W3'] },
  async (operation, { task }) => {
    const shop = await toldShop()
    const count = runs(2, 50)
    for (let run = 1; run <= count; run++) {
      const order = await shop.orderOfOne()
      await shop.control.faults([
        { on: 'webhook', do: { first: true } },
        { on: operation, when: 'after', do: { delay: 150 } },
      ])
      expect((await shop.pay(order)).json()).toMatchObject({ status: 'COMPLETED' })
      await shop.toldOf(run * 2)
    }
    expect((await paymentsAtSquare(shop.db)).map(({ status }) => status)).toEqual(Array(count).fill('COMPLETED'))
    expect(await receipts(shop.db)).toBe(count)
    expect(await shop.breaks()).toEqual([])
    expect(shop.alarms()).toEqual([])
    figure(task, `${operation}: ${count} runs`)
  },
)

test('messages that come again and again, and in reversed order, change nothing', { tags: ['W2', 'W4'] }, async () => {
  const shop = await toldShop()
  await shop.control.faults([{ on: 'webhook', do: { duplicate: 20 } }])
  expect((await shop.pay(await shop.orderOfOne())).statusCode).toBe(200)
  await shop.toldOf(2)
  await shop.control.faults([{ on: 'webhook', do: { reverse: 2 } }])
  expect((await shop.pay(await shop.orderOfOne())).statusCode).toBe(200)
  await shop.toldOf(4)
  expect(await receipts(shop.db)).toBe(2)
  expect(await shop.breaks()).toEqual([])
})

/** What happens at Square when the shop does not know, and the state of the ledger after the next comparison. */
const LOST_EVENTS = [
  ['money is taken', async () => {}, { isPaid: true }, 'COMPLETED'],
  [
    'a hold is voided',
    ({ control }: Awaited<ReturnType<typeof faultyShop>>, id: string) => control.voidPayment(id),
    { isPaid: false, payment: 'none' },
    'CANCELED',
  ],
] as const

test.for(LOST_EVENTS)(
  'when %s and every message is lost, reconciliation brings the ledger there',
  {
    tags: ['W5'],
  },
  async ([, happen, end, status], { task }) => {
    const shop = await faultyShop()
    await shop.control.sendWebhooks({ ...SECRET, target: 'http://127.0.0.1:9/' })
    const order = await shop.orderOfOne()
    await shop.control.faults([
      { on: 'webhook', do: { lose: true } },
      { on: 'completePayment', when: status === 'COMPLETED' ? 'after' : 'before', do: { reset: true } },
      { on: 'getPayment', do: { reset: true } },
    ])
    const { id } = (await shop.pay(order)).json()
    await shop.control.faults([{ on: 'webhook', do: { lose: true } }])
    await happen(shop, id)
    expect(await shop.order(order._id)).toMatchObject({ payment: 'processing' })
    expect(await shop.compared()).toBe(true)
    expect(await shop.order(order._id)).toMatchObject(end)
    expect(await paymentsAtSquare(shop.db)).toMatchObject([{ status }])
    expect(await shop.breaks()).toEqual([])
    expect(await shop.db.$count(webhookEvents)).toBe(0)
    figure(task, `${status}: right after one comparison (every 15 minutes), also without the worker of every 2 s`)
  },
)

const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`

test('huge, deep and poisoned messages cost next to nothing', { tags: ['W9'] }, async ({ task }) => {
  const shop = await faultyShop()
  const bodies = [`{"event_id":"1","x":"${'x'.repeat(1_000_000)}"}`, deep, '{"__proto__":{"event_id":"1"}}']
  let worst = 0
  for (let run = 0; run < runs(3, 100); run++)
    for (const payload of bodies) {
      const headers = { 'content-type': 'application/json', 'x-square-hmacsha256-signature': signatureOf(payload) }
      const before = process.cpuUsage()
      await shop.app.inject({ method: 'POST', url: '/api/webhooks/square', headers, payload })
      const { user, system } = process.cpuUsage(before)
      if (run > 0) worst = Math.max(worst, (user + system) / 1_000)
    }
  if (isLong) expect(worst).toBeLessThan(50)
  expect(await shop.db.$count(webhookEvents)).toBe(0)
  figure(task, `${worst.toFixed(0)} ms CPU at most`)
})
