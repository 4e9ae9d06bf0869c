import { inArray, ne, sql } from 'drizzle-orm'
import { toCents } from '#contract/money.ts'
import { changeStock } from '#server/catalog/stock.ts'
import { orders } from '#server/db/order-schema.ts'
import { couponUses, paymentAttempts } from '#server/db/payment-schema.ts'
import { products } from '#server/db/schema.ts'
import {
  type Attempt,
  abandon,
  commitToCapture,
  recordLost,
  recordPaid,
  recordRefusal,
  recordVoided,
  reserve,
} from '#server/payments/attempts.ts'
import { chargeOf, finishAttempt } from '#server/payments/finish-attempt.ts'
import { type HeldPayment, modeOf } from '#server/payments/gateway.ts'
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
  const placed: Request['order'][] = []
  for (let order = 0; order < scenario.orders; order++) {
    const { user: buyer, token } = await user(db)
    const lines = linesOf(scenario, order).map((piece, line) => {
      const { id } = known(pieces[piece])
      return { id, answers: { engraving: `${line}` } }
    })
    const { _id: id, totalPrice } = (await shop.place(lines, code ? { code } : {}, token)).json()
    placed.push({ id, userId: buyer.id, price: toCents(totalPrice) })
  }
  // Orders are placed while there is enough; the scenario begins with what is left when they are paid.
  for (const [piece, qty] of scenario.stock.entries())
    await changeStock(db, { productId: known(pieces[piece]).id, delta: qty - PLENTY, reason: 'edited' })
  const requests = scenario.requests.map((order): Request => {
    const found = placed[order]
    if (!found) throw new Error(`The scenario has no order ${order}.`)
    return { order: found, sourceId: GOOD_CARD }
  })

  const calls: Partial<Record<MoveName, (request: Request, attempt: Attempt) => Promise<unknown>>> = {
    'time out': (_, attempt) => abandon(db, attempt, 'NO_ANSWER', ACTOR),
    'record the refusal': (_, attempt) => recordRefusal(db, attempt, 'CARD_DECLINED', ACTOR),
    commit: ({ payment }, attempt) => commitToCapture(db, attempt, known(payment), ACTOR),
    'record the payment': (_, attempt) => recordPaid(db, attempt, ACTOR),
    'let the hold expire': ({ payment }) => simulator.voidPayment(known(payment).id),
    abandon: (_, attempt) => abandon(db, attempt, 'LEFT_BEHIND', ACTOR),
    'record the void': (_, attempt) => recordVoided(db, attempt, ACTOR),
    'record the loss': (_, attempt) => recordLost(db, attempt, 'HOLD_LOST', ACTOR),
  }

  async function reserveFor(request: Request) {
    const { id: orderId, ...caller } = request.order
    const wanted = { orderId, ...caller, mode: modeOf(gateway) }
    const reserved = await reserve(db, wanted, ACTOR).catch((error: { code?: string }) => {
      if (!REFUSALS.includes(error.code ?? '')) throw error
    })
    // For a paid order the answer is the attempt that paid it.
    if (reserved?.attempt.state === 'authorising') request.attempt = reserved.attempt
  }

  async function deliver(request: Request, attempt: Attempt, { message, outcome }: NonNullable<Move['delivery']>) {
    const charge = chargeOf(attempt)
    if (message === Message.create) {
      if (outcome === Square.declined) request.sourceId = DECLINED_CARD
      const answer = await gateway.authorize(charge, { sourceId: request.sourceId, note: '' })
      if (answer.outcome === 'approved') request.payment = answer.payment
    } else if (message === Message.cancelByKey) await gateway.cancelByKey(charge.key)
    else if (message === Message.cancelById) await gateway.cancel(known(request.payment).id)
    else if (message === Message.get) await gateway.find(known(request.payment).id, charge)
    else await gateway.capture(known(request.payment).id, charge)
  }

  return {
    async perform({ name, request: number, delivery }: Move) {
      const request = known(requests[number])
      if (name === 'reserve') return reserveFor(request)
      if (delivery) return deliver(request, known(request.attempt), delivery)
      await calls[name]?.(request, known(request.attempt))
    },

    /** Finishes every attempt as recovery does, and lets the holds expire that are left. */
    async recoverAll() {
      const context = { db, gateway, log: shop.app.log, actor: ACTOR }
      for (const { attempt } of requests) if (attempt) await finishAttempt(context, attempt.id)
      for (const { key, status, id } of await paymentsOf(placed))
        if (status === 'APPROVED' && requests.some(({ attempt }) => attempt?.idemKey === key))
          await simulator.voidPayment(id)
    },

    /** The facts that the model has, too. Attempts stand for their requests. */
    async facts() {
      const ids = placed.map(({ id }) => id)
      const pieceIds = pieces.map(({ id }) => id)
      const [attempts, rows, shelf, payments] = await Promise.all([
        db.select().from(paymentAttempts).where(inArray(paymentAttempts.orderId, ids)),
        db.select().from(orders).where(inArray(orders.id, ids)),
        db.select({ id: products.id, qty: products.qty }).from(products).where(inArray(products.id, pieceIds)),
        paymentsOf(placed),
      ])
      const uses = await db.select().from(couponUses).where(ne(couponUses.state, 'released'))
      const requestOf = (attemptId: string | null | undefined) =>
        attemptId ? requests.findIndex(({ attempt }) => attempt?.id === attemptId) : null
      return {
        attempts: requests.map(({ attempt }) => attempts.find(({ id }) => id === attempt?.id)?.state ?? 'none'),
        square: requests.map(
          ({ attempt }) => SQUARE[payments.find(({ key }) => key === attempt?.idemKey)?.status ?? ''] ?? 'none',
        ),
        orders: placed.map(({ id }) => {
          const row = rows.find((one) => one.id === id)
          return [row?.state, requestOf(row?.currentAttempt)]
        }),
        stock: pieceIds.map((id) => shelf.find((piece) => piece.id === id)?.qty),
        couponUsedBy: requestOf(uses.find(({ attemptId }) => attempts.some(({ id }) => id === attemptId))?.attemptId),
      }
    },
  }

  async function paymentsOf(wanted: Request['order'][]) {
    const { rows } = await db.execute<{ id: string; key: string; status: string }>(sql`
      select id, payment->>'status' as status, idempotency_key as key from square_simulator.payments
      where payment->>'reference_id' in ${wanted.map(({ id }) => id)}`)
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

function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The model goes where the real shop cannot.')
  return value
}
