import { and, eq, inArray } from 'drizzle-orm'
import { expect } from 'vitest'
import { toCents } from '#contract/money.ts'
import { changeStock } from '#server/catalog/stock.ts'
import { orders } from '#server/db/order-schema.ts'
import { refunds } from '#server/db/payment-schema.ts'
import { products } from '#server/db/schema.ts'
import { commitToCapture, endLease, reserve } from '#server/payments/attempts.ts'
import { chargeOf } from '#server/payments/finish-attempt.ts'
import { modeOf } from '#server/payments/gateway.ts'
import { ADDRESS, GOOD_CARD } from '#server/testing/checkouts.ts'
import { coupon, ENGRAVING, family } from '#server/testing/factories.ts'
import { paymentsAtSquare } from '#server/testing/invariants.ts'
import { type Action, type Doing, STOCK } from './actions.ts'
import type { TestShop } from './test-shop.ts'

type Placed = { id: string; shopper: number; isSaidPaid: boolean; isSaidCanceled: boolean; paymentId?: string }
type ProgramRun = {
  testShop: TestShop
  pieces: string[]
  codes: Record<'once' | 'free', string>
  orders: Placed[]
  /** By how much the seller has changed the stock of each piece. */
  edits: number[]
}

/** Runs the program, settles what it left, and fails when anything is not as it was told. Answers how many orders were paid. */
export async function runProgram(testShop: TestShop, program: Action[]): Promise<number> {
  const { db } = testShop
  const run: ProgramRun = {
    testShop,
    pieces: (
      await family(
        db,
        { asks: [ENGRAVING] },
        STOCK.map((qty, number) => ({ choice: [`${number}`], qty })),
      )
    ).choices.map(({ id }) => id),
    codes: {
      once: (await coupon(db, { oneTime: true, amountCents: 250 })).code,
      free: (await coupon(db, { oneTime: true, amountCents: 1_000_000 })).code,
    },
    orders: [],
    edits: STOCK.map(() => 0),
  }
  for (const action of program) await act(run, action)
  await testShop.settle()
  return requireTruth(run)
}

function act(run: ProgramRun, action: Action): Promise<unknown> {
  const { testShop, orders } = run
  if (action.do === 'place') return place(run, action)
  if (action.do === 'edit') return edit(run, action)
  if (action.do === 'fault') return setFault(run, action)
  if (action.do === 'recover') return testShop.recover()
  if (action.do === 'rush') return Promise.all(orders.map((order) => pay(run, order, GOOD_CARD)))
  const order = 'which' in action ? orders.at(-1 - action.which) : undefined
  if (!order) return Promise.resolve()
  if (action.do === 'pay') return Promise.all(Array.from({ length: action.tabs }, () => pay(run, order, action.card)))
  if (action.do === 'die') return die(run, order, action.after)
  if (action.do === 'refund') return refund(run, order, action)
  if (action.do === 'ship') return testShop.call('PUT', `/api/orders/${order.id}/shipped`, testShop.seller.token)
  if (action.do === 'mark paid') return markPaid(run, order)
  if (action.do === 'cancel') return cancel(run, order)
  const { token } = shopperOf(run, order)
  if (action.do === 'verify') return testShop.call('POST', '/api/orders/verify/logs', token, { order: order.id })
  return report(run, order)
}

const shopperOf = ({ testShop }: ProgramRun, { shopper }: Pick<Placed, 'shopper'>) => {
  const found = testShop.shoppers[shopper]
  if (!found) throw new Error(`There is no shopper ${shopper}.`)
  return found
}

async function place(run: ProgramRun, { who, lines, code }: Doing<'place'>) {
  const { status, body } = await run.testShop.call('POST', '/api/orders', shopperOf(run, { shopper: who }).token, {
    // Items of the same choice stay apart, as their engravings differ.
    orderItems: lines.map(({ piece, qty }, line) => ({
      product: run.pieces[piece],
      qty,
      answers: { engraving: `${line}` },
    })),
    shippingAddress: ADDRESS,
    paymentMethod: 'Square',
    ...(code ? { code: run.codes[code] } : {}),
  })
  expect([201, 409, 422]).toContain(status)
  const isNew = status === 201 && run.orders.every(({ id }) => id !== body._id)
  if (isNew) run.orders.push({ id: body._id, shopper: who, isSaidPaid: false, isSaidCanceled: false })
}

/** Looks at the order, as its page does, and pays what it shows. */
async function pay(run: ProgramRun, order: Placed, sourceId: string) {
  const { token } = shopperOf(run, order)
  const { body: seen } = await run.testShop.call('GET', `/api/orders/${order.id}`, token)
  const requested = { orderId: order.id, price: toCents(seen.totalPrice), sourceId }
  const { status, body } = await run.testShop.call('POST', '/api/orders/processSquare', token, requested)
  expect([200, 202, 402, 409, 503]).toContain(status)
  if (status === 200) order.isSaidPaid = true
  if (status === 200 || status === 202) order.paymentId = body.id
}

