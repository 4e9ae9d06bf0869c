// A shop with a history: orders paid, refused and refunded in every way, for tests of the ledger.
import { sql } from 'drizzle-orm'
import { toCents } from '#contract/money.ts'
import { reconcileRefunds } from '#server/shop/payments/reconciliation.ts'
import { recover } from '#server/shop/payments/recovery.ts'
import { refunds } from '#server/shop/schema/payments.ts'
import { testApp } from './app.ts'
import { ADDRESS, GOOD_CARD } from './checkouts.ts'
import { admin, coupon, product, user } from './factories.ts'

type PlacedOrder = { _id: string; totalPrice: number }

/** A shop with users, products, coupons and orders in every state. Its ledger is not checked at the end. */
export async function shopWithOrders() {
  const shop = await testApp()
  const { db, app, post } = shop
  const [owner, buyer, other] = [await admin(db), await user(db), await user(db)]
  const [pen, mug, bowl] = [
    await product(db, { priceCents: 500, qty: 30 }),
    await product(db, { priceCents: 700, qty: 30 }),
    await product(db, { priceCents: 500, qty: 30 }),
  ]
  const [dollar, single, everything] = [
    await coupon(db, { amountCents: 100 }),
    await coupon(db, { amountCents: 200, oneTime: true }),
    await coupon(db, { amountCents: 100_000 }),
  ]
  const place = async (items: [id: string, qty: number][], code?: string, by = buyer.token): Promise<PlacedOrder> => {
    const orderItems = items.map(([id, qty]) => ({ product: id, qty }))
    const body = { orderItems, shippingAddress: ADDRESS, paymentMethod: 'Square', ...(code ? { code } : {}) }
    const answer = await post('/api/orders', body, by)
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json()
  }
  const pay = (order: PlacedOrder, sourceId = GOOD_CARD, by = buyer.token) =>
    post('/api/orders/processSquare', { price: toCents(order.totalPrice), sourceId, orderId: order._id }, by)
  const sell = async (...args: Parameters<typeof place>) => {
    const order = await place(...args)
    const answer = await pay(order, GOOD_CARD, args[2])
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return { ...order, paymentId: answer.json<{ id: string }>().id }
  }
  const refund = async (id: string, body: object) => {
    const answer = await post(`/api/orders/${id}/refund`, body, owner.token)
    if (answer.statusCode !== 200) throw new Error(answer.body)
  }
  const works = { db, gateway: shop.shop.gateway, log: app.log }
  const giveBackAtDashboard = async (paymentId: string, cents: number) => {
    await shop.shop.gateway.refund({ key: crypto.randomUUID(), cents, paymentId })
    const hour = 3_600_000
    await reconcileRefunds(works, new Date(Date.now() - hour), new Date(Date.now() + hour))
  }
  /** Runs the refund job until every refund is final. */
  const finishRefunds = async () => {
    await db.update(refunds).set({ nextTryAt: sql`now()` })
    await recover(works)
  }
  const orders = {
    mixed: await sell(
      [
        [pen.id, 2],
        [mug.id, 1],
      ],
      dollar.code,
    ),
    again: await sell([[mug.id, 1]], dollar.code),
    single: await sell([[pen.id, 1]], single.code),
    plain: await sell([[mug.id, 2]]),
    elsewhere: await sell([[bowl.id, 1]], undefined, other.token),
    returned: await sell([[pen.id, 3]]),
    partly: await sell([
      [pen.id, 1],
      [bowl.id, 1],
    ]),
    dashboard: await sell([[mug.id, 3]]),
    free: await place([[bowl.id, 1]], everything.code),
    unpaid: await place([[bowl.id, 2]]),
    declined: await place([[bowl.id, 3]]),
  }
  await post(`/api/orders/${orders.free._id}/complete`, {}, buyer.token)
  await pay(orders.declined, 'cnon:card-nonce-declined')
  await refund(orders.returned._id, { restock: true })
  await refund(orders.partly._id, { restock: false, amount: 1 })
  await giveBackAtDashboard(orders.dashboard.paymentId, 500)
  await finishRefunds()
  const people = { owner, buyer, other }
  const things = { pen, mug, bowl, dollar, single, everything }
  return { ...shop, ...people, ...things, orders, works, place, pay, sell, refund, giveBackAtDashboard, finishRefunds }
}
