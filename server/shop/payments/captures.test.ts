import { expect, test } from 'vitest'
import { faultyShop } from '#server/testing/faults.ts'
import { paymentsAtSquare } from '#server/testing/invariants.ts'
import { receipts } from '#server/testing/messages.ts'
import { figure, runs } from '#server/testing/torture.ts'

type FaultyShop = Awaited<ReturnType<typeof faultyShop>>

const paymentsOf = async ({ db }: FaultyShop, order: string) =>
  (await paymentsAtSquare(db)).filter((payment) => payment.order === order)

const refusalOf = (code: string) => ({ status: 400, errors: [{ category: 'INVALID_REQUEST_ERROR', code }] })

/** What the capture answers, and whether the money is taken all the same. */
const CAPTURES = [
  ['a server error', { status: 500 }, 'before'],
  ['a server error', { status: 500 }, 'after'],
  ['nothing', { hang: true }, 'before'],
  ['nothing', { hang: true }, 'after'],
  ['headers, then nothing', { stall: true }, 'after'],
  ['half an answer', { cutOff: true }, 'after'],
  ['an error page', { html: 502 }, 'after'],
  ['an empty answer', { empty: true }, 'after'],
  ['a broken connection', { reset: true }, 'before'],
  ['that the payment has changed', refusalOf('VERSION_MISMATCH'), 'before'],
  ['that the payment was captured before', refusalOf('DELAYED_TRANSACTION_CAPTURED'), 'after'],
  ['that the payment is not open', refusalOf('BAD_REQUEST'), 'after'],
] as const

test('whatever a capture answers, the payment is asked for, and the order paid exactly once', {
  tags: ['G5', 'G12'],
}, async ({ task }) => {
  const shop = await faultyShop()
  const rounds = runs(1, 20)
  for (let round = 0; round < rounds; round++)
    for (const [what, how, when] of CAPTURES) {
      const order = await shop.orderOfOne()
      await shop.control.faults([{ on: 'completePayment', times: 1, when, do: how }])
      await shop.control.forgetCalls()
      const reply = await shop.pay(order)
      expect(reply.statusCode, what).toBe(when === 'after' ? 200 : 202)
      expect((await shop.control.calls()).seen.getPayment, what).toBe(1)
      await shop.work()
      expect(await shop.order(order._id), what).toMatchObject({ isPaid: true })
      expect(await paymentsOf(shop, order._id), what).toMatchObject([{ status: 'COMPLETED' }])
      expect((await shop.pay(order)).json(), what).toMatchObject({ id: reply.json().id, status: 'COMPLETED' })
    }
  expect(await receipts(shop.db)).toBe(rounds * CAPTURES.length)
  figure(task, `captures: ${CAPTURES.length} answers, ${rounds} times each, all paid exactly once`)
})

test('money whose capture nobody answers for, nor the question about it, is recorded by the next worker', {
  tags: ['G12'],
}, async () => {
  const shop = await faultyShop()
  const order = await shop.orderOfOne()
  await shop.control.faults([
    { on: 'completePayment', times: 1, when: 'after', do: { hang: true } },
    { on: 'getPayment', times: 1, do: { cutOff: true } },
  ])
  expect((await shop.pay(order)).json()).toMatchObject({ status: 'PENDING' })
  await shop.control.forgetCalls()
  await shop.work()
  expect(await shop.order(order._id)).toMatchObject({ isPaid: true })
  // It was taken already, so it is not asked to be taken again.
  expect((await shop.control.calls()).seen).toMatchObject({ getPayment: 1, completePayment: 0 })
})

/** What ends a hold. */
const ENDS = [
  ['the seller voids it in the dashboard', ({ control }: FaultyShop, id: string) => control.voidPayment(id)],
  [
    'its time is over',
    ({ db }: FaultyShop, id: string) =>
      db.execute(`update square_simulator.payments set delayed_until = now() where id = '${id}'`),
  ],
] as const

test.for(ENDS)(
  'when between commitment and capture %s, the shopper is told and keeps the order',
  {
    tags: ['G13'],
  },
  async ([, end], { task }) => {
    const shop = await faultyShop({})
    const count = runs(1, 25)
    for (let run = 0; run < count; run++) {
      const order = await shop.orderOfOne()
      await shop.control.faults([{ on: 'completePayment', do: { wait: true } }])
      const press = shop.pay(order)
      await expect.poll(async () => (await shop.control.calls()).waiting.completePayment, { interval: 10 }).toBe(1)
      expect(await shop.attemptsOf(order._id)).toMatchObject([{ state: 'capturing' }])
      const heldPayment = (await shop.control.payments()).find((payment) => payment.reference_id === order._id)
      await end(shop, heldPayment?.id ?? '')
      await shop.control.faults([])
      const reply = await press
      expect([reply.statusCode, reply.json().message]).toEqual([
        402,
        'Your card was declined. Try another card or call your bank.',
      ])
      expect(await shop.order(order._id)).toMatchObject({ isPaid: false, payment: 'none' })
      expect((await shop.stock()).at(-1)).toBe(5)
      expect(await shop.attemptsOf(order._id)).toMatchObject([{ state: 'voided', errorCode: 'HOLD_LOST' }])
      expect(await paymentsOf(shop, order._id)).toMatchObject([{ status: 'CANCELED' }])
    }
    expect(await receipts(shop.db)).toBe(0)
    figure(task, `${count} runs, 0 paid`)
  },
)

test('a hold that is voided while the capture waits for a worker is given up by the worker', {
  tags: ['G13'],
}, async () => {
  const shop = await faultyShop()
  const order = await shop.orderOfOne()
  await shop.control.faults([
    { on: 'completePayment', do: { reset: true } },
    { on: 'getPayment', do: { reset: true } },
  ])
  const { id } = (await shop.pay(order)).json()
  await shop.control.faults([])
  await shop.control.voidPayment(id)
  await shop.work()
  expect(await shop.order(order._id)).toMatchObject({ isPaid: false, payment: 'none' })
  expect(await shop.stock()).toEqual([5])
  const report = await shop.put(`/api/orders/${order._id}/pay`, { id }, shop.token)
  expect(report.json()).toMatchObject({ code: 'payment_unknown' })
})
