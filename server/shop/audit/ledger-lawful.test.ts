// The other half of the test of the rules: what people may do to a shop that has traded leaves every rule unbroken.

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { recover } from '#server/shop/payments/recovery.ts'
import { webhookEvents } from '#server/shop/schema/payments.ts'
import { ADDRESS } from '#server/testing/checkouts.ts'
import { figure } from '#server/testing/torture.ts'
import { shopWithOrders } from '#server/testing/traded-shop.ts'
import { verifyLedger } from './report.ts'

type Shop = Awaited<ReturnType<typeof shopWithOrders>>
type Answer = { statusCode: number; body: string }
type Edit = [what: string, doIt: (shop: Shop) => Promise<Answer | Answer[] | undefined>]

const perform = async (work: Promise<unknown>) => {
  await work
  return undefined
}

const CATALOGUE: Edit[] = [
  ['a product renamed', ({ put, pen, owner }) => put(`/api/products/${pen.id}`, { name: 'Oak Pen' }, owner.token)],
  ['a price raised', ({ put, pen, owner }) => put(`/api/products/${pen.id}`, { price: 9.5 }, owner.token)],
  ['a price lowered', ({ put, mug, owner }) => put(`/api/products/${mug.id}`, { price: 1 }, owner.token)],
  ['stock raised', ({ put, pen, owner }) => put(`/api/products/${pen.id}`, { qty: 60 }, owner.token)],
  ['stock set to nothing', ({ put, bowl, owner }) => put(`/api/products/${bowl.id}`, { qty: 0 }, owner.token)],
  ['stock refilled', ({ put, bowl, owner }) => put(`/api/products/${bowl.id}`, { qty: 20 }, owner.token)],
  [
    'prices of several products changed at once',
    ({ put, pen, mug, owner }) => put('/api/products', { ids: [pen.id, mug.id], change: { stock: 40 } }, owner.token),
  ],
  ['a category added', ({ post, owner }) => post('/api/categories', { name: 'soaps' }, owner.token)],
  [
    'a product filed elsewhere',
    ({ put, mug, owner }) => put(`/api/products/${mug.id}`, { category: 'soaps' }, owner.token),
  ],
  ['a category renamed', ({ put, owner }) => put('/api/categories/soaps', { name: 'bath things' }, owner.token)],
]

const COUPONS: Edit[] = [
  [
    'a coupon that was used twice made a one-time coupon',
    ({ put, dollar, owner }) => put(`/api/coupons/${dollar.id}`, { oneTime: true }, owner.token),
  ],
  [
    'a used one-time coupon made one for many',
    ({ put, single, owner }) => put(`/api/coupons/${single.id}`, { oneTime: false }, owner.token),
  ],
  ['and used again', ({ sell, mug, single }) => perform(sell([[mug.id, 1]], single.code))],
  [
    'a used coupon worth more',
    ({ put, dollar, owner }) => put(`/api/coupons/${dollar.id}`, { amount: 3 }, owner.token),
  ],
  [
    'a used coupon renamed',
    ({ put, dollar, owner }) => put(`/api/coupons/${dollar.id}`, { code: 'SPRING' }, owner.token),
  ],
  [
    'a used coupon ended',
    ({ put, dollar, owner }) => put(`/api/coupons/${dollar.id}`, { expires: '2020-01-01' }, owner.token),
  ],
  ['a used coupon deleted', ({ remove, single, owner }) => remove(`/api/coupons/${single.id}`, owner.token)],
]

