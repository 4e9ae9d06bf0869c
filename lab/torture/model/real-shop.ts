import { inArray, ne, sql } from 'drizzle-orm'
import { toCents } from '#contract/money.ts'
import { changeStock } from '#server/shop/catalog/stock.ts'
import {
  type Attempt,
  abandon,
  commitToCapture,
  recordLost,
  recordPaid,
  recordRefusal,
  recordVoided,
  reserve,
} from '#server/shop/payments/attempts.ts'
import { chargeOf, finishAttempt } from '#server/shop/payments/finish-attempt.ts'
import { type HeldPayment, modeOf } from '#server/shop/payments/gateway.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { couponUses, paymentAttempts } from '#server/shop/schema/payments.ts'
import { GOOD_CARD, type testCheckout } from '#server/testing/checkouts.ts'
import { coupon, ENGRAVING, family, user } from '#server/testing/factories.ts'
import { simulatorBehind } from '#server/testing/gateway.ts'
import { linesOf, Message, type Scenario, Square } from './state.ts'
import type { Move, MoveName } from './transitions.ts'

export type Shop = Awaited<ReturnType<typeof testCheckout>>
export type RealShop = Awaited<ReturnType<typeof openRealShop>>

/** A payment request of the real shop: its attempt once it is reserved, its payment once Square has approved it. */
type Request = {
  order: { id: string; userId: string; price: number }
  sourceId: string
  attempt?: Attempt
  payment?: HeldPayment
}

const ACTOR = 'model'
const PLENTY = 10
const DECLINED_CARD = 'cnon:card-nonce-declined'

