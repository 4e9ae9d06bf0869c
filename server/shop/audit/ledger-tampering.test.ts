// Tests the rules of the ledger: each row is changed as nobody may change it, and a rule has to name the change.

import { type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#server/platform/db/client.ts'
import { figure } from '#server/testing/torture.ts'
import { shopWithOrders } from '#server/testing/traded-shop.ts'
import { checkLedger } from './ledger.ts'
import { checkAccount } from './square-account.ts'

type Shop = Awaited<ReturnType<typeof shopWithOrders>>
/** What is done, how, and part of the rule that has to see it. */
type Tampering = [what: string, doIt: (shop: Shop) => SQL, rule: string]

/** The attempt that paid an order. */
const paidBy = ({ _id }: { _id: string }) => sql`(select current_attempt from orders where id = ${_id})`

/** In the card service's ledger: a payment that was changed long ago. */
const oldUpdate = sql`jsonb_build_object('updated_at', '2026-01-01T00:00:00.000Z')`

const STOCK: Tampering[] = [
  [
    'stock raised',
    ({ pen }) => sql`update products set qty = qty + 1 where id = ${pen.id}`,
    'the stock of a product equals',
  ],
  [
    'stock lowered',
    ({ pen }) => sql`update products set qty = qty - 1 where id = ${pen.id}`,
    'the stock of a product equals',
  ],
  ['a movement deleted', () => sql`delete from stock_ledger where reason = 'created'`, 'the stock of a product equals'],
  [
    'a movement changed',
    () => sql`update stock_ledger set delta = delta + 1 where reason = 'created'`,
    'the stock of a product equals',
  ],
  ['all movements deleted', () => sql`delete from stock_ledger`, 'the stock of a product equals'],
  [
    'pieces brought back with a forged return',
    ({ pen }) => sql`with raised as (update products set qty = qty + 5 where id = ${pen.id})
      insert into stock_ledger (product_id, delta, reason) values (${pen.id}, 5, 'returned')`,
    'restocked pieces match',
  ],
  [
    'pieces brought back with a forged release',
    ({ mug, orders }) => sql`with raised as (update products set qty = qty + 2 where id = ${mug.id})
      insert into stock_ledger (product_id, delta, reason, attempt_id)
      values (${mug.id}, 2, 'release', ${paidBy(orders.plain)})`,
    'pieces that a payment holds or sold are out of stock',
  ],
  [
    'pieces brought back with a release of no payment',
    ({ mug }) => sql`with raised as (update products set qty = qty + 2 where id = ${mug.id})
      insert into stock_ledger (product_id, delta, reason) values (${mug.id}, 2, 'release')`,
    'every stock change for a payment belongs to one of its holds',
  ],
  [
    'a return undone',
    ({ pen }) => sql`with lowered as (update products set qty = qty - 3 where id = ${pen.id})
      delete from stock_ledger where reason = 'returned'`,
    'restocked pieces match',
  ],
  [
    'a sale that moved stock loses its payment',
    ({ orders }) => sql`update stock_ledger set attempt_id = null where attempt_id = ${paidBy(orders.plain)}`,
    'pieces that a payment holds or sold are out of stock',
  ],
]

const SALES: Tampering[] = [
  [
    'holds deleted',
    ({ orders }) => sql`delete from holds where attempt_id = ${paidBy(orders.plain)}`,
    'the pieces that a payment holds or sold match its order',
  ],
  [
    'a hold changed',
    ({ orders }) => sql`update holds set qty = 9 where attempt_id = ${paidBy(orders.plain)}`,
    'the pieces that a payment holds or sold match its order',
  ],
  [
    'a hold of another product',
    ({ orders, bowl }) => sql`update holds set product_id = ${bowl.id} where attempt_id = ${paidBy(orders.plain)}`,
    'the pieces that a payment holds or sold match its order',
  ],
  [
    'a sold piece released',
    ({ orders }) => sql`update holds set state = 'released' where attempt_id = ${paidBy(orders.plain)}`,
    'the state of each hold and coupon use',
  ],
  [
    'a paid order made unpaid while its money is captured',
    ({ orders }) =>
      sql`update orders set state = 'unpaid', current_attempt = null, paid_at = null where id = ${orders.plain._id}`,
    'an order is paid if and only if',
  ],
  [
    'an unpaid order made paid',
    ({ orders }) => sql`update orders set state = 'paid', current_attempt = gen_random_uuid(), paid_at = now()
      where id = ${orders.unpaid._id}`,
    'an order is paid if and only if',
  ],
  [
    "an unpaid order made paid by another order's payment",
    ({ orders }) => sql`update orders set state = 'paid', current_attempt = ${paidBy(orders.plain)}, paid_at = now()
      where id = ${orders.unpaid._id}`,
    'an order is paid if and only if',
  ],
  [
    'a declined attempt made captured',
    ({ orders }) => sql`update payment_attempts set state = 'captured' where order_id = ${orders.declined._id}`,
    'the last log entry of a payment',
  ],
  [
    'a paid order deleted from the table',
    ({ orders }) => sql`delete from orders where id = ${orders.plain._id}`,
    'an order is paid if and only if',
  ],
  [
    'a captured attempt deleted',
    ({ orders }) => sql`delete from payment_attempts where id = ${paidBy(orders.plain)}`,
    'an order is paid if and only if',
  ],
  [
    'a paid order made cheaper by its discount',
    ({ orders }) => sql`update orders set discount_cents = discount_cents + 1, total_cents = total_cents - 1
      where id = ${orders.plain._id}`,
    'an order is paid if and only if',
  ],
  [
    'order and payment made cheaper together',
    ({ orders }) => sql`with cheaper as (update payment_attempts set amount_cents = amount_cents - 1
        where id = ${paidBy(orders.plain)})
      update orders set discount_cents = discount_cents + 1, total_cents = total_cents - 1 where id = ${orders.plain._id}`,
    'the amount and order of every captured payment',
  ],
  [
    'the price of a line changed',
    ({ orders }) => sql`update order_items set price_cents = price_cents - 1 where order_id = ${orders.plain._id}`,
    'the items total of an order equals the sum of its items',
  ],
  [
    'a line doubled at half its price',
    ({ orders }) =>
      sql`update order_items set qty = qty * 2, price_cents = price_cents / 2 where order_id = ${orders.plain._id}`,
    'the pieces that a payment holds or sold match its order',
  ],
  [
    'a line of another product',
    ({ orders, bowl }) => sql`update order_items set product_id = ${bowl.id} where order_id = ${orders.plain._id}`,
    'the pieces that a payment holds or sold match its order',
  ],
  [
    'money moved from one line to another',
    ({
      orders,
    }) => sql`update order_items set price_cents = case line when 0 then price_cents - 50 else price_cents + 100 end
      where order_id = ${orders.mixed._id}`,
    'a paid order has not changed',
  ],
  [
    'tax moved into shipping',
    ({ orders }) => sql`update orders set tax_cents = tax_cents - 10, shipping_cents = shipping_cents + 10
      where id = ${orders.plain._id}`,
    'a paid order has not changed',
  ],
  [
    'an order given to another buyer',
    ({ orders, other }) => sql`update orders set user_id = ${other.user.id} where id = ${orders.plain._id}`,
    'a paid order has not changed',
  ],
  [
    'the record of what was paid rewritten',
    ({ orders }) =>
      sql`update payment_log set detail = '{}' where attempt_id = ${paidBy(orders.plain)} and to_state = 'captured'`,
    'a paid order has not changed',
  ],
]

const COUPONS: Tampering[] = [
  [
    'a coupon taken from a paid order',
    ({ orders }) => sql`update orders set coupon_id = null where id = ${orders.mixed._id}`,
    'a payment uses the coupon of its order',
  ],
  [
    'a coupon given to a paid order',
    ({ orders, dollar }) => sql`update orders set coupon_id = ${dollar.id} where id = ${orders.plain._id}`,
    'a payment uses the coupon of its order',
  ],
  [
    'the use of a one-time coupon deleted',
    ({ single }) => sql`delete from coupon_uses where coupon_id = ${single.id}`,
    'a payment uses the coupon of its order',
  ],
  [
    'the use of a one-time coupon released',
    ({ single }) => sql`update coupon_uses set state = 'released' where coupon_id = ${single.id}`,
    'the state of each hold and coupon use',
  ],
  [
    'the use of another coupon',
    ({ single, dollar }) =>
      sql`update coupon_uses set coupon_id = ${dollar.id}, slot = attempt_id where coupon_id = ${single.id}`,
    'a payment uses the coupon of its order',
  ],
  [
    'a one-time coupon whose use is put out of the way',
    ({ single }) => sql`update coupon_uses set slot = 'elsewhere' where coupon_id = ${single.id}`,
    'each slot of a coupon is used once',
  ],
]

const PAYMENTS: Tampering[] = [
  [
    'an order that is not paid said to be handed over',
    ({ orders }) =>
      sql`update orders set shipping = '{"method": "handed-over"}', delivered_at = now() where id = ${orders.unpaid._id}`,
    'an order that is handed over was added by the seller',
  ],
  [
    'an order that waits to be shipped said to be handed over',
    ({ orders }) => sql`update orders set shipping = '{"method": "handed-over"}' where id = ${orders.plain._id}`,
    'an order that is handed over was added by the seller',
  ],
  [
    'the number of a payment changed',
    ({ orders }) => sql`update payment_attempts set square_payment_id = 'nobody' where id = ${paidBy(orders.plain)}`,
    'the amount and order of every captured payment',
  ],
  [
    'the number of a payment removed',
    ({ orders }) => sql`update payment_attempts set square_payment_id = null where id = ${paidBy(orders.plain)}`,
    'card payments have an ID',
  ],
  [
    'a payment moved to another order',
    ({ orders }) => sql`update payment_attempts set order_id = ${orders.unpaid._id} where id = ${paidBy(orders.plain)}`,
    'an order is paid if and only if',
  ],
  [
    'a step deleted from the log',
    ({ orders }) => sql`delete from payment_log where attempt_id = ${paidBy(orders.plain)} and to_state = 'capturing'`,
    'each log entry of a payment',
  ],
  [
    'a step added to the log',
    ({ orders }) => sql`insert into payment_log (attempt_id, from_state, to_state, actor)
      values (${paidBy(orders.plain)}, 'captured', 'voided', 'nobody')`,
    'the last log entry of a payment',
  ],
  [
    'a receipt deleted',
    ({ orders }) => sql`delete from outbox where payload->>'orderId' = ${orders.plain._id}`,
    'a paid order has exactly one receipt',
  ],
  [
    'a receipt for another order',
    ({ orders }) => sql`update outbox set payload = jsonb_build_object('orderId', ${orders.unpaid._id}::text)
      where payload->>'orderId' = ${orders.plain._id}`,
    'a paid order has exactly one receipt',
  ],
]

/** A refund of that many cents that is said to be over. */
const forgePayment = (order: { _id: string }, cents: number, number: string | null = 'forged') => sql`
  insert into refunds (order_id, attempt_id, cents, tax_cents, shipping_cents, restock, state, square_refund_id)
  values (${order._id}, ${paidBy(order)}, ${cents}, 0, 0, false, 'completed', ${number})`

const REFUNDS: Tampering[] = [
  [
    'more shown as refunded than was paid',
    ({ orders }) => sql`update orders set refunded_cents = total_cents + 1 where id = ${orders.plain._id}`,
    'an order shows no more refunded than its total',
  ],
  [
    'a refund of $10,000 that never happened',
    ({ orders }) => forgePayment(orders.plain, 1_000_000),
    'refunds never exceed',
  ],
  [
    'a refund of $5 that never happened',
    ({ orders }) => forgePayment(orders.plain, 500),
    'the refunds match the card service',
  ],
  ['a refund without a number', ({ orders }) => forgePayment(orders.plain, 500, null), 'a refund belongs to a payment'],
  [
    'a refund deleted',
    ({ orders }) => sql`delete from refunds where order_id = ${orders.partly._id}`,
    'the refunds match the card service',
  ],
  [
    'a refund of other cents',
    ({ orders }) => sql`update refunds set cents = cents + 1 where order_id = ${orders.partly._id}`,
    'the refunds match the card service',
  ],
  [
    'a refund called off',
    ({ orders }) => sql`update refunds set state = 'failed' where order_id = ${orders.partly._id}`,
    'the refunds match the card service',
  ],
  [
    'a refund of the dashboard deleted',
    () => sql`delete from refunds where origin = 'dashboard'`,
    'the refunds match the card service',
  ],
  [
    'a refund moved to another order',
    ({ orders }) => sql`update refunds set order_id = ${orders.plain._id} where order_id = ${orders.partly._id}`,
    'a refund belongs to a payment',
  ],
  [
    'a refund with more tax than its order had',
    ({ orders }) => sql`update refunds set tax_cents = tax_cents + 1000 where order_id = ${orders.partly._id}`,
    'the tax and the shipping that refunds return',
  ],
  [
    'the tax of a paid order lowered with its total',
    ({ orders }) =>
      sql`update orders set tax_cents = tax_cents - 1, total_cents = total_cents - 1 where id = ${orders.plain._id}`,
    'the tax of an order is its rate of its base',
  ],
  [
    'the tax of a paid order moved into its shipping, with its rate',
    ({ orders }) => sql`update orders set tax_cents = 0, tax_ppm = 0, shipping_cents = shipping_cents + tax_cents
      where id = ${orders.plain._id}`,
    'the sales tax report adds up',
  ],
  [
    'a paid order moved out of every period',
    ({ orders }) => sql`update orders set paid_at = 'infinity' where id = ${orders.plain._id}`,
    'the sales tax report adds up',
  ],
  [
    'a refund moved out of every period',
    ({ orders }) => sql`update refunds set updated_at = 'infinity' where order_id = ${orders.partly._id}`,
    'the sales tax report adds up',
  ],
  [
    'a paid order moved out of every month',
    ({ orders }) => sql`update orders set paid_at = 'infinity' where id = ${orders.elsewhere._id}`,
    'the monthly statement adds up',
  ],
  [
    'a refund moved out of every month',
    ({ orders }) => sql`update refunds set updated_at = 'infinity' where order_id = ${orders.partly._id}`,
    'the monthly statement adds up',
  ],
  [
    'a refund of the whole order without its shipping',
    ({ orders }) => sql`update refunds set shipping_cents = 0 where order_id = ${orders.returned._id}`,
    'the tax and the shipping that refunds return',
  ],
  [
    'a refund said to have put pieces back',
    ({ orders }) => sql`update refunds set restock = true where order_id = ${orders.partly._id}`,
    'a refund says which pieces it restocks',
  ],
  [
    'pieces put back twice',
    ({ orders }) => sql`
      with twice as (insert into refunds (order_id, attempt_id, cents, tax_cents, shipping_cents, restock, state)
        values (${orders.returned._id}, ${paidBy(orders.returned)}, 0, 0, 0, true, 'completed') returning id)
      insert into refund_items (refund_id, line, qty, restock) select id, 1, 0, 1 from twice`,
    'the pieces of an order are refunded and restocked at most once',
  ],
  [
    'pieces refunded twice',
    ({ orders }) => sql`update refund_items set qty = qty + 1
      where refund_id in (select id from refunds where order_id = ${orders.returned._id})`,
    'the pieces of an order are refunded and restocked at most once',
  ],
  [
    'the shipping refunded twice',
    ({ orders }) => sql`
      insert into refunds (order_id, attempt_id, cents, tax_cents, shipping_cents, restock, with_shipping, state)
      values (${orders.returned._id}, ${paidBy(orders.returned)}, 0, 0, 0, false, true, 'completed')`,
    'the shipping of an order is refunded at most once',
  ],
]

const TAMPERINGS = [...STOCK, ...SALES, ...COUPONS, ...PAYMENTS, ...REFUNDS]

/** What the rules say while the ledger is changed like that; everything is undone, and no trigger or key stands in the way. */
async function saidOf(shop: Shop, change: SQL): Promise<string[]> {
  const rollback = new Error('undone')
  let brokenRules: string[] = []
  const work = async (tx: Db) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(change)
    const findings = [...(await checkLedger(tx)), ...((await checkAccount(tx, shop.shop.gateway)) ?? [])]
    brokenRules = findings.filter(({ broken }) => broken.length > 0).map(({ rule }) => rule)
    throw rollback
  }
  await shop.db.transaction(work).catch((error: unknown) => {
    if (error !== rollback) throw error
  })
  return brokenRules
}

