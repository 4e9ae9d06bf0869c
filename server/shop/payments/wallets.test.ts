import { expect, test } from 'vitest'
import { toCents } from '#contract/money.ts'
import { checkAccount } from '#server/shop/audit/square-account.ts'
import { refunds } from '#server/shop/schema/payments.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, product } from '#server/testing/factories.ts'
import { finishRefund } from './refunds.ts'

test.for([
  ['Cash App', 'wnon:cash-app-ok', 'CASH_APP'],
  ['Afterpay', 'bnon:afterpay-ok', 'AFTERPAY'],
] as const)('%s pays an order, is named in place of a card, and gets refunds', async ([name, sourceId, brand]) => {
  const { db, shop, app, placed, pay, order: seen, get, post } = await testCheckout()
  const pen = await product(db, { priceCents: 500 })
  const order = await placed(pen)
  expect((await pay(order, { sourceId })).json()).toMatchObject({ status: 'COMPLETED' })
  expect(await seen(order._id)).toMatchObject({ isPaid: true, card: { brand, last4: null } })

  const { token: owner } = await admin(db)
  const timelineTexts = async () =>
    (await get(`/api/orders/${order._id}/timeline`, owner)).json().map(({ text }: { text: string }) => text)
  expect(await timelineTexts()).toContainEqual(expect.stringContaining(name))
  expect((await post(`/api/orders/${order._id}/refund`, { restock: true }, owner)).statusCode).toBe(200)
  const [refund] = await db.select().from(refunds)
  await finishRefund({ db, gateway: shop.gateway, log: app.log, actor: 'worker' }, refund?.id ?? '')
  expect(await db.select().from(refunds)).toMatchObject([{ state: 'completed', cents: toCents(order.totalPrice) }])
  expect(await seen(order._id)).toMatchObject({ isRefunded: true })
  for (const { rule, broken } of (await checkAccount(db, shop.gateway)) ?? []) expect(broken, rule).toEqual([])
})

test('a declined Cash App payment gives the piece back, and a card pays afterwards', async () => {
  const { db, placed, pay } = await testCheckout()
  const order = await placed(await product(db, { qty: 1 }))
  expect((await pay(order, { sourceId: 'wnon:cash-app-declined' })).statusCode).toBe(402)
  expect((await pay(order)).json()).toMatchObject({ status: 'COMPLETED' })
})
