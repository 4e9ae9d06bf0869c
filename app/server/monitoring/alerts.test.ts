import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#server/platform/db/client.ts'
import { openResponseCount } from '#server/platform/monitoring/response-count.ts'
import type { Message } from '#server/platform/outbox/message.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { endQuietAlerts, openAlerts, reportFault } from '#server/shop/alerts/alerts.ts'
import { sendDueMails } from '#server/shop/messages/send-messages.ts'
import { recordDiscrepancy } from '#server/shop/payments/record-discrepancy.ts'
import { alerts } from '#server/shop/schema/alerts.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { testApp, testDatabase } from '#server/testing/app.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { product } from '#server/testing/factories.ts'
import { cardServiceFault, errorFault, paymentFaults, paymentFigures } from './faults.ts'

const DISK = { kind: 'disk_full', finding: 'Only 4 % of the disk is free.' } as const

/** Moves all alerts into the past. */
const passMinutes = (db: Db, minutes: number) =>
  db.update(alerts).set({
    createdAt: sql`created_at - make_interval(mins => ${minutes})`,
    seenAt: sql`seen_at - make_interval(mins => ${minutes})`,
    endedAt: sql`ended_at - make_interval(mins => ${minutes})`,
  })

test('a fault is told once while it lasts, and again only when it comes back after an hour', async () => {
  const { db } = await testDatabase()
  const mailCount = () => db.$count(outbox)
  await Promise.all([reportFault(db, DISK), reportFault(db, DISK), reportFault(db, DISK)])
  expect([await mailCount(), (await openAlerts(db)).length]).toEqual([1, 1])
  await passMinutes(db, 4)
  await reportFault(db, { ...DISK, finding: 'Only 3 % of the disk is free.' })
  await passMinutes(db, 4)
  await endQuietAlerts(db)
  expect(await openAlerts(db)).toMatchObject([{ kind: 'disk_full', finding: 'Only 3 % of the disk is free.' }])
  await passMinutes(db, 2)
  await endQuietAlerts(db)
  expect(await openAlerts(db)).toEqual([])
  await reportFault(db, DISK)
  expect([await mailCount(), (await openAlerts(db)).length]).toEqual([1, 1])
  await passMinutes(db, 6)
  await endQuietAlerts(db)
  await passMinutes(db, 61)
  await reportFault(db, DISK)
  expect([await mailCount(), (await openAlerts(db)).length]).toEqual([2, 1])
})

test('the seller gets an email that says what is wrong and what to do; none about a fault that is over', async () => {
  const { db, app, shop } = await testApp()
  await saveSettings(db, { name: 'Rosas Pots', email: 'rosa@pots.example' })
  const messages: Message[] = []
  const mailer = { send: async (_: string, message: Message) => void messages.push(message), close() {} }
  const send = () => sendDueMails({ db, mailer, shopUrl: shop.shopUrl, log: app.log })
  await reportFault(db, DISK)
  await send()
  expect(messages).toMatchObject([{ to: 'rosa@pots.example', subject: 'Rosas Pots needs a look' }])
  for (const form of [messages[0]?.text, messages[0]?.html])
    for (const fact of [DISK.finding, 'Make room', 'http://shop.test/admin/shop-check']) expect(form).toContain(fact)
  await reportFault(db, { kind: 'card_service_down', finding: 'The card service does not answer.' })
  await passMinutes(db, 6)
  await endQuietAlerts(db)
  await send()
  expect(messages).toHaveLength(1)
  expect(await db.$count(outbox, sql`done_at is null`)).toBe(0)
})

test('payments to check have an email of their own', async () => {
  const { db } = await testDatabase()
  await reportFault(db, { kind: 'payments_to_check', finding: 'One payment differs.' })
  expect([await db.$count(outbox), (await openAlerts(db)).length]).toEqual([0, 1])
})

const CALM = { stuck: 0, toCheck: 0, paidToday: true, webhookAge: 60 }

test.for([
  ['nothing', CALM, true, []],
  ['a payment that is stuck', { ...CALM, stuck: 1 }, true, ['payments_stuck']],
  ['a payment to check', { ...CALM, toCheck: 2 }, true, ['payments_to_check']],
  ['silent webhooks', { ...CALM, webhookAge: 24 * 3_600 + 1 }, true, ['webhooks_silent']],
  ['webhooks that never came', { ...CALM, webhookAge: null }, true, ['webhooks_silent']],
  ['silence without sales', { ...CALM, webhookAge: null, paidToday: false }, true, []],
  ['silence of a simulator', { ...CALM, webhookAge: null }, false, []],
] as const)('the payments show %s', ([, figures, hearsWebhooks, kinds]) => {
  expect(paymentFaults(figures, hearsWebhooks).map(({ kind }) => kind)).toEqual(kinds)
})

test('the figures of payments are those of the tables', async () => {
  const { db, app, placed, pay } = await testCheckout()
  expect(await paymentFigures(db)).toEqual({ stuck: 0, toCheck: 0, paidToday: false, webhookAge: null })
  const pen = await product(db, { qty: 5 })
  const [paidOrder, stuckOrder] = [await placed(pen), await placed({ id: pen.id, pieces: 2 })]
  await pay(paidOrder)
  await db.execute(sql`update orders set paid_at = now() - interval '1 hour' where id = ${paidOrder._id}`)
  expect(await paymentFigures(db)).toMatchObject({ stuck: 0, paidToday: true })
  await recordDiscrepancy({ db, log: app.log }, 'amount_differs', 'payment-1', {})
  await db.execute(
    sql`insert into webhook_events (event_id, body, received_at) values ('e1', '{}', now() - interval '90 seconds')`,
  )
  const { toCheck, webhookAge } = await paymentFigures(db)
  expect([toCheck, Math.round(webhookAge ?? 0)]).toEqual([1, 90])
  expect(stuckOrder._id).toBeTruthy()
})

test.for([
  [1_000, 0, false],
  [100, 1, false],
  [5, 2, false],
  [5, 3, true],
  [300, 3, false],
  [299, 3, true],
  [10_000, 101, true],
] as const)('of %i responses %i are 5xx: an alert is %s', ([total, errors, isFault]) => {
  expect(errorFault({ total, errors }).length > 0).toBe(isFault)
})

test('responses are counted for five minutes', () => {
  let now = 0
  const count = openResponseCount(() => now)
  count.note(200)
  count.note(503)
  now = 4 * 60_000
  count.note(404)
  expect(count.recent()).toEqual({ total: 3, errors: 1 })
  now = 5 * 60_000
  expect(count.recent()).toEqual({ total: 1, errors: 0 })
  now = 60 * 60_000
  expect(count.recent()).toEqual({ total: 0, errors: 0 })
})

test('a card service that is not reached is a fault', () => {
  expect(cardServiceFault({ isReachable: () => true })).toEqual([])
  expect(cardServiceFault({ isReachable: () => false })).toMatchObject([{ kind: 'card_service_down' }])
})
