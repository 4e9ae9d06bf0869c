import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { checkRest } from '#server/shop/audit/ledger.ts'
import { recover } from '#server/shop/payments/recovery.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { paymentAttempts } from '#server/shop/schema/payments.ts'
import { product } from '#server/testing/factories.ts'
import { simulatorBehind } from '#server/testing/gateway.ts'
import { expectSoundLedger, paymentsAtSquare } from '#server/testing/invariants.ts'
import type { SimulatorControls } from '#server/testing/simulator-controls.ts'
import { figure, runs } from '#server/testing/torture.ts'
import type { CrashPoint } from './kills.ts'
import { testFarShop } from './proxy.ts'

/** Calls `then` once, when a payment reaches the crash point. */
function atCrashPoint(crashPoint: CrashPoint, then: () => void) {
  const watch = (point: unknown) => {
    if (point !== crashPoint) return
    unsubscribe('boutique:crash-points', watch)
    then()
  }
  subscribe('boutique:crash-points', watch)
}

/** Every call that was made, as often as it was. */
const askedCount = async ({ calls }: SimulatorControls) =>
  Object.entries((await calls()).seen).flatMap(([operation, count]) => Array<string>(count).fill(operation))

const UNAVAILABLE = { status: 503, code: 'payments_unavailable' }
const UNCONFIRMED_REPLY = { status: 503, code: 'payment_unconfirmed' }
const PENDING = { status: 202, said: 'PENDING' }

const CUTS = [
  // the step, cut when, what the shopper is told, calls to the card service by then, the order in the end
  ['T1', 'before', UNAVAILABLE, [], 'none', []],
  ['T1', 'after', UNAVAILABLE, [], 'none', []],
  ['T2', 'before', UNCONFIRMED_REPLY, ['createPayment'], 'none', ['CANCELED']],
  ['T2', 'after', UNCONFIRMED_REPLY, ['createPayment'], 'paid', ['COMPLETED']],
  ['T3', 'before', PENDING, ['createPayment', 'completePayment'], 'paid', ['COMPLETED']],
  ['T3', 'after', PENDING, ['createPayment', 'completePayment'], 'paid', ['COMPLETED']],
] as const

/** The statement that commits each step. T2 and T3 are single statements. */
const COMMITS = { T1: 'commit', T2: 'move_attempt', T3: 'captured_sale' } as const

test.for(CUTS)(
  'with the connection cut on the commit of %s, %s its effect, no money moves on a guess',
  {
    tags: ['D3'],
  },
  async ([step, when, replyToBuyer, orderSeen, payment, atSquare], { task }) => {
    const count = runs(3, 20)
    const shop = await testFarShop()
    const { db, app, proxy, placed, payFar } = shop
    const simulator = simulatorBehind(shop.shop.gateway)
    for (let run = 1; run <= count; run++) {
      const { id } = await product(db)
      const order = await placed({ id })
      await simulator.forgetCalls()
      const cut = new Promise<void>((resolveCut) =>
        atCrashPoint(`${step} commits`, () => proxy.cut({ statement: COMMITS[step], when }).then(resolveCut)),
      )
      const reply = await payFar(order)
      await cut
      const { status, code } = reply.json()
      expect({ status: reply.statusCode, ...(code ? { code } : { said: status }) }).toEqual(replyToBuyer)
      expect(await askedCount(simulator)).toEqual(orderSeen)
      await expectSoundLedger(db)

      await db.update(paymentAttempts).set({ leaseUntil: sql`now()`, nextTryAt: sql`now()` })
      await recover({ db, gateway: shop.shop.gateway, log: app.log })
      expect(await shop.order(order._id)).toMatchObject({ payment })
      const [productRow] = await db.select().from(products).where(eq(products.id, id))
      expect(productRow?.qty).toBe(payment === 'paid' ? 4 : 5)
      const payments = (await paymentsAtSquare(db)).filter(({ order: of }) => of === order._id)
      expect(payments.map(({ status: at }) => at)).toEqual(atSquare)
      for (const { rule, broken } of await checkRest(db)) expect(broken, rule).toEqual([])
    }
    figure(task, `${step} cut ${count} times ${when} its effect: order ${payment === 'none' ? 'unpaid' : payment}`)
  },
)
