import { desc, eq } from 'drizzle-orm'
import { toCents } from '#contract/money.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { paymentAttempts } from '#server/shop/schema/payments.ts'
import { ADDRESS, GOOD_CARD } from '#server/testing/checkouts.ts'
import { ENGRAVING, family, product, user } from '#server/testing/factories.ts'
import { paymentsAtSquare } from '#server/testing/invariants.ts'
import { callerOf } from './callers.ts'
import type { Standing } from './kills.ts'
import type { RestartableShop, Stage } from './stage.ts'

export type Checkout = Awaited<ReturnType<typeof placedOrder>>

/** How many of the product there are before anybody pays. */
export const STOCK = 5

/** How many orders each stage has had. */
const ordersOn = new WeakMap<Stage, number>()

/** One of a product without choices, or of an engraved choice: the orders of a stage take them in turn. */
async function nextProduct(stage: Stage) {
  const { db } = stage
  const orderCount = ordersOn.get(stage) ?? 0
  ordersOn.set(stage, orderCount + 1)
  if (orderCount % 2 === 0) return product(db, { qty: STOCK })
  const { choices } = await family(db, { asks: [ENGRAVING] }, [
    { choice: ['Small'], qty: STOCK },
    { choice: ['Large'] },
  ])
  return choices[0] as (typeof choices)[number]
}

/** A shopper of its own who has placed an order of one product, of which there are five, and what can be done with it. */
export async function placedOrder(stage: Stage, shop: RestartableShop) {
  const { db } = stage
  const { token } = await user(db)
  const productRow = await nextProduct(stage)
  const call = callerOf(shop.url, token)
  const orderItems = [{ product: productRow.id, qty: 1, answers: { engraving: 'Anna' } }]
  const { body } = await call('POST', '/api/orders', { orderItems, shippingAddress: ADDRESS, paymentMethod: 'Square' })
  const orderId = String(body._id)
  const press = { orderId, price: toCents(Number(body.totalPrice)) }
  return {
    token,
    orderId,
    press,
    /** Presses Pay; in another shop if one is given. The browser dies with the signal. */
    pay: ({
      sourceId = GOOD_CARD,
      at = shop,
      signal,
    }: {
      sourceId?: string
      at?: RestartableShop
      signal?: AbortSignal
    } = {}) => callerOf(at.url, token, { signal })('POST', '/api/orders/processSquare', { ...press, sourceId }),
    /** Reports that payment, as the browser does when it has been told that it is made. */
    report: (id: string, signal?: AbortSignal) =>
      callerOf(shop.url, token, { signal })('PUT', `/api/orders/${orderId}/pay`, { id, status: 'COMPLETED' }),
    /** What the order's page says of the payment, and the number of products left. */
    async seen() {
      const { body } = await call('GET', `/api/orders/${orderId}`)
      const [stockRow] = await db.select({ qty: products.qty }).from(products).where(eq(products.id, productRow.id))
      return { payment: body.payment, stock: stockRow?.qty }
    },
    /** The last attempt to pay it, and all payments for it at the card service. */
    async standing(): Promise<Standing> {
      const [last] = await db
        .select({ state: paymentAttempts.state })
        .from(paymentAttempts)
        .where(eq(paymentAttempts.orderId, orderId))
        .orderBy(desc(paymentAttempts.id))
        .limit(1)
      const payments = (await paymentsAtSquare(db)).filter(({ order }) => order === orderId)
      return { attempt: last?.state ?? null, payments: payments.map(({ status }) => status) }
    },
  }
}
