import { expect, test } from 'vitest'
import { discrepancies } from '../db/payment-schema.ts'
import { testCheckout } from '../testing/checkouts.ts'
import { product } from '../testing/factories.ts'
import { simulatorBehind } from '../testing/gateway.ts'
import { figure, runs } from '../testing/torture.ts'
import { SECRET, signatureOf } from '../testing/webhooks.ts'
import { discrepanciesPage } from './discrepancies.ts'
import { followDisputes } from './disputes.ts'
import { recover } from './recovery.ts'

async function paidShop() {
  const checkout = await testCheckout({ webhook: SECRET })
  const { db, shop, app, placed, pay } = checkout
  const order = await placed(await product(db))
  const { id: paymentId } = (await pay(order)).json()
  const context = { db, gateway: shop.gateway, log: app.log, actor: 'test' }
  const told = (id: string, type: string) => {
    const dispute = { id, state: 'EVIDENCE_REQUIRED', disputed_payment: { payment_id: paymentId } }
    const body = JSON.stringify({
      event_id: crypto.randomUUID(),
      type,
      data: { type: 'dispute', id, object: { dispute } },
    })
    const headers = { 'content-type': 'application/json', 'x-square-hmacsha256-signature': signatureOf(body) }
    return app.inject({ method: 'POST', url: '/api/webhooks/square', headers, payload: body })
  }
  const work = () => recover(context)
  return {
    ...checkout,
    order,
    paymentId: paymentId as string,
    context,
    told,
    work,
    control: simulatorBehind(shop.gateway),
  }
}

test('a dispute is told to the seller in plain words, however often its messages come', { tags: ['W12'] }, async ({
  task,
}) => {
  const shop = await paidShop()
  const id = await shop.control.openDispute(shop.paymentId, 878)
  const times = runs(3, 50)
  for (let told = 0; told < times; told++) await shop.told(id, 'dispute.created')
  await Promise.all([shop.work(), shop.work()])
  expect(await shop.db.select().from(discrepancies)).toMatchObject([{ kind: 'disputed', subject: id }])
  const { discrepancies: open } = await discrepanciesPage(shop.db, { state: 'open', pageNumber: 1 })
  expect(open).toMatchObject([
    {
      title: 'A buyer disputes a payment',
      happened: expect.stringContaining('$8.78'),
      advice: expect.stringMatching(/ by \w{3} \d+, \d{4}/),
      order: { number: shop.order.number },
    },
  ])
  figure(task, `1 dispute reported ${times} times: 1 discrepancy`)
})

test('one whose messages were lost is found, and one that is lost is told again', { tags: ['W12'] }, async () => {
  const shop = await paidShop()
  const id = await shop.control.openDispute(shop.paymentId, 878)
  expect(await followDisputes(shop.context)).toBe(true)
  await shop.control.decideDispute(id, 'LOST')
  expect(await followDisputes(shop.context)).toBe(true)
  expect(await followDisputes(shop.context)).toBe(true)
  const kinds = (await shop.db.select().from(discrepancies)).map(({ kind }) => kind)
  expect(kinds).toEqual(['disputed', 'dispute_lost'])
})

test("a dispute of somebody else's payment, or one that was won, is nobody's business", async () => {
  const shop = await paidShop()
  await shop.control.openDispute('market stall', 500)
  await shop.control.decideDispute(await shop.control.openDispute(shop.paymentId, 878), 'WON')
  expect(await followDisputes(shop.context)).toBe(true)
  expect(await shop.db.$count(discrepancies)).toBe(0)
})