const ORDERS: Edit[] = [
  ['an order placed', ({ place, mug }) => perform(place([[mug.id, 1]]))],
  ['an order sold at the new price', ({ sell, pen }) => perform(sell([[pen.id, 2]]))],
  [
    'an order refused by the card',
    async ({ place, pay, mug }) => perform(pay(await place([[mug.id, 2]]), 'cnon:card-nonce-declined')),
  ],
  ['a part refunded', ({ refund, orders }) => perform(refund(orders.plain._id, { restock: false, amount: 2 }))],
  [
    'another part refunded',
    ({ finishRefunds, refund, orders }) =>
      perform(finishRefunds().then(() => refund(orders.plain._id, { restock: false, amount: 1.5 }))),
  ],
  [
    'the rest refunded with its pieces',
    ({ finishRefunds, refund, orders }) =>
      perform(finishRefunds().then(() => refund(orders.plain._id, { restock: true }))),
  ],
  ['refunds brought to their end', ({ finishRefunds }) => perform(finishRefunds())],
  ['all refunded without the pieces', ({ refund, orders }) => perform(refund(orders.single._id, { restock: false }))],
  ['and the pieces put back later', ({ refund, orders }) => perform(refund(orders.single._id, { restock: true }))],
  ['a free order put back on the shelf', ({ refund, orders }) => perform(refund(orders.free._id, { restock: true }))],
  [
    'money given back in the dashboard',
    ({ giveBackAtDashboard, orders }) => perform(giveBackAtDashboard(orders.again.paymentId, 100)),
  ],
  [
    'the rest of that with the pieces',
    ({ refund, finishRefunds, orders }) => perform(refund(orders.again._id, { restock: true }).then(finishRefunds)),
  ],
  [
    'an order shipped',
    ({ put, orders, owner }) =>
      put(`/api/orders/${orders.mixed._id}/shipped`, { carrier: 'USPS', trackingNumber: '9400' }, owner.token),
  ],
  [
    'its tracking number corrected',
    ({ put, orders, owner }) => put(`/api/orders/${orders.mixed._id}/shipped`, { trackingNumber: '9401' }, owner.token),
  ],
  [
    'an unpaid order brought up to date',
    ({ post, orders, buyer }) => post('/api/orders/verify/logs', { order: orders.unpaid._id }, buyer.token),
  ],
  ['an unpaid order deleted', ({ remove, orders, owner }) => remove(`/api/orders/${orders.unpaid._id}`, owner.token)],
  ['a shipped order deleted', ({ remove, orders, owner }) => remove(`/api/orders/${orders.mixed._id}`, owner.token)],
  [
    'a webhook of a refund of the dashboard heard again',
    async ({ db, works }) => {
      await db.update(webhookEvents).set({ processedAt: null, nextTryAt: sql`now()` })
      return perform(recover(works))
    },
  ],
]

const PEOPLE: Edit[] = [
  ['a sold product deleted', ({ remove, bowl, owner }) => remove(`/api/products/${bowl.id}`, owner.token)],
  [
    'pieces of a deleted product come back',
    ({ refund, finishRefunds, orders }) => perform(refund(orders.elsewhere._id, { restock: true }).then(finishRefunds)),
  ],
  ['a buyer renamed', ({ put, buyer }) => put('/api/users/profile', { id: buyer.user.id, name: 'Anna' }, buyer.token)],
  [
    'a buyer made an admin',
    ({ put, buyer, owner }) => put(`/api/users/${buyer.user.id}`, { isAdmin: true }, owner.token),
  ],
  ['a buyer deleted', ({ remove, other, owner }) => remove(`/api/users/${other.user.id}`, owner.token)],
  [
    'tax and shipping changed',
    ({ put, owner }) => put('/api/settings', { taxPercent: 8, shippingOne: 9, shippingMore: 12 }, owner.token),
  ],
  ['an order sold at the new rates', ({ sell, mug }) => perform(sell([[mug.id, 1]]))],
  [
    'the same order placed by somebody else',
    ({ post, mug, owner }) =>
      post(
        '/api/orders',
        { orderItems: [{ product: mug.id, qty: 1 }], shippingAddress: ADDRESS, paymentMethod: 'Square' },
        owner.token,
      ),
  ],
]

test('no rule is broken by what people may do', { tags: ['O12'] }, async ({ task }) => {
  const shop = await shopWithOrders()
  const edits = [...CATALOGUE, ...COUPONS, ...ORDERS, ...PEOPLE]
  for (const [what, doIt] of edits) {
    const answers = [(await doIt(shop)) ?? []].flat()
    for (const { statusCode, body } of answers) expect([200, 201], `${what}: ${body}`).toContain(statusCode)
    const { text, isSound } = await verifyLedger(shop.db, shop.shop.gateway)
    expect(isSound, `${what}\n${text}`).toBe(true)
  }
  figure(task, `${edits.length} lawful edits, 0 false alarms`)
})