/** The scenario's products and orders in the real shop, and `perform`, which makes the real calls of a transition. */
export async function openRealShop(shop: Shop, scenario: Scenario) {
  const { db } = shop
  const { gateway } = shop.shop
  const simulator = simulatorBehind(gateway)
  // The simulator makes its tables at the first call.
  await simulator.payments()
  const choices = scenario.stock.map((_, number) => ({ choice: [`${number}`], qty: PLENTY }))
  const { choices: pieces } = await family(db, { asks: [ENGRAVING] }, choices)
  const code = scenario.coupon ? (await coupon(db, { oneTime: true })).code : undefined
  const orderIds: Request['order'][] = []
  for (let order = 0; order < scenario.orders; order++) {
    const { user: buyer, token } = await user(db)
    const lines = linesOf(scenario, order).map((productNumber, line) => {
      const { id } = requireValue(pieces[productNumber])
      return { id, answers: { engraving: `${line}` } }
    })
    const { _id: id, totalPrice } = (await shop.place(lines, code ? { code } : {}, token)).json()
    orderIds.push({ id, userId: buyer.id, price: toCents(totalPrice) })
  }
  // Orders are placed while there is enough; the scenario begins with what is left when they are paid.
  for (const [productNumber, qty] of scenario.stock.entries())
    await changeStock(db, { productId: requireValue(pieces[productNumber]).id, delta: qty - PLENTY, reason: 'edited' })
  const requests = scenario.requests.map((order): Request => {
    const orderId = orderIds[order]
    if (!orderId) throw new Error(`The scenario has no order ${order}.`)
    return { order: orderId, sourceId: GOOD_CARD }
  })

  const calls: Partial<Record<MoveName, (request: Request, attempt: Attempt) => Promise<unknown>>> = {
    'time out': (_, attempt) => abandon(db, attempt, 'NO_ANSWER', ACTOR),
    'record the refusal': (_, attempt) => recordRefusal(db, attempt, 'CARD_DECLINED', ACTOR),
    commit: ({ payment }, attempt) => commitToCapture(db, attempt, requireValue(payment), ACTOR),
    'record the payment': (_, attempt) => recordPaid(db, attempt, ACTOR),
    'let the hold expire': ({ payment }) => simulator.voidPayment(requireValue(payment).id),
    abandon: (_, attempt) => abandon(db, attempt, 'LEFT_BEHIND', ACTOR),
    'record the void': (_, attempt) => recordVoided(db, attempt, ACTOR),
    'record the loss': (_, attempt) => recordLost(db, attempt, 'HOLD_LOST', ACTOR),
  }

  async function reserveFor(request: Request) {
    const { id: orderId, ...caller } = request.order
    const paymentRequest = { orderId, ...caller, mode: modeOf(gateway) }
    const reservation = await reserve(db, paymentRequest, ACTOR).catch((error: { code?: string }) => {
      if (!REFUSALS.includes(error.code ?? '')) throw error
    })
    // For a paid order the answer is the attempt that paid it.
    if (reservation?.attempt.state === 'authorising') request.attempt = reservation.attempt
  }

  async function deliver(request: Request, attempt: Attempt, { message, outcome }: NonNullable<Move['delivery']>) {
    const charge = chargeOf(attempt)
    if (message === Message.create) {
      if (outcome === Square.declined) request.sourceId = DECLINED_CARD
      const answer = await gateway.authorize(charge, { sourceId: request.sourceId, note: '' })
      if (answer.outcome === 'approved') request.payment = answer.payment
    } else if (message === Message.cancelByKey) await gateway.cancelByKey(charge.key)
    else if (message === Message.cancelById) await gateway.cancel(requireValue(request.payment).id)
    else if (message === Message.get) await gateway.find(requireValue(request.payment).id, charge)
    else await gateway.capture(requireValue(request.payment).id, charge)
  }

  return {
    async perform({ name, request: number, delivery }: Move) {
      const request = requireValue(requests[number])
      if (name === 'reserve') return reserveFor(request)
      if (delivery) return deliver(request, requireValue(request.attempt), delivery)
      await calls[name]?.(request, requireValue(request.attempt))
    },

    /** Finishes every attempt as recovery does, and lets the holds expire that are left. */
    async recoverAll() {
      const context = { db, gateway, log: shop.app.log, actor: ACTOR }
      for (const { attempt } of requests) if (attempt) await finishAttempt(context, attempt.id)
      for (const { key, status, id } of await paymentsOf(orderIds))
        if (status === 'APPROVED' && requests.some(({ attempt }) => attempt?.idemKey === key))
          await simulator.voidPayment(id)
    },

    /** The facts that the model has, too. Attempts stand for their requests. */
    async facts() {
      const ids = orderIds.map(({ id }) => id)
      const productIds = pieces.map(({ id }) => id)
      const [attempts, rows, productRows, payments] = await Promise.all([
        db.select().from(paymentAttempts).where(inArray(paymentAttempts.orderId, ids)),
        db.select().from(orders).where(inArray(orders.id, ids)),
        db.select({ id: products.id, qty: products.qty }).from(products).where(inArray(products.id, productIds)),
        paymentsOf(orderIds),
      ])
      const uses = await db.select().from(couponUses).where(ne(couponUses.state, 'released'))
      const requestOf = (attemptId: string | null | undefined) =>
        attemptId ? requests.findIndex(({ attempt }) => attempt?.id === attemptId) : null
      return {
        attempts: requests.map(({ attempt }) => attempts.find(({ id }) => id === attempt?.id)?.state ?? 'none'),
        square: requests.map(
          ({ attempt }) => SQUARE[payments.find(({ key }) => key === attempt?.idemKey)?.status ?? ''] ?? 'none',
        ),
        orders: orderIds.map(({ id }) => {
          const row = rows.find((one) => one.id === id)
          return [row?.state, requestOf(row?.currentAttempt)]
        }),
        stock: productIds.map((id) => productRows.find((row) => row.id === id)?.qty),
        couponUsedBy: requestOf(uses.find(({ attemptId }) => attempts.some(({ id }) => id === attemptId))?.attemptId),
      }
    },
  }

  async function paymentsOf(orderNumbers: Request['order'][]) {
    const { rows } = await db.execute<{ id: string; key: string; status: string }>(sql`
      select id, payment->>'status' as status, idempotency_key as key from square_simulator.payments
      where payment->>'reference_id' in ${orderNumbers.map(({ id }) => id)}`)
    return rows
  }
}

/** Why the shop may refuse to reserve: the order is being paid, or another shopper was faster. */
const REFUSALS = ['payment_processing', 'items_gone', 'coupon_unusable', 'order_not_payable', 'price_differs']

const SQUARE: Record<string, string> = {
  APPROVED: 'approved',
  COMPLETED: 'completed',
  CANCELED: 'canceled',
  FAILED: 'declined',
}

function requireValue<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The model goes where the real shop cannot.')
  return value
}
