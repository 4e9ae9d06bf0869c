import { type SQL, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillLargeShop } from '#app/server/demo/large-shop.ts'
import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import type { Database, Db } from '#server/platform/db/client.ts'
import { saveSettings, shopSettings } from '#server/shop/settings/settings.ts'
import { testDatabase } from '#server/testing/app.ts'
import { runs } from '#server/testing/torture.ts'
import { cachedParts } from './cached-reports.ts'
import { type AnyPart, summedRows, totalsIn } from './cached-totals.ts'
import { wrongTotals } from './check-totals.ts'
import { spanOfDays, type TimeSpan } from './days.ts'
import { refreshTotals } from './refresh-totals.ts'

const WITH_DEMO = { withDemo: true }
const DAY_MS = 86_400_000

/** A shop with some weeks of trade, whose orders are demo orders and others. */
async function tradedShop() {
  const { db } = await testDatabase()
  await fillLargeShop(db, { products: 30, orders: 300, users: 20, coupons: 5 })
  // Two years in 73 days.
  const sooner = (moment: string) => sql.raw(`now() - (now() - ${moment}) / 10`)
  await db.execute(
    sql`update orders set is_demo = number % 3 = 0, created_at = ${sooner('created_at')}, paid_at = ${sooner('paid_at')}`,
  )
  await db.execute(sql`update refunds set created_at = ${sooner('created_at')}, updated_at = ${sooner('updated_at')}`)
  return db
}

/** An order, refund or entry of a payout of the shop, chosen by a number. */
const one = (table: string, number: number, where = sql`true`) =>
  sql`(select id from ${sql.identifier(table)} where ${where} order by id offset ${number}::int % (
    select greatest(1, count(*)) from ${sql.identifier(table)} where ${where}) limit 1)`
const paidOrder = (number: number) => one('orders', number, sql`paid_at is not null`)
const ago = (number: number) => sql`now() - interval '1 hour' * (${number}::int % 1800)`

