import { and, eq, inArray } from 'drizzle-orm'
import { expect } from 'vitest'
import { toCents } from '#contract/money.ts'
import { finishSale, startSale } from '#features/sales/server/run-sales.ts'
import { sale } from '#features/sales/testing/factories.ts'
import { changeStock } from '#server/shop/catalog/stock.ts'
import { commitToCapture, endLease, reserve } from '#server/shop/payments/attempts.ts'
import { chargeOf } from '#server/shop/payments/finish-attempt.ts'
import { modeOf } from '#server/shop/payments/gateway.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { refunds } from '#server/shop/schema/payments.ts'
import { ADDRESS, GOOD_CARD } from '#server/testing/checkouts.ts'
import { coupon, ENGRAVING, family } from '#server/testing/factories.ts'
import { paymentsAtSquare } from '#server/testing/invariants.ts'
import { type Action, type Doing, STOCK } from './actions.ts'
import type { TestShop } from './test-shop.ts'

type PlacedOrder = { id: string; shopper: number; isSaidPaid: boolean; isSaidCanceled: boolean; paymentId?: string }
type Paid = { paidCount: number; saleCount: number }
type ProgramRun = {
  testShop: TestShop
  pieces: string[]
  codes: Record<'once' | 'free', string>
  orders: PlacedOrder[]
  /** The products that a sale is for, and the sale that runs. */
  family: string
  saleId?: string | undefined
  /** By how much the seller has changed the stock of each product. */
  edits: number[]
}

/**
 * Runs the program, settles what it left, and fails when anything is not as it was told. Answers how many orders
 * were paid, and how many of them at the price of a sale.
 */
export async function runProgram(testShop: TestShop, program: Action[]): Promise<Paid> {
  const { db } = testShop
  const { id, choices } = await family(
    db,
    { asks: [ENGRAVING] },
    STOCK.map((qty, number) => ({ choice: [`${number}`], qty })),
  )
  const run: ProgramRun = {
    testShop,
    family: id,
    pieces: choices.map((choice) => choice.id),
    codes: {
      once: (await coupon(db, { oneTime: true, amountCents: 250 })).code,
      free: (await coupon(db, { oneTime: true, amountCents: 1_000_000 })).code,
    },
    orders: [],
    edits: STOCK.map(() => 0),
  }
  for (const action of program) await act(run, action)
  await endSale(run)
  await testShop.settle()
  return requireTruth(run)
}

