// Shoppers for shops that are killed, stopped or cut off. They go on placing and paying orders, and a journal records
// every answer, to be compared with the database afterwards.
import { expect } from 'vitest'
import { toCents } from '#contract/money.ts'
import type { Db } from '#server/db/client.ts'
import { orders } from '#server/db/order-schema.ts'
import { ADDRESS, GOOD_CARD } from '#server/testing/checkouts.ts'
import { product, user } from '#server/testing/factories.ts'
import { type Call, callerOf, type Ending } from './callers.ts'

/** One shopper's way through the checkout. Times are milliseconds since the epoch. */
export type Checkout = {
  from: number
  /** Of its last answer, or of the end of waiting for one; undefined while it is under way. */
  until?: number
  placed?: Ending
  orderId?: string
  /** When Pay was pressed. */
  pressed?: number
  paid?: Ending
  /** What the shop said of the payment: COMPLETED or PENDING, or the code of its refusal. */
  said?: string
}

export type Traffic = {
  /** Every checkout so far, the first first. Those under way go on changing. */
  journal: Checkout[]
  /** Begins no more, waits for those under way and answers the whole journal. */
  stop(): Promise<Checkout[]>
}

type Wanted = {
  /** Where the shop is, or will be again: asked for every request. */
  url(): string
  /** Shoppers and products are put straight into this database, before the first order. */
  db: Db
  perSecond: number
}

const SHOPPERS = 20
const PRODUCTS = 12
const PLENTY = 1_000_000
/** A shop that answers nothing collects no more requests than that. */
const MOST_AT_ONCE = 400

/**
 * Begins that many checkouts a second, each of one to three pieces of which there are plenty, by shoppers in turn. The
 * shop should be started with RATE_LIMITS=off.
 */
export async function startTraffic({ url, db, perSecond }: Wanted): Promise<Traffic> {
  const pieces: string[] = []
  const tokens: string[] = []
  while (pieces.length < PRODUCTS) pieces.push((await product(db, { qty: PLENTY })).id)
  while (tokens.length < SHOPPERS) tokens.push((await user(db)).token)
  const journal: Checkout[] = []
  const underWay = new Set<Promise<void>>()
  const begin = () => {
    if (underWay.size >= MOST_AT_ONCE) return
    const number = journal.length
    const checkout: Checkout = { from: Date.now() }
    journal.push(checkout)
    const token = tokens[number % SHOPPERS] ?? ''
    const work = checkOut(checkout, callerOf(url, token), orderOf(number, pieces)).finally(() => {
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

/** The street differs every time: the same order again within half a minute would be taken for a double click. */
const orderOf = (number: number, pieces: string[]) => ({
  orderItems: Array.from({ length: 1 + (number % 3) }, (_, line) => ({
    product: pieces[(number + line) % pieces.length],
    qty: 1,
  })),
  shippingAddress: { ...ADDRESS, address: `${number} Main Street` },
  paymentMethod: 'Square',
})

async function checkOut(checkout: Checkout, call: Call, order: object) {
  const placed = await call('POST', '/api/orders', order)
  checkout.placed = placed.ending
  if (placed.ending !== 201) return
  const orderId = String(placed.body._id)
  checkout.orderId = orderId
  const requested = { orderId, price: toCents(Number(placed.body.totalPrice)), sourceId: GOOD_CARD }
  checkout.pressed = Date.now()
  const paid = await call('POST', '/api/orders/processSquare', requested)
  checkout.paid = paid.ending
  checkout.said = String(paid.body.status ?? paid.body.code ?? '')
}

/**
 * Fails when the books do not keep what a shopper was told: an order that was placed is there, a payment that was
 * acknowledged is paid, and one that was refused is not. Answers the state of each order by its id.
 */
export async function expectJournalHolds(journal: Checkout[], db: Db): Promise<Map<string, string>> {
  const stored = await db.select({ id: orders.id, state: orders.state }).from(orders)
  const states = new Map(stored.map(({ id, state }) => [id, state]))
  const wrong = journal.filter(({ orderId, paid, said }) => {
    const state = orderId && states.get(orderId)
    if (!orderId) return false
    if (said === 'COMPLETED') return state !== 'paid'
    const isRefused = typeof paid === 'number' && paid >= 400 && said !== 'payment_unconfirmed' && said !== 'internal'
    return isRefused ? state === 'paid' : state === undefined
  })
  expect(wrong, 'what shoppers were told is so').toEqual([])
  return states
}