/** What may happen to the past of a shop, and some things that may not. */
const CHANGES: Record<string, (number: number) => SQL> = {
  'an order was paid on another day': (number) =>
    sql`update orders set paid_at = ${ago(number)} where id = ${paidOrder(number)}`,
  'an order was placed on another day': (number) =>
    sql`update orders set created_at = ${ago(number)} where id = ${one('orders', number)}`,
  'an address is corrected': (number) =>
    sql`update orders set address_state = ${number % 2 ? 'CO' : ''} where id = ${paidOrder(number)}`,
  'an order moves abroad': (number) => sql`update orders set country_code = 'CA' where id = ${paidOrder(number)}`,
  'the tax of an order is known': (number) =>
    sql`update orders set tax_ppm = 88750, tax_base_cents = items_cents,
      tax = '{"from": "table", "country": "US", "state": "NY", "place": "NEW YORK"}' where id = ${paidOrder(number)}`,
  'an order is no demo': (number) => sql`update orders set is_demo = not is_demo where id = ${one('orders', number)}`,
  'an order is shipped': (number) => sql`update orders set delivered_at = now() where id = ${paidOrder(number)}`,
  'an order is not shipped': (number) => sql`update orders set delivered_at = null where id = ${paidOrder(number)}`,
  'an old order is paid': (number) =>
    sql`with paid as (
        insert into payment_attempts (order_id, kind, mode, amount_cents, state, square_payment_id, boot_id, lease_until)
        select id, 'card', 'simulated', total_cents, 'captured', 'late-' || id, 'test', now()
        from orders where id = ${one('orders', number, sql`state = 'unpaid' and total_cents > 0`)} returning id, order_id)
      update orders set state = 'paid', current_attempt = paid.id, paid_at = ${number % 2 ? sql`now()` : ago(number)}
      from paid where orders.id = paid.order_id`,
  'an unpaid order is deleted': (number) =>
    sql`with gone as (delete from order_items where order_id = ${one('orders', number, sql`state = 'unpaid'`)} returning order_id)
      delete from orders where id in (select order_id from gone)`,
  'a fee is known': (number) =>
    sql`update payment_attempts set fee_cents = ${number % 500} where id = ${one('payment_attempts', number)}`,
  'a fee is forgotten': (number) =>
    sql`update payment_attempts set fee_cents = null where id = ${one('payment_attempts', number)}`,
  'a payment is of another mode': (number) =>
    sql`update payment_attempts set mode = ${number % 2 ? 'live' : 'simulated'} where id = ${one('payment_attempts', number)}`,
  'a refund is made': (number) =>
    sql`insert into refunds (order_id, attempt_id, cents, tax_cents, shipping_cents, restock, state, square_refund_id, created_at, updated_at)
      select id, current_attempt, 1 + ${number}::int % 90, ${number}::int % 2, 0, false,
        (array['requested', 'pending', 'completed', 'failed'])[1 + ${number}::int % 4], 'made-' || uuidv7(),
        ${ago(number)}, ${ago(number + 5)} from orders where id = ${paidOrder(number)}`,
  'a refund is completed': (number) =>
    sql`update refunds set state = 'completed', updated_at = ${number % 2 ? sql`now()` : ago(number)} where id = ${one('refunds', number)}`,
  'a refund fails': (number) => sql`update refunds set state = 'failed' where id = ${one('refunds', number)}`,
  'a refund costs a fee': (number) =>
    sql`update refunds set fee_cents = -${number % 50}::int where id = ${one('refunds', number)}`,
  'a refund is of an item': (number) =>
    sql`insert into refund_items (refund_id, line, qty, restock)
      select id, 1, 1, 1 from refunds where id = ${one('refunds', number)}
      on conflict (refund_id, line) do update set restock = 1 - refund_items.restock`,
  'a refund goes': (number) => sql`delete from refunds where id = ${one('refunds', number)}`,
  'costs are added': (number) =>
    sql`insert into order_item_costs (order_id, line, material_cents, packaging_cents, postage_cents, minutes)
      select id, 1, 100, 20, 300, ${number % 2 ? 30 : null}::int from orders where id = ${paidOrder(number)}
      on conflict do nothing`,
  'an order becomes a gift': (number) =>
    sql`update orders set paid_by = case when paid_by is null then 'gift' end where id = ${paidOrder(number)}`,
  'a payout has a payment': (number) =>
    sql`with made as (insert into payouts (id, mode, status, kind, amount_cents, fee_cents, created_at)
        values ('payout-' || uuidv7(), 'simulated', 'sent', 'with_entries', 1, 0, now()) returning id)
      insert into payout_entries (id, payout_id, kind, effective_at, gross_cents, fee_cents, net_cents, payment_id)
      select 'entry-' || uuidv7(), made.id, 'CHARGE', ${ago(number)}, 100, 3, 97, case when ${number}::int % 3 > 0 then square_payment_id end
      from made, payment_attempts where payment_attempts.id = ${one('payment_attempts', number)}`,
  'a payout has a refund': (number) =>
    sql`insert into payout_entries (id, payout_id, kind, effective_at, gross_cents, fee_cents, net_cents, refund_id, dispute_id, payment_id)
      select 'entry-' || uuidv7(), p.id, 'REFUND', ${ago(number)}, -100, 0, -100, r.square_refund_id,
        case when ${number}::int % 2 = 0 then 'dispute' end, a.square_payment_id
      from payouts p, refunds r join payment_attempts a on a.id = r.attempt_id where r.id = ${one('refunds', number)} limit 1`,
  'a payout goes': (number) => sql`delete from payouts where id = ${one('payouts', number)}`,
}

const TIME_ZONES = ['America/Chicago', 'Asia/Kathmandu', 'Pacific/Auckland', 'UTC', 'America/Havana']

const dayBefore = (count: number) => new Date(Date.now() - count * DAY_MS).toISOString().slice(0, 10)

const inOrder = (rows: object[]) =>
  rows.map((row) => JSON.stringify(row, Object.keys(row).toSorted())).toSorted((a, b) => (a < b ? -1 : 1))

