import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { discrepancies, refunds } from '#server/shop/schema/payments.ts'
import { payouts } from '#server/shop/schema/payouts.ts'
import { admin } from '#server/testing/factories.ts'
import { shopWithMonth } from '#server/testing/money-month.ts'
import { readAndCheck } from './money-check-job.ts'

/** A month in which `tamper` made one difference, and an admin who settles it. */
async function differing(
  tamper: (db: Awaited<ReturnType<typeof shopWithMonth>>['db']) => Promise<unknown>,
  isRead = true,
) {
  const shop = await shopWithMonth(60)
  const { db, worker, post } = shop
  const { token } = await admin(db)
  if (!isRead) await tamper(db)
  expect(await readAndCheck(worker)).toBe('read')
  if (isRead) {
    await tamper(db)
    await readAndCheck(worker)
  }
  const open = async () => (await db.select().from(discrepancies)).filter(({ resolvedAt }) => !resolvedAt)
  const [one] = await open()
  const settle = () => post(`/api/discrepancies/${one?.id}/settle`, undefined, token)
  const refundsAtSquare = async () =>
    (await db.execute<{ n: number }>(sql`select count(*)::int as n from square_simulator.refunds`)).rows[0]?.n
  return { ...shop, token, one, open, settle, refundsAtService: refundsAtSquare }
}

test('a missing fee is asked for again, and the difference closes by itself', async () => {
  const { one, settle, open, db } = await differing(async (db) => {
    await db.execute(sql`update payment_attempts set fee_cents = null where square_payment_id = 'month-7'`)
    await db.execute(
      sql`update square_simulator.payments set payment = payment - 'processing_fee' where id = 'month-7'`,
    )
  })
  expect(one).toMatchObject({ kind: 'fee_missing', subject: 'month-7' })
  expect((await settle()).json()).toMatchObject({ title: 'A payment without a processing fee', closed: null })
  await db.execute(sql`update square_simulator.payments set payment = payment || '{"processing_fee": [
    {"type": "INITIAL", "amount_money": {"amount": 59, "currency": "USD"}}]}' where id = 'month-7'`)
  await db.execute(
    sql`update payout_entries set fee_cents = 59, net_cents = gross_cents - 59 where payment_id = 'month-7'`,
  )
  await db.execute(
    sql`update payouts p set amount_cents = (select sum(net_cents) from payout_entries where payout_id = p.id)`,
  )
  expect((await settle()).json()).toMatchObject({ closed: { note: 'The difference is gone.' } })
  expect(await open()).toEqual([])
})

test('a refund that the shop does not know is recorded, once', async () => {
  const { one, settle, open, db } = await differing((db) =>
    db.delete(refunds).where(sql`square_refund_id = 'refund-20'`),
  )
  expect(one).toMatchObject({ kind: 'refund_not_known', subject: 'refund-20' })
  const answers = await Promise.all([settle(), settle()])
  expect(answers.map(({ statusCode }) => statusCode).sort()[0]).toBe(200)
  expect(await open()).toEqual([])
  const recordedRefunds = await db.select().from(refunds).where(sql`square_refund_id = 'refund-20'`)
  expect(recordedRefunds).toMatchObject([{ origin: 'dashboard', state: 'completed', cents: 300 }])
})

test('a refund that the card service never made is sent again, and once only', async () => {
  const shop = await differing(async (db) => {
    await db.execute(sql`delete from square_simulator.refunds where id = 'refund-20'`)
    await db.execute(
      sql`update square_simulator.payments set payment = payment - 'refunded_money' where id = 'month-20'`,
    )
  }, false)
  const { one, settle, db } = shop
  expect(one?.kind).toBe('refund_not_at_service')
  const before = await shop.refundsAtService()
  await Promise.all([settle(), settle(), settle()])
  expect(await shop.refundsAtService()).toBe((before ?? 0) + 1)
  const [refundMail] = await db
    .select()
    .from(refunds)
    .where(sql`id::text = ${one?.subject ?? ''}`)
  expect(refundMail?.squareRefundId).not.toBe('refund-20')
  expect((await settle()).json().code).toBe('discrepancy_closed')
})

test('a refund that the card service has made after all is not sent again', async () => {
  const { one, settle, refundsAtService } = await differing((db) =>
    db.execute(sql`update payout_entries set refund_id = null, kind = 'OTHER' where refund_id = 'refund-20'`),
  )
  expect(one?.kind).toBe('refund_not_at_service')
  const before = await refundsAtService()
  expect((await settle()).json()).toMatchObject({ code: 'refund_refused' })
  expect(await refundsAtService()).toBe(before)
})

test('while the card service does not answer, nothing is done', async () => {
  const { shop, settle, open } = await differing((db) => db.delete(refunds).where(sql`square_refund_id = 'refund-20'`))
  shop.gateway.recordedRefund = async () => undefined
  const answer = await settle()
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'payments_unavailable'])
  expect(await open()).toHaveLength(1)
})

test('the month, a payout and its entries are shown in the words of the seller’s days', async () => {
  const { db, get, token } = await differing(async (db) => db.execute(sql`select 1`))
  const [first] = await db.select().from(payouts).orderBy(payouts.createdAt)
  const { rows } = await db.execute<{ month: string; orders: number }>(sql`
    select to_char(paid_at at time zone 'America/Chicago', 'YYYY-MM') as month, count(*)::int as orders
    from orders group by 1 order by 1`)
  let orders = 0
  for (const { month } of rows) {
    const money = (await get(`/api/money-check?month=${month}`, token)).json()
    orders += money.total.orders
    expect(money.total.left).toBeCloseTo(money.total.paidOut)
    expect(money.days.every((day: { left: number; paidOut: number }) => day.left === day.paidOut)).toBe(true)
  }
  expect(orders).toBe(60)
  const page = (await get(`/api/payouts/${first?.id}`, token)).json()
  expect(page).toMatchObject({ isRead: true, total: page.entries.length, sum: page.payout.amount })
  expect(page.entries[0]).toMatchObject({ kind: 'CHARGE', order: { number: expect.any(Number) } })
  expect((await get('/api/payouts/nothing', token)).statusCode).toBe(404)
  expect((await get(`/api/payouts/${first?.id}?pageNumber=99`, token)).statusCode).toBe(404)
  expect((await get('/api/money-check?month=2026-13', token)).statusCode).toBe(400)
})