async function report(run: ProgramRun, order: Placed) {
  const { token } = shopperOf(run, order)
  const id = order.paymentId ?? 'invented'
  const { status, body } = await run.testShop.call('PUT', `/api/orders/${order.id}/pay`, token, { id })
  expect([200, 202, 402, 409]).toContain(status)
  if (status === 200) expect(body.isPaid).toBe(true)
  if (status === 200) order.isSaidPaid = true
}

/** The buyer cancels the order, which is refused once a payment has begun. */
async function cancel(run: ProgramRun, order: Placed) {
  const { token } = shopperOf(run, order)
  const { status } = await run.testShop.call('PUT', `/api/orders/${order.id}/canceled`, token)
  expect([200, 409]).toContain(status)
  if (status === 200) order.isSaidCanceled = true
}

/** The seller marks the order as paid in cash. */
async function markPaid({ testShop }: ProgramRun, order: Placed) {
  const { token } = testShop.seller
  const { status } = await testShop.call('PUT', `/api/orders/${order.id}/paid`, token, { paidBy: 'cash' })
  expect([200, 409]).toContain(status)
  if (status === 200) order.isSaidPaid = true
}

/** A process dies at that step of a payment. */
async function die(run: ProgramRun, order: Placed, after: Doing<'die'>['after']) {
  const { db, gateway } = run.testShop
  const { user: buyer } = shopperOf(run, order)
  const [row] = await db.select().from(orders).where(eq(orders.id, order.id))
  if (row?.state !== 'unpaid' || row.totalCents === 0) return
  const requested = { orderId: order.id, userId: buyer.id, price: row.totalCents, mode: modeOf(gateway) }
  const reserved = await reserve(db, requested, 'a process that dies').catch(() => undefined)
  if (!reserved) return
  const { attempt } = reserved
  await endLease(db, attempt)
  if (after === 'T1') return
  const answer = await gateway.authorize(chargeOf(attempt), { sourceId: GOOD_CARD, note: '' })
  if (answer.outcome !== 'approved' || after === 'hold') return
  const committed = await commitToCapture(db, attempt, answer.payment, 'a process that dies')
  if (committed) await endLease(db, committed)
  if (committed && after === 'capture') await gateway.capture(answer.payment.id, chargeOf(attempt))
}

async function edit({ testShop, pieces, edits }: ProgramRun, { piece, delta }: Doing<'edit'>) {
  const movement = { productId: pieces[piece] ?? '', delta, reason: 'edited' as const, userId: testShop.seller.user.id }
  if ((await changeStock(testShop.db, movement)) !== null) edits[piece] = (edits[piece] ?? 0) + delta
}

async function refund({ testShop }: ProgramRun, order: Placed, { restock }: Doing<'refund'>) {
  const wanted = restock ? { restock } : { restock, amount: 0.5 }
  const { status } = await testShop.call('POST', `/api/orders/${order.id}/refund`, testShop.seller.token, wanted)
  expect([200, 409]).toContain(status)
}

const setFault = ({ testShop }: ProgramRun, { on, when, times, effect }: Doing<'fault'>) =>
  testShop.controls.faults([{ on, when, times, do: effect }])

/** What the shop says in the end is what it has said on the way, what the card service says and what is on the shelf. */
async function requireTruth({ testShop, orders: placed, pieces, edits }: ProgramRun) {
  const { db, seller } = testShop
  const payments = Map.groupBy(await paymentsAtSquare(db), ({ order }) => order)
  const left = STOCK.map((qty, piece) => qty + (edits[piece] ?? 0))
  let paid = 0
  for (const { id, isSaidPaid, isSaidCanceled } of placed) {
    const { body: order } = await testShop.call('GET', `/api/orders/${id}`, seller.token)
    expect(order.payment).toBe(order.isPaid ? 'paid' : 'none')
    if (isSaidPaid) expect(order.isPaid).toBe(true)
    expect(order.canceledAt !== undefined).toBe(isSaidCanceled)
    if (isSaidCanceled) expect(order.isPaid).toBe(false)
    const taken = (payments.get(id) ?? []).filter(({ status }) => status === 'COMPLETED')
    const isByCard = order.isPaid && order.totalPrice > 0 && !order.paidBy
    expect(taken.map(({ cents }) => cents)).toEqual(isByCard ? [toCents(order.totalPrice)] : [])
    if (!order.isPaid) continue
    paid++
    if (await isRestocked(testShop, id)) continue
    for (const { product, qty } of order.orderItems) {
      const piece = pieces.indexOf(product)
      left[piece] = (left[piece] ?? 0) - qty
    }
  }
  const shelf = await db.select().from(products).where(inArray(products.id, pieces))
  expect(pieces.map((piece) => shelf.find(({ id }) => id === piece)?.qty)).toEqual(left)
  return paid
}

const isRestocked = async ({ db }: TestShop, orderId: string) =>
  (await db.$count(refunds, and(eq(refunds.orderId, orderId), eq(refunds.state, 'completed'), refunds.restock))) > 0
