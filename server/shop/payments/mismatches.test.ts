import { expect, test } from 'vitest'
import { faultyShop } from '#server/testing/faults.ts'
import { receipts } from '#server/testing/messages.ts'
import { figure } from '#server/testing/torture.ts'

const money = (amount: number, currency = 'USD') => ({ amount, currency })

/** One pen for $5.00: with shipping and tax $8.78. */
const CENTS = 878

test.for([
  ['a cent less', { approved_money: money(CENTS - 1) }],
  ['a cent more', { approved_money: money(CENTS + 1), amount_money: money(CENTS + 1) }],
  ['another currency', { approved_money: money(CENTS, 'CAD') }],
  ['another location', { location_id: 'LOTHER' }],
  ["another order's number", { reference_id: 'another order' }],
] as const)(
  'what was approved is not what was asked (%s): it is never captured, but cancelled, and one alarm raised',
  {
    tags: ['G11'],
  },
  async ([, alter], { task }) => {
    const shop = await faultyShop()
    const order = await shop.orderOfOne()
    await shop.control.faults([{ on: 'createPayment', do: { alter } }])
    const reply = await shop.pay(order)
    expect([reply.statusCode, reply.json().code]).toEqual([503, 'payment_unconfirmed'])
    expect(await shop.stock()).toEqual([5])
    expect(await shop.control.payments()).toMatchObject([{ status: 'CANCELED' }])
    await shop.work()
    await shop.compared()
    expect(await shop.attemptsOf(order._id)).toMatchObject([{ state: 'voided', errorCode: 'MISMATCHED' }])
    expect((await shop.control.calls()).seen.completePayment).toBe(0)
    expect(shop.alarms()).toMatchObject([{ msg: 'The card service approved another payment than the shop asked for.' }])
    await shop.control.faults([])
    expect((await shop.pay(order)).statusCode).toBe(200)
    figure(task, `${Object.keys(alter).at(0)}: canceled, 1 alarm`)
  },
)

test('a payment that stays pending is never captured, and let go when it is held in the end', {
  tags: ['G11'],
}, async ({ task }) => {
  const shop = await faultyShop()
  const order = await shop.orderOfOne()
  await shop.control.faults([{ on: 'createPayment', do: { alter: { status: 'PENDING' } } }])
  expect((await shop.pay(order)).json()).toMatchObject({ code: 'payment_unconfirmed' })
  await shop.work()
  expect(await shop.attemptsOf(order._id)).toMatchObject([{ state: 'voided', errorCode: 'MISMATCHED' }])
  expect((await shop.control.calls()).seen).toMatchObject({ cancelPayment: 1, cancelByKey: 1, completePayment: 0 })
  await shop.compared()
  expect(await shop.control.payments()).toMatchObject([{ status: 'PENDING' }])
  expect(shop.alarms()).toHaveLength(1)

  await shop.control.faults([{ on: 'getPayment', times: 1, do: { alter: { status: 'APPROVED' } } }])
  await shop.compared()
  expect(await shop.control.payments()).toMatchObject([{ status: 'CANCELED' }])
  expect(await shop.stock()).toEqual([5])
  figure(task, 'PENDING: canceled when held, 1 alarm')
})

test('money that was taken at once, with the right figures, pays the order once, and one alarm is raised', {
  tags: ['G11'],
}, async ({ task }) => {
  const shop = await faultyShop()
  const order = await shop.orderOfOne()
  await shop.control.faults([{ on: 'createPayment', do: { alter: { status: 'COMPLETED' } } }])
  expect((await shop.pay(order)).statusCode).toBe(200)
  expect(await shop.order(order._id)).toMatchObject({ isPaid: true })
  expect(await shop.control.payments()).toMatchObject([{ status: 'COMPLETED', reference_id: order._id }])
  expect(await receipts(shop.db)).toBe(1)
  expect(shop.alarms()).toMatchObject([{ msg: 'A payment was captured although only an authorization was requested.' }])
  figure(task, 'COMPLETED: paid once, 1 alarm')
})
