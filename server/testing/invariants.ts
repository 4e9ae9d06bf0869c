import { isDeepStrictEqual } from 'node:util'
import { eq, type SQL, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import { flatRates, quote, type Rates } from '#contract/pricing.ts'
import { AGREED, HANDED_OVER } from '#contract/rates.ts'
import type { Database } from '#server/platform/db/client.ts'
import { checkLedger, checkRest } from '#server/shop/audit/ledger.ts'
import { discountsNow } from '#server/shop/orders/order-discounts.ts'
import { orderItems, orders } from '#server/shop/schema/orders.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { TRADING_SETTINGS } from './trading-settings.ts'

/** Conditions that always hold on the ledgers of the shop and the simulator. Each query finds the violations. */
const DIFFERENCES = {
  'no order is charged twice': sql`
    select payment->>'reference_id' from square_simulator.payments where payment->>'status' = 'COMPLETED'
    group by 1 having count(*) > 1`,
  'every completed payment at the card service is captured here': sql`
    select p.id from square_simulator.payments p left join payment_attempts a on a.square_payment_id = p.id
    where p.payment->>'status' = 'COMPLETED' and coalesce(a.state, '') not in ('capturing', 'captured')`,
  'the amount of every captured payment matches the card service': sql`
    select a.id from payment_attempts a left join square_simulator.payments p on p.id = a.square_payment_id
    where a.state = 'captured' and a.kind = 'card' and not coalesce(p.payment->>'status' = 'COMPLETED'
      and (p.payment->'total_money'->>'amount')::int = a.amount_cents
      and p.payment->>'reference_id' = a.order_id::text, false)`,
}

/** Conditions that hold once all faults are over and the recovery job has run. */
const SETTLED_RULES = {
  'every attempt is at its end': sql`
    select id from payment_attempts where state in ('authorising', 'capturing', 'abandoning')`,
  'every order is unpaid or paid': sql`select id from orders where state in ('paying', 'capturing')`,
}
const ALL_LET_GO = {
  'no money is held any more': sql`select id from square_simulator.payments where payment->>'status' = 'APPROVED'`,
}

/** Fails when money, stock, coupons or prices are inconsistent. */
export async function expectSoundLedger(db: Database) {
  for (const { rule, broken } of await checkLedger(db)) expect(broken, rule).toEqual([])
  await expectNone(db, (await hasSimulator(db)) ? DIFFERENCES : {})
  expect(await misquotedOrders(db), 'every order costs what the shop computes for it').toEqual([])
}

/** As `expectSoundLedger`, and fails when a payment or refund is unfinished or a discrepancy is open. */
export async function expectSettledLedger(db: Database) {
  await expectSoundLedger(db)
  for (const { rule, broken } of await checkRest(db)) expect(broken, rule).toEqual([])
  await expectNone(db, { ...SETTLED_RULES, ...((await hasSimulator(db)) ? ALL_LET_GO : {}) })
}

async function expectNone(db: Database, rules: Record<string, SQL>) {
  for (const [rule, query] of Object.entries(rules))
    expect((await db.execute<Record<string, unknown>>(query)).rows, rule).toEqual([])
}

async function hasSimulator(db: Database) {
  const { rows } = await db.execute<{ is_used: boolean }>(
    sql`select to_regclass('square_simulator.payments') is not null as is_used`,
  )
  return rows[0]?.is_used === true
}

/**
 * The orders whose amounts differ from what their items and coupon add up to. An order keeps the rates of its day, so
 * only its items are recomputed in a shop with rates of its own.
 */
async function misquotedOrders(db: Database) {
  const lines = await db
    .select({ order: orders, item: orderItems })
    .from(orders)
    .leftJoin(orderItems, eq(orderItems.orderId, orders.id))
  const present = await shopSettings(db)
  const isSet = ![DEFAULT_SETTINGS, TRADING_SETTINGS].some((usual) =>
    isDeepStrictEqual(present, { ...usual, switches: present.switches }),
  )
  return [...Map.groupBy(lines, ({ order }) => order.id).values()].flatMap((orderLines) => {
    const [{ order }] = orderLines as [(typeof lines)[number]]
    const items = orderLines.flatMap(({ item }) => (item ? [{ ...item, price: item.priceCents }] : []))
    const { effect, lineDiscounts } = discountsNow(order, items)
    const { itemsPrice, shippingPrice, taxPrice, totalPrice } = quote(
      ratesOfItsDay(flatRates(present), order),
      items,
      effect,
      order.wrapCents,
    )
    const isShared = items.every(({ discountCents }, at) => discountCents === lineDiscounts[at])
    const isAddedRight =
      order.shippingCents === shippingPrice && order.taxCents === taxPrice && order.totalCents === totalPrice
    return order.itemsCents === itemsPrice && isShared && (isSet || isAddedRight) ? [] : [order.id]
  })
}

/** The rates of an order: with its tax on top of the prices or within them, and the shipping that was agreed. */
const ratesOfItsDay = ({ tax, shipping }: Rates, order: typeof orders.$inferSelect): Rates => ({
  tax: order.taxIncluded ? { ...tax, mode: 'included' } : tax,
  shipping,
  ...agreedShipping(order),
})

/** The shipping of an order that the seller has added: as she agreed it, and none for what she handed over. */
function agreedShipping({ shipping, shippingCents }: typeof orders.$inferSelect) {
  const price = { [AGREED]: shippingCents, [HANDED_OVER]: 0 }[shipping?.method ?? '']
  return price === undefined ? {} : { shipping: { by: 'pieces', bands: [{ upTo: null, price }] } as const }
}

/** The payments in the simulator's database; none while nobody has asked the simulator anything. */
export async function paymentsAtSquare(db: Database) {
  if (!(await hasSimulator(db))) return []
  const { rows } = await db.execute<{
    status: 'APPROVED' | 'COMPLETED' | 'CANCELED' | 'FAILED'
    cents: number
    order: string
  }>(sql`
    select payment->>'status' as status, (payment->'amount_money'->>'amount')::int as cents,
      payment->>'reference_id' as order
    from square_simulator.payments order by created_at`)
  return rows
}
