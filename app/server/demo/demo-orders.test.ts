import { isNotNull, isNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { pastReviews } from '#features/history/schema.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { verifyLedger } from '#server/shop/audit/report.ts'
import { stockDifferences } from '#server/shop/catalog/stock.ts'
import { sendDueMails } from '#server/shop/messages/send-messages.ts'
import { nextHolidays, shipDates } from '#server/shop/orders/ship-by.ts'
import { recordTakenPayments } from '#server/shop/payments/simulator/backfill.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { isRefunded, isToShip, orders } from '#server/shop/schema/orders.ts'
import { users } from '#server/shop/schema/users.ts'
import { shopZone } from '#server/shop/settings/shop-days.ts'
import { NEW_SHOP } from '#server/testing/app.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { expectSettledLedger } from '#server/testing/invariants.ts'
import { fillDemoShop } from './demo-shop.ts'

async function livingDemo() {
  const checkout = await testCheckout({}, { template: NEW_SHOP })
  await fillDemoShop(checkout.db, checkout.shop.photos, () => {})
  return checkout
}

test('the demo has orders of three months in every state, all of them demo orders', async () => {
  const { db } = await livingDemo()
  const where = {
    all: isNotNull(orders.paidAt),
    demo: sql`${orders.isDemo}`,
    toShip: isToShip(orders),
    toMake: sql`${isToShip(orders)} and exists (select from order_items i where i.order_id = ${orders.id} and i.answers is not null)`,
    pickup: sql`${isToShip(orders)} and ${orders.shipping} ? 'pickup'`,
    tracked: isNotNull(orders.trackingNumber),
    refunded: isRefunded(orders),
    partlyRefunded: sql`${orders.refundedCents} > 0 and not ${isRefunded(orders)}`,
    wantsToCancel: sql`exists (select from cancel_requests r where r.order_id = ${orders.id})`,
    market: sql`${orders.paidBy} = 'cash'`,
    abroad: sql`${orders.countryCode} = 'CA'`,
    gifts: isNotNull(orders.giftNote),
    ofToday: sql`${orders.paidAt} > now() - interval '1 day'`,
    old: sql`${orders.paidAt} < now() - interval '80 days'`,
  }
  const counts = await Promise.all(
    Object.entries(where).map(async ([name, condition]) => [name, await db.$count(orders, condition)]),
  )
  expect(Object.fromEntries(counts)).toEqual({
    ...{ all: 43, demo: 43, toShip: 9, toMake: 2, pickup: 1, tracked: 28, refunded: 1, partlyRefunded: 2 },
    ...{ wantsToCancel: 1, market: 5, abroad: 2, gifts: 2, ofToday: 3, old: 4 },
  })
  // With the shopper of the test.
  expect(await db.$count(users, sql`not ${users.isGuest}`)).toBe(9)
})

test('one order of the demo is late, at whichever hour of the week the shop starts', async () => {
  const { db } = await livingDemo()
  const paidAt = sql`(${orders.paidAt} + hours * interval '1 hour')`
  const { rows } = await db.execute<{ late: number }>(sql`
    select count(*) filter (where dates.day < ((now() + hours * interval '1 hour') at time zone ${shopZone})::date)::int late
    from ${orders}, generate_series(0, 167) as hours,
      lateral (${shipDates(orders.id, orders.shipping, paidAt, sql`${nextHolidays()}`)}) as dates (day)
    where ${isToShip(orders)} group by hours`)
  expect(rows.map(({ late }) => late)).toEqual(Array(168).fill(1))
})

test('the ledger of the demo is sound, and so are its stock and the money at the card service', async () => {
  const { db, shop } = await livingDemo()
  await expectSettledLedger(db)
  expect(await stockDifferences(db)).toEqual([])
  expect(await verifyLedger(db, shop.gateway)).toMatchObject({ isSound: true })
})

test('a first start that ends before the card service knows the payments leaves nothing, and the next one fills the shop', async () => {
  const { db, shop } = await testCheckout({}, { template: NEW_SHOP })
  const fill = () => fillDemoShop(db, shop.photos, () => {})
  await recordTakenPayments(db)
  await db.execute(sql`create function killed() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`)
  await db.execute(sql`create trigger killed before insert on square_simulator.payments execute function killed()`)
  await expect(fill()).rejects.toThrow()
  expect([await db.$count(products), await db.$count(orders)]).toEqual([0, 0])
  await db.execute(sql`drop function killed cascade`)
  await fill()
  expect(await db.$count(orders)).toBe(43)
  expect(await verifyLedger(db, shop.gateway)).toMatchObject({ isSound: true })
})

test('the demo mails nobody', async () => {
  const { db, app, shop } = await livingDemo()
  expect(await db.$count(outbox, isNull(outbox.doneAt))).toBe(0)
  const sent: string[] = []
  const mailer = { send: async (to: string) => void sent.push(to), close() {} }
  await sendDueMails({ db, mailer, shopUrl: shop.shopUrl, log: app.log })
  expect(sent).toEqual([])
})

test('the first order of a visitor has the next number', async () => {
  const { db, get, placed, pay } = await livingDemo()
  const mug = (await get('/api/products/zi-zinnia-mug')).json()
  const order = await placed({ id: mug._id })
  await pay(order)
  expect(order.number).toBe(1044)
  await expectSettledLedger(db)
})

test('the demo shows reviews that were left elsewhere', async () => {
  const { db, get } = await livingDemo()
  expect(await db.$count(pastReviews, isNull(pastReviews.importId))).toBe(12)
  const mug = (await get('/api/products/zi-zinnia-mug')).json()
  expect(mug.reviews).toMatchObject({ total: 2, newest: [{ source: 'etsy', rating: 5 }, { source: 'etsy' }] })
})
