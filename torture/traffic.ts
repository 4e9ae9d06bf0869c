// Shoppers for shops that are killed, stopped or cut off: they keep placing and paying orders whatever happens, and a
// journal says what each was told, so that it can be held against the books afterwards.
import { toCents } from '#contract/money.ts'
import type { Db } from '#server/db/client.ts'
import { ADDRESS, GOOD_CARD } from '#server/testing/checkouts.ts'
import { product, user } from '#server/testing/factories.ts'

/** How a request ended: with a status, or `unreached` (nobody listened), or `lost` (sent, perhaps, and never answered). */
export type Ending = number | 'unreached' | 'lost'

/** One shopper's way through the checkout. Times are milliseconds since the epoch. */
export type Checkout = {
  from: number
  /** Of its last answer, or of the end of waiting for one; undefined while it is under way. */
  until?: number
  placed?: Ending
  orderId?: string
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
const PATIENCE_MS = 40_000

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

type Call = (path: string, body: object) => Promise<{ ending: Ending; body: Record<string, unknown> }>

async function checkOut(checkout: Checkout, call: Call, order: object) {
  const placed = await call('/api/orders', order)
  checkout.placed = placed.ending
  if (placed.ending !== 201) return
  const orderId = String(placed.body._id)
  checkout.orderId = orderId
  const press = { orderId, price: toCents(Number(placed.body.totalPrice)), sourceId: GOOD_CARD }
  const paid = await call('/api/orders/processSquare', press)
  checkout.paid = paid.ending
  checkout.said = String(paid.body.status ?? paid.body.code ?? '')
}

const callerOf =
  (url: () => string, token: string): Call =>
  async (path, body) => {
    try {
      const reply = await fetch(url() + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      return { ending: reply.status, body: read(await reply.text()) }
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { code?: string }
      return { ending: code === 'ECONNREFUSED' ? 'unreached' : 'lost', body: {} }
    }
  }

/** Half a shop may answer with something else than JSON: that says nothing. */
function read(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
