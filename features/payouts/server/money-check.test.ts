import { type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { catchUpFees } from '#server/shop/payments/fees.ts'
import { paymentNote, shopFingerprint } from '#server/shop/payments/shop-fingerprint.ts'
import { discrepancies, paymentAttempts } from '#server/shop/schema/payments.ts'
import { payoutEntries, payoutReads } from '#server/shop/schema/payouts.ts'
import { shopWithMonth } from '#server/testing/money-month.ts'
import { figure } from '#server/testing/torture.ts'
import { checkMoney } from './money-check.ts'
import { readAndCheck } from './money-check-job.ts'
import { readPayouts } from './read-payouts.ts'

type Shop = Awaited<ReturnType<typeof shopWithMonth>>

/** The open differences of a shop, by kind and subject. */
const openOnes = async ({ db }: Pick<Shop, 'db'>) =>
  (await db.select().from(discrepancies).orderBy(discrepancies.kind))
    .filter(({ resolvedAt }) => resolvedAt === null)
    .map(({ kind, subject }) => [kind, subject])

test('a month of 5,000 orders with three differences has exactly those three', { tags: ['O14'] }, async ({ task }) => {
  const shop = await shopWithMonth(5_000)
  const { db, worker, paymentOf } = shop
  // An order whose payment the card service does not have, a payment without an order, and a refund it did not make.
  await db.execute(sql`delete from square_simulator.payments where id = ${paymentOf(1_234)}`)
  const fingerprint = await shopFingerprint(db)
  const lostPayment = { id: 'lost', reference_id: crypto.randomUUID(), note: paymentNote(9_999, fingerprint) }
  await db.execute(sql`
    insert into square_simulator.payments (id, idempotency_key, body_hash, http_status, answer, payment, created_at, delayed_until)
    select 'lost', 'lost', '', 200, answer, payment || ${JSON.stringify(lostPayment)}::jsonb, created_at, delayed_until
    from square_simulator.payments where id = ${paymentOf(2_345)}`)
  await db.execute(sql`delete from square_simulator.refunds where id = 'refund-3460'`)
  const began = Date.now()
  expect(await readAndCheck(worker)).toBe('read')
  const took = Date.now() - began
  const [refund] = (
    await db.execute<{ id: string }>(sql`select id from refunds where square_refund_id = 'refund-3460'`)
  ).rows
  expect(await openOnes(shop)).toEqual([
    ['captured_not_taken', paymentOf(1_234)],
    ['payment_unclear', 'lost'],
    ['refund_not_at_service', refund?.id],
  ])
  // Again, with all of it known: nothing is told twice.
  const again = Date.now()
  expect(await checkMoney(worker, 'simulated')).toMatchObject({ isNew: 0 })
  figure(task, `5,000 orders read and compared in ${took} ms, compared again in ${Date.now() - again} ms: 3 of 3`)
})

/** A small month that was read and compared without a difference. */
async function cleanMonth() {
  const shop = await shopWithMonth(120)
  expect(await readAndCheck(shop.worker)).toBe('read')
  expect(await openOnes(shop)).toEqual([])
  const { db, worker, paymentOf } = shop
  const check = () => checkMoney(worker, 'simulated')
  return {
    ...shop,
    check,
    sql: (query: SQL) => db.execute<Record<string, unknown>>(query),
    payment: paymentOf(50),
    refund: 'refund-60',
  }
}
type Clean = Awaited<ReturnType<typeof cleanMonth>>

test('a clean month has no difference, and every payment its fee', async () => {
  const { db } = await cleanMonth()
  const rows = await db.select().from(paymentAttempts)
  expect(rows.filter(({ amountCents, feeCents }) => feeCents !== Math.round(amountCents * 0.029) + 30)).toEqual([])
})

const setEntry = (fields: SQL, where: SQL) => sql`update payout_entries set ${fields} where ${where}`
const payoutOf = (payment: string) =>
  sql`(select payout_id from payout_entries where payment_id = ${payment} and kind = 'CHARGE')`
/** A change of an entry after which its payout adds up all the same. */
async function changeEntries({ sql: run }: Clean, fields: SQL, where: SQL) {
  await run(setEntry(fields, where))
  await run(sql`update payouts p set amount_cents = (select sum(net_cents) from payout_entries where payout_id = p.id)`)
}

/** One difference of each kind, tampered with in a clean month: how it is made, and what it is about. */
const TAMPERINGS: Record<string, (shop: Clean) => Promise<string>> = {
  not_in_payout: async (shop) => {
    await changeEntries(shop, sql`payment_id = 'another'`, sql`payment_id = ${shop.payment}`)
    return shop.payment
  },
  amount_differs: async (shop) => {
    await changeEntries(
      shop,
      sql`gross_cents = gross_cents + 1, net_cents = net_cents + 1`,
      sql`payment_id = ${shop.payment}`,
    )
    return shop.payment
  },
  fee_missing: async (shop) => {
    await changeEntries(shop, sql`net_cents = gross_cents, fee_cents = 0`, sql`payment_id = ${shop.payment}`)
    await shop.sql(sql`update payment_attempts set fee_cents = null where square_payment_id = ${shop.payment}`)
    return shop.payment
  },
  fee_differs: async (shop) => {
    await changeEntries(
      shop,
      sql`net_cents = net_cents - 5, fee_cents = fee_cents + 5`,
      sql`payment_id = ${shop.payment}`,
    )
    return shop.payment
  },
  refund_not_known: async (shop) => {
    await changeEntries(shop, sql`refund_id = 'another', payment_id = ${shop.payment}`, sql`refund_id = ${shop.refund}`)
    await shop.sql(sql`update refunds set state = 'failed' where square_refund_id = ${shop.refund}`)
    return 'another'
  },
  refund_not_at_service: async (shop) => {
    await changeEntries(shop, sql`refund_id = null, kind = 'OTHER'`, sql`refund_id = ${shop.refund}`)
    const { rows } = await shop.sql(sql`select id from refunds where square_refund_id = ${shop.refund}`)
    return String(rows[0]?.id)
  },
  refund_differs: async (shop) => {
    await changeEntries(
      shop,
      sql`gross_cents = gross_cents - 1, net_cents = net_cents - 1`,
      sql`refund_id = ${shop.refund}`,
    )
    return shop.refund
  },
  payout_sum: async (shop) => {
    const { rows } = await shop.sql(sql`
      update payouts set amount_cents = amount_cents - 1 where id = ${payoutOf(shop.payment)} returning id`)
    return String(rows[0]?.id)
  },
  payout_failed: async (shop) => {
    const { rows } = await shop.sql(sql`
      update payouts set status = 'failed' where id = ${payoutOf(shop.payment)} returning id`)
    return String(rows[0]?.id)
  },
  dispute_money: async (shop) => {
    await shop.sql(sql`
      insert into disputes (id, order_id, attempt_id, cents, state, created_at, updated_at)
      select 'dispute', order_id, id, 500, 'won', created_at, created_at + interval '1 day'
      from payment_attempts where square_payment_id = ${shop.payment}`)
    await shop.sql(sql`
      insert into payout_entries (id, payout_id, kind, effective_at, gross_cents, fee_cents, net_cents, payment_id, dispute_id)
      select 'withheld', payout_id, 'OPEN_DISPUTE', effective_at, -500, 0, -500, payment_id, 'dispute'
      from payout_entries where payment_id = ${shop.payment} and kind = 'CHARGE'`)
    await shop.sql(
      sql`update payouts p set amount_cents = (select sum(net_cents) from payout_entries where payout_id = p.id)`,
    )
    return 'dispute'
  },
}

test.for(Object.keys(TAMPERINGS))('%s is found, and nothing else', { tags: ['O14'] }, async (kind) => {
  const shop = await cleanMonth()
  const subject = await TAMPERINGS[kind]?.(shop)
  expect(await shop.check()).toEqual({ found: 1, isNew: 1 })
  expect(await openOnes(shop)).toEqual([[kind, subject]])
})

test('a difference that is gone closes by itself, opens again when it is back, and stays closed once a person closed it', async () => {
  const shop = await cleanMonth()
  const { db } = shop
  const move = (by: number) =>
    shop.sql(sql`update payouts set amount_cents = amount_cents + ${by}::int where id = ${payoutOf(shop.payment)}`)
  await move(1)
  await shop.check()
  await move(-1)
  expect(await shop.check()).toEqual({ found: 0, isNew: 0 })
  expect(await openOnes(shop)).toEqual([])
  await move(1)
  expect(await shop.check()).toEqual({ found: 1, isNew: 1 })
  await db.update(discrepancies).set({ resolvedAt: new Date(), resolvedBy: 'Ann', note: 'A bank fee.' })
  expect(await shop.check()).toEqual({ found: 1, isNew: 0 })
  expect(await openOnes(shop)).toEqual([])
})

test('payouts are read once, page by page, and go on where they stopped', async () => {
  const { db, worker } = await shopWithMonth(120)
  let pages = 0
  const gateway: typeof worker.gateway = {
    ...worker.gateway,
    payoutEntries: async (...args) => (++pages === 5 ? undefined : worker.gateway.payoutEntries(...args)),
  }
  const reader = { ...worker, gateway }
  await catchUpFees(reader, new Date())
  expect(await readPayouts(reader)).toBe('unanswered')
  const knownCount = () => db.$count(payoutEntries)
  expect(await knownCount()).toBeGreaterThan(0)
  expect(await readPayouts(reader)).toBe('read')
  const [pagesAsked, all] = [pages, await knownCount()]
  expect(all).toBe(126)
  await Promise.all([readPayouts(reader), readPayouts(reader)])
  expect([pages, await knownCount()]).toEqual([pagesAsked, all])
})

test('an access token that may not read payouts is no fault, and tells nothing as missing', async () => {
  const shop = await shopWithMonth(40)
  const { worker, db } = shop
  const reader = { ...worker, gateway: { ...worker.gateway, listPayouts: async () => 'refused' as const } }
  expect(await readAndCheck(reader)).toBe('refused')
  expect(await openOnes(shop)).toEqual([])
  expect(await db.select().from(payoutReads)).toMatchObject([{ mode: 'simulated', isRefused: true }])
})

test('sales of another shop on the account are none of ours', async () => {
  const shop = await shopWithMonth(40)
  const { db, worker, paymentOf } = shop
  await db.execute(sql`
    insert into square_simulator.payments (id, idempotency_key, body_hash, http_status, answer, payment, created_at, delayed_until)
    select 'stall', 'stall', '', 200, answer, payment - 'reference_id' || '{"id": "stall"}', created_at, delayed_until
    from square_simulator.payments where id = ${paymentOf(3)}`)
  expect(await readAndCheck(worker)).toBe('read')
  expect(await openOnes(shop)).toEqual([])
})