function act(run: ProgramRun, action: Action): Promise<unknown> {
  const { testShop, orders } = run
  if (action.do === 'place') return place(run, action)
  if (action.do === 'edit') return edit(run, action)
  if (action.do === 'start sale') return beginSale(run)
  if (action.do === 'end sale') return endSale(run)
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

const shopperOf = ({ testShop }: ProgramRun, { shopper }: Pick<PlacedOrder, 'shopper'>) => {
  const shopperFound = testShop.shoppers[shopper]
  if (!shopperFound) throw new Error(`There is no shopper ${shopper}.`)
  return shopperFound
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
async function pay(run: ProgramRun, order: PlacedOrder, sourceId: string) {
  const { token } = shopperOf(run, order)
  const { body: orderSeen } = await run.testShop.call('GET', `/api/orders/${order.id}`, token)
  const payment = { orderId: order.id, price: toCents(orderSeen.totalPrice), sourceId }
  const { status, body } = await run.testShop.call('POST', '/api/orders/processSquare', token, payment)
  expect([200, 202, 402, 409, 503]).toContain(status)
  if (status === 200) order.isSaidPaid = true
  if (status === 200 || status === 202) order.paymentId = body.id
}

async function report(run: ProgramRun, order: PlacedOrder) {
  const { token } = shopperOf(run, order)
  const id = order.paymentId ?? 'invented'
  const { status, body } = await run.testShop.call('PUT', `/api/orders/${order.id}/pay`, token, { id })
  expect([200, 202, 402, 409]).toContain(status)
  if (status === 200) expect(body.isPaid).toBe(true)
  if (status === 200) order.isSaidPaid = true
}

/** The buyer cancels the order, which is refused once a payment has begun. */
async function cancel(run: ProgramRun, order: PlacedOrder) {
  const { token } = shopperOf(run, order)
  const { status } = await run.testShop.call('PUT', `/api/orders/${order.id}/canceled`, token)
  expect([200, 409]).toContain(status)
  if (status === 200) order.isSaidCanceled = true
}

/** The seller marks the order as paid in cash. */
async function markPaid({ testShop }: ProgramRun, order: PlacedOrder) {
  const { token } = testShop.seller
  const { status } = await testShop.call('PUT', `/api/orders/${order.id}/paid`, token, { paidBy: 'cash' })
  expect([200, 409]).toContain(status)
  if (status === 200) order.isSaidPaid = true
}

/** A process dies at that step of a payment. */
async function die(run: ProgramRun, order: PlacedOrder, after: Doing<'die'>['after']) {
  const { db, gateway } = run.testShop
  const { user: buyer } = shopperOf(run, order)
  const [row] = await db.select().from(orders).where(eq(orders.id, order.id))
  if (row?.state !== 'unpaid' || row.totalCents === 0) return
  const payment = { orderId: order.id, userId: buyer.id, price: row.totalCents, mode: modeOf(gateway) }
  const reservation = await reserve(db, payment, 'a process that dies').catch(() => undefined)
  if (!reservation) return
  const { attempt } = reservation
  await endLease(db, attempt)
  if (after === 'T1') return
  const answer = await gateway.authorize(chargeOf(attempt), { sourceId: GOOD_CARD, note: '' })
  if (answer.outcome !== 'approved' || after === 'hold') return
  const committedAttempt = await commitToCapture(db, attempt, answer.payment, 'a process that dies')
  if (committedAttempt) await endLease(db, committedAttempt)
  if (committedAttempt && after === 'capture') await gateway.capture(answer.payment.id, chargeOf(attempt))
}

async function edit({ testShop, pieces, edits }: ProgramRun, { piece, delta }: Doing<'edit'>) {
  const movement = { productId: pieces[piece] ?? '', delta, reason: 'edited' as const, userId: testShop.seller.user.id }
  if ((await changeStock(testShop.db, movement)) !== null) edits[piece] = (edits[piece] ?? 0) + delta
}

async function refund({ testShop }: ProgramRun, order: PlacedOrder, { restock }: Doing<'refund'>) {
  const refundBody = restock ? { restock } : { restock, amount: 0.5 }
  const { status } = await testShop.call('POST', `/api/orders/${order.id}/refund`, testShop.seller.token, refundBody)
  expect([200, 409]).toContain(status)
}

async function beginSale(run: ProgramRun) {
  if (run.saleId) return
  const { db } = run.testShop
  run.saleId = (await sale(db, {}, [{ productId: run.family }])).id
  await startSale(db, run.saleId)
}

async function endSale(run: ProgramRun) {
  if (run.saleId) await finishSale(run.testShop.db, run.saleId)
  run.saleId = undefined
}

const setFault = ({ testShop }: ProgramRun, { on, when, times, effect }: Doing<'fault'>) =>
  testShop.controls.faults([{ on, when, times, do: effect }])

/** What the shop says in the end is what it has said on the way, what the card service says and what is in stock. */
async function requireTruth({ testShop, orders: placedOrders, pieces, edits }: ProgramRun) {
  const { db, seller } = testShop
  const payments = Map.groupBy(await paymentsAtSquare(db), ({ order }) => order)
  const stockLeft = STOCK.map((qty, piece) => qty + (edits[piece] ?? 0))
  const productRows = await db.select().from(products).where(inArray(products.id, pieces))
  let [paidCount, saleCount] = [0, 0]
  for (const { id, isSaidPaid, isSaidCanceled } of placedOrders) {
    const { body: order } = await testShop.call('GET', `/api/orders/${id}`, seller.token)
    expect(order.payment).toBe(order.isPaid ? 'paid' : 'none')
    if (isSaidPaid) expect(order.isPaid).toBe(true)
    expect(order.canceledAt !== undefined).toBe(isSaidCanceled)
    if (isSaidCanceled) expect(order.isPaid).toBe(false)
    const takenPayments = (payments.get(id) ?? []).filter(({ status }) => status === 'COMPLETED')
    const isByCard = order.isPaid && order.totalPrice > 0 && !order.paidBy
    expect(takenPayments.map(({ cents }) => cents)).toEqual(isByCard ? [toCents(order.totalPrice)] : [])
    if (!order.isPaid) continue
    paidCount++
    const regularPrice = (product: string) => productRows.find(({ id }) => id === product)?.priceCents ?? 0
    if (
      order.orderItems.some(
        ({ product, price }: { product: string; price: number }) => toCents(price) < regularPrice(product),
      )
    )
      saleCount++
    if (await isRestocked(testShop, id)) continue
    for (const { product, qty } of order.orderItems) {
      const productNumber = pieces.indexOf(product)
      stockLeft[productNumber] = (stockLeft[productNumber] ?? 0) - qty
    }
  }
  expect(pieces.map((productId) => productRows.find(({ id }) => id === productId)?.qty)).toEqual(stockLeft)
  return { paidCount, saleCount }
}

const isRestocked = async ({ db }: TestShop, orderId: string) =>
  (await db.$count(refunds, and(eq(refunds.orderId, orderId), eq(refunds.state, 'completed'), refunds.restock))) > 0
