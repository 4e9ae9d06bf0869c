// Load for shops that are killed, stopped or cut off. Shoppers keep placing and paying orders, and a journal records every
// response, to be compared with the database afterwards.
import { expect } from 'vitest'
import { toCents } from '#contract/money.ts'
import type { Db } from '#server/platform/db/client.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { ADDRESS, GOOD_CARD } from '#server/testing/checkouts.ts'
import { ENGRAVING, family, product, user } from '#server/testing/factories.ts'
import { type Call, callerOf, type Ending } from './callers.ts'

/** One shopper's way through the checkout. Times are milliseconds since the epoch. */
export type Checkout = {
  from: number
  /** The time of the last response or timeout; undefined while the checkout is under way. */
  until?: number
  placed?: Ending
  orderId?: string
  /** When Pay was pressed. */
  pressed?: number
  paid?: Ending
  /** The status of the payment, COMPLETED or PENDING, or the error code. */
  said?: string
}

export type Traffic = {
  /** Every checkout so far, in the order of their start. Those under way still change. */
  journal: Checkout[]
  /** Starts no more checkouts, waits for those under way and returns the whole journal. */
  stop(): Promise<Checkout[]>
}

type TrafficOptions = {
  /** The URL of the shop, read for every request. */
  url(): string
  /** The shop's database, for the shoppers and products of the load. */
  db: Db
  perSecond: number
  /** What is bought and by whom; by default made in the database. */
  goods?: Goods
  /** How many products exist once. Two in ten checkouts, one right after the other, want the same one of them. */
  oneOfAKind?: number
}

/** The ids of products with plenty of stock, and the tokens of shoppers. */
export type Goods = { productIds: string[]; tokens: string[] }

const SHOPPERS = 20
const PRODUCTS = 12
const PLENTY = 1_000_000
/** The most open checkouts, should the shop answer nothing. */
const MOST_AT_ONCE = 400

/**
 * Starts `perSecond` checkouts a second, of one to three items with plenty of stock, by 20 shoppers in turn. Some are
 * choices, and then every other order has several items of one choice. The shop needs RATE_LIMITS=off.
 */
export async function startTraffic({ url, db, perSecond, goods, oneOfAKind = 0 }: TrafficOptions): Promise<Traffic> {
  const { productIds, tokens } = goods ?? (await goodsIn(db))
  const unique: string[] = []
  while (unique.length < oneOfAKind) unique.push((await product(db, { qty: 1, oneOfAKind: true })).id)
  const journal: Checkout[] = []
  const underWay = new Set<Promise<void>>()
  const begin = () => {
    if (underWay.size >= MOST_AT_ONCE) return
    const number = journal.length
    const checkout: Checkout = { from: Date.now() }
    journal.push(checkout)
    const token = tokens[number % tokens.length] ?? ''
    const only = number % 10 < 2 ? unique[Math.floor(number / 10)] : undefined
    const order = orderOf(number, only ? [only] : productIds, only ? 1 : undefined)
    const work = checkOut(checkout, callerOf(url, token), order).finally(() => {
      checkout.until = Date.now()
      underWay.delete(work)
    })
    underWay.add(work)
  }
  const pace = setInterval(begin, 1000 / perSecond)
  return {
    journal,
    async stop() {
      clearInterval(pace)
      await Promise.all(underWay)
      return journal
    },
  }
}

async function goodsIn(db: Db): Promise<Goods> {
  const tokens: string[] = []
  const choices = ['Small', 'Medium', 'Large'].map((size) => ({ choice: [size], qty: PLENTY }))
  const productIds = (await family(db, { asks: [ENGRAVING] }, choices)).choices.map(({ id }) => id)
  while (productIds.length < PRODUCTS) productIds.push((await product(db, { qty: PLENTY })).id)
  while (tokens.length < SHOPPERS) tokens.push((await user(db)).token)
  return { productIds, tokens }
}

/**
 * Each order has another street: the shop treats the same order within half a minute as a double click. Every other
 * order is for one product alone, whose items stay apart where it has an engraving.
 */
const orderOf = (number: number, productIds: string[], length = 1 + (number % 3)) => ({
  orderItems: Array.from({ length }, (_, line) => ({
    product: productIds[(number + (number % 2) * line) % productIds.length],
    qty: 1,
    answers: { engraving: `${line}` },
  })),
  shippingAddress: { ...ADDRESS, address: `${number} Main Street` },
  paymentMethod: 'Square',
})

async function checkOut(checkout: Checkout, call: Call, order: object) {
  const orderReply = await call('POST', '/api/orders', order)
  checkout.placed = orderReply.ending
  if (orderReply.ending !== 201) return
  const orderId = String(orderReply.body._id)
  checkout.orderId = orderId
  const paymentBody = { orderId, price: toCents(Number(orderReply.body.totalPrice)), sourceId: GOOD_CARD }
  checkout.pressed = Date.now()
  const paymentReply = await call('POST', '/api/orders/processSquare', paymentBody)
  checkout.paid = paymentReply.ending
  checkout.said = String(paymentReply.body.status ?? paymentReply.body.code ?? '')
}

/**
 * Fails when the database contradicts a response in the journal: a placed order exists, an acknowledged payment is paid,
 * and a refused one is not. Returns the state of each order by its id.
 */
export async function expectJournalHolds(journal: Checkout[], db: Db): Promise<Map<string, string>> {
  const states = await statesOf(db)
  expect(contradictionsIn(journal, states), 'responses that the database contradicts').toEqual([])
  return states
}

/** The checkouts that the database contradicts, as `expectJournalHolds` says. */
export const contradictions = async (journal: Checkout[], db: Db) => contradictionsIn(journal, await statesOf(db))

async function statesOf(db: Db) {
  const storedOrders = await db.select({ id: orders.id, state: orders.state }).from(orders)
  return new Map<string, string>(storedOrders.map(({ id, state }) => [id, state]))
}

function contradictionsIn(journal: Checkout[], states: Map<string, string>): Checkout[] {
  return journal.filter(({ orderId, paid, said }) => {
    const state = orderId && states.get(orderId)
    if (!orderId) return false
    if (said === 'COMPLETED') return state !== 'paid'
    const isRefused = typeof paid === 'number' && paid >= 400 && said !== 'payment_unconfirmed' && said !== 'internal'
    return isRefused ? state === 'paid' : state === undefined
  })
}

/** Fails unless each checkout in the journal was told so and is paid, be it after the answer that it is on its way. */
export async function expectAllPaid(journal: Checkout[], db: Db) {
  const states = await expectJournalHolds(journal, db)
  const payments = journal.map(({ placed, said, orderId = '' }) => ({ placed, said, state: states.get(orderId) }))
  expect(payments.filter(({ said }) => said !== 'COMPLETED' && said !== 'PENDING')).toEqual([])
  expect(payments.filter(({ placed, state }) => placed !== 201 || state !== 'paid')).toEqual([])
  expect(payments.length).toBeGreaterThan(0)
}