/** Compares the totals with what the tables add up to. */
async function expectRight(db: Db, spans: TimeSpan[], timeZone: string, situation: unknown) {
  for (const counted of [WITH_DEMO, { withDemo: false }])
    for (const part of await cachedParts(db, counted)) {
      const totals = await totalsIn(db, part, spans, timeZone)
      for (const [at, span] of spans.entries())
        expect(inOrder(totals[at] ?? []), `${part.name} ${JSON.stringify([span, timeZone, situation])}`).toEqual(
          inOrder(await fromTables(db, part, span)),
        )
    }
}

const fromTables = async (db: Db, part: AnyPart, span: TimeSpan) => {
  const rows = await part.rowsIn(db, [span])
  return summedRows(
    part,
    rows.map(({ number: _, ...row }: { number: number }) => row as never),
  )
}

test('totals are what their rows add up to, whatever happened to the past', async () => {
  const db = await tradedShop()
  await saveSettings(db, DEFAULT_SETTINGS)
  const change = fc.record({ what: fc.constantFrom(...Object.keys(CHANGES)), number: fc.nat(100_000) })
  const days = fc.record({ from: fc.nat(80), count: fc.integer({ min: 1, max: 50 }), hours: fc.constantFrom(0, 0, 7) })
  const round = fc.record({
    changes: fc.array(change, { maxLength: 6 }),
    spans: fc.array(days, { minLength: 1, maxLength: 4 }),
    timeZone: fc.option(fc.constantFrom(...TIME_ZONES), { freq: 4 }),
    isCached: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(round, async ({ changes, spans, timeZone, isCached }) => {
      if (isCached) await refreshTotals(db, WITH_DEMO)
      for (const { what, number } of changes) await db.execute(CHANGES[what]?.(number) ?? sql`select`)
      if (timeZone) await saveSettings(db, { timeZone })
      const zone = (await shopSettings(db)).timeZone
      const spanCounts = spans.map(({ from, count, hours }) => {
        const { starts, ends } = spanOfDays({ from: dayBefore(from), to: dayBefore(from - count + 1) }, zone)
        return { starts: new Date(starts.getTime() + hours * 3_600_000), ends }
      })
      await expectRight(db, spanCounts, zone, changes)
    }),
    { numRuns: runs(12, 300), endOnFailure: true },
  )
  expect(await wrongTotals(db)).toEqual([])
})

/** Totals of the last month, which are cached from then on. */
async function cachedMonth(db: Database, part: AnyPart) {
  const [today] = new Date().toISOString().split('T')
  const month = spanOfDays(
    {
      from: Temporal.PlainDate.from(today ?? '')
        .subtract({ days: 40 })
        .toString(),
      to: Temporal.PlainDate.from(today ?? '')
        .subtract({ days: 10 })
        .toString(),
    },
    'UTC',
  )
  return { month, read: async () => inOrder((await totalsIn(db, part, [month], 'UTC'))[0] ?? []) }
}

const partNamed = async (db: Db, name: string) => {
  const part = (await cachedParts(db, WITH_DEMO)).find((part) => part.name === name)
  if (!part) throw new Error(`There is no part ${name}.`)
  return part
}

test('totals that are cached are not computed again', async () => {
  const db = await tradedShop()
  const { read } = await cachedMonth(db, await partNamed(db, 'sales'))
  const first = await read()
  // Of all of these days together.
  const tamper = () =>
    db.execute(
      sql`update cached_totals set rows = '[{"isDemo": true, "orders": 7}]' where ends - starts > interval '26 hours'`,
    )
  await tamper()
  expect(await read()).toEqual(['{"isDemo":true,"orders":7}'])
  // The change is of no figure of this part, but of its days.
  const isThen = sql`paid_at between now() - interval '30 days' and now() - interval '20 days'`
  await db.execute(sql`update orders set address_state = 'CO' where ${isThen}`)
  expect(await read()).toEqual(first)
  await tamper()
  await db.execute(
    sql`update payment_attempts set fee_cents = 5 where id in (select current_attempt from orders where ${isThen})`,
  )
  expect(await read()).not.toEqual(first)
})

test.for([
  [
    'an address is corrected',
    'sales tax, net',
    sql`update orders set address_state = 'TX' where id = any(select order_id from refunds)`,
  ],
  [
    'an order is no demo',
    'sales',
    sql`update orders set is_demo = not is_demo where id = any(select order_id from refunds)`,
  ],
  [
    'a payment is of another mode',
    'money',
    sql`update payment_attempts set mode = 'live' where id = any(select attempt_id from refunds)`,
  ],
] as const)('when %s, the totals of the day of its refund change: %s', async ([, name, change]) => {
  const db = await tradedShop()
  const part = await partNamed(db, name)
  const span = spanOfDays({ from: dayBefore(20), to: dayBefore(3) }, 'UTC')
  await db.execute(sql`update orders set paid_at = ${ago(24 * 60)} where paid_at is not null`)
  await db.execute(sql`update refunds set state = 'completed', created_at = ${ago(240)}, updated_at = ${ago(240)}`)
  const before = inOrder((await totalsIn(db, part, [span], 'UTC'))[0] ?? [])
  await db.execute(change)
  const after = inOrder((await totalsIn(db, part, [span], 'UTC'))[0] ?? [])
  expect(after).toEqual(inOrder(await fromTables(db, part, span)))
  expect(after).not.toEqual(before)
})

test('a change that was begun before the totals were cached and committed after is in them', async () => {
  const db = await tradedShop()
  const { read, month } = await cachedMonth(db, await partNamed(db, 'sales'))
  const before = await read()
  await db.execute(sql`delete from cached_totals`)
  let finish = () => {}
  const mayFinish = new Promise<void>((resolve) => (finish = resolve))
  let hasChanged = () => {}
  const change = new Promise<void>((resolve) => (hasChanged = resolve))
  const changing = db.transaction(async (tx) => {
    await tx.execute(
      sql`update orders set paid_at = ${month.starts.toISOString()}::timestamptz where number = (select max(number) from orders where paid_at is not null)`,
    )
    hasChanged()
    await mayFinish
  })
  await change
  expect(await read()).toEqual(before)
  finish()
  await changing
  expect(await read()).not.toEqual(before)
  expect(await wrongTotals(db)).toEqual([])
})

test('totals of another database cluster are not used', async () => {
  const db = await tradedShop()
  const { read } = await cachedMonth(db, await partNamed(db, 'sales'))
  const first = await read()
  await db.execute(sql`update cached_totals set rows = '[]', cluster = 1`)
  expect(await read()).toEqual(first)
})

test('the job caches the totals of all days, and deletes what is outdated with what made it so', async () => {
  const db = await tradedShop()
  await refreshTotals(db, WITH_DEMO)
  const count = async (from: SQL) =>
    (await db.execute<{ rows: number }>(sql`select count(*)::int as rows from ${from}`)).rows[0]?.rows
  const parts = (await cachedParts(db, WITH_DEMO)).length
  // The days, and their months.
  expect(await count(sql`cached_totals`)).toBeGreaterThan(parts * 72)
  await db.execute(sql`update orders set is_demo = not is_demo where paid_at < now() - interval '10 days'`)
  expect(await count(sql`past_changes`)).toBeGreaterThan(100)
  await db.execute(sql`update past_changes set changed_at = now() - interval '61 minutes'`)
  await refreshTotals(db, WITH_DEMO)
  expect(await count(sql`past_changes`)).toBe(0)
  expect(await wrongTotals(db)).toEqual([])
})

test('all orders may be removed at once', async () => {
  const db = await tradedShop()
  const { read } = await cachedMonth(db, await partNamed(db, 'sales'))
  expect(await read()).not.toEqual([])
  await db.execute(sql`truncate orders cascade`)
  expect(await read()).toEqual([])
})

test('totals that were tampered with are found', async () => {
  const db = await tradedShop()
  await refreshTotals(db, WITH_DEMO)
  expect(await wrongTotals(db)).toEqual([])
  for (const { name } of await cachedParts(db, WITH_DEMO)) {
    await db.execute(sql`
      update cached_totals set rows = rows || '[{"orders": 1, "placed": 1, "pieces": 1}]'
      where (part, starts, ends) in (select part, starts, ends from cached_totals where part = ${name} order by starts desc limit 1)`)
    expect((await wrongTotals(db)).map((found) => found.slice(0, name.length))).toContain(name)
  }
})