test('every tampering with the ledger is found by the rule that names it', {
  tags: ['O12'],
}, async ({ task }) => {
  const shop = await shopWithOrders()
  // Refunds of the last minutes may not have been heard of yet.
  await shop.db.execute(sql`update square_simulator.payments set payment = payment || ${oldUpdate}`)
  expect(await saidOf(shop, sql`select 1`)).toEqual([])
  for (const [what, doIt, rule] of TAMPERINGS) {
    const brokenRules = await saidOf(shop, doIt(shop))
    expect(
      brokenRules.some((one) => one.includes(rule)),
      `${what}: ${brokenRules.join(' | ') || 'nothing is said'}`,
    ).toBe(true)
  }
  expect(await saidOf(shop, sql`select 1`)).toEqual([])
  figure(task, `${TAMPERINGS.length} of ${TAMPERINGS.length} tamperings with the ledger found`)
})

type AtCardService = [what: string, doIt: (shop: Shop) => Promise<unknown>, rule: string]

const AT_CARD_SERVICE: AtCardService[] = [
  [
    'money given back there that the books do not know',
    ({ db, orders }) =>
      db.execute(sql`update square_simulator.payments set payment = payment || ${oldUpdate} ||
      '{"refunded_money": {"amount": 500, "currency": "USD"}}' where id = ${orders.plain.paymentId}`),
    'the refunds match the card service',
  ],
  [
    'a payment of other cents',
    ({ db, orders }) =>
      db.execute(sql`update square_simulator.payments
      set payment = jsonb_set(payment, '{amount_money,amount}', '1') where id = ${orders.plain.paymentId}`),
    'the amount and order of every captured payment',
  ],
  [
    'a payment for another order',
    ({ db, orders }) =>
      db.execute(sql`update square_simulator.payments
      set payment = jsonb_set(payment, '{reference_id}', to_jsonb(${orders.elsewhere._id}::text))
      where id = ${orders.plain.paymentId}`),
    'no order is charged twice',
  ],
  [
    'a payment that was never taken',
    ({ db, orders }) =>
      db.execute(sql`update square_simulator.payments
      set payment = payment || '{"status": "CANCELED"}' where id = ${orders.plain.paymentId}`),
    'the amount and order of every captured payment',
  ],
  [
    'a payment taken for an order that is not paid',
    async ({ shop, orders }) => {
      const charge = { key: 'auth-behind', cents: 900, orderId: orders.unpaid._id }
      const answer = await shop.gateway.authorize(charge, { sourceId: 'cnon:card-nonce-ok', note: '' })
      if (answer.outcome === 'approved') await shop.gateway.capture(answer.payment.id, charge)
    },
    'every completed payment at the card service',
  ],
]

test.for(AT_CARD_SERVICE)('%s is seen', { tags: ['O12'] }, async ([, doIt, rule]) => {
  const shop = await shopWithOrders()
  const brokenRules = async () =>
    ((await checkAccount(shop.db, shop.shop.gateway)) ?? []).flatMap(({ rule, broken }) =>
      broken.length > 0 ? [rule] : [],
    )
  expect(await brokenRules()).toEqual([])
  await doIt(shop)
  expect((await brokenRules()).some((one) => one.includes(rule))).toBe(true)
})
