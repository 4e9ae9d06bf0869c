// A person who has left data in every table that can hold some, and a search for them in the whole database.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { saveAddress } from '#server/shop/accounts/saved-addresses.ts'
import { recordAuditEvent } from '#server/shop/audit-log/audit-log.ts'
import { recover } from '#server/shop/payments/recovery.ts'
import {
  addressChanges,
  cancelRequests,
  orderDelays,
  orderNotes,
  orders,
  orderVerifyLog,
  parcelItems,
  parcels,
} from '#server/shop/schema/orders.ts'
import { discrepancies, disputes, paymentAttempts, refunds, webhookEvents } from '#server/shop/schema/payments.ts'
import { mailedTokens } from '#server/shop/schema/users.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, apiKey, ENGRAVING, product, user } from '#server/testing/factories.ts'
import { type LeaveTraces, MARTA } from '#server/testing/marta.ts'

const FEATURE_FOLDERS = join(import.meta.dirname, '../..')
const ADDRESS = { address: MARTA.street, address2: MARTA.second, city: 'Denver', state: 'CO', postalCode: '80202' }

/**
 * A shop with Marta, who has done all that a shopper can: her order was paid, shipped `shippedDaysAgo` and refunded in
 * part, and everybody wrote about it. Her address is proven unless she says otherwise.
 */
export async function shopWithMarta({ shippedDaysAgo = 40, isProven = true } = {}) {
  const shop = await testCheckout()
  const { db, place, pay, post, put } = shop
  const owner = await admin(db, { email: 'owner@boutique.example' })
  const emailVerifiedAt = isProven ? new Date() : null
  const marta = await user(db, { name: MARTA.name, email: MARTA.email, isApi: true, emailVerifiedAt })
  const pen = await product(db, { asks: [ENGRAVING], qty: 9 })
  const items = { id: pen.id, pieces: 2, answers: { engraving: `For the ${MARTA.words}` } }
  const fields = { shippingAddress: { ...ADDRESS, recipient: MARTA.name } }
  const order = (await place(items, fields, marta.token)).json<{ _id: string; number: number; totalPrice: number }>()
  const payment = (await pay(order, {}, marta.token)).json<{ id: string }>()
  const payer = { email_address: MARTA.email, name: { given_name: 'Marta', surname: MARTA.name } }
  await put(`/api/orders/${order._id}/pay`, { id: payment.id, status: 'COMPLETED', payer }, marta.token)
  await post(`/api/orders/${order._id}/refund`, refundOf(MARTA.words), owner.token)
  await db.update(refunds).set({ nextTryAt: sql`now()` })
  await recover({ db, gateway: shop.shop.gateway, log: shop.app.log })
  const unpaidOrder = (await place(items, fields, marta.token)).json<{ _id: string; number: number }>()
  await saveAddress(db, marta.user.id, { ...ADDRESS, recipient: MARTA.name })
  await apiKey(db, marta)
  await recordAuditEvent(db, { kind: 'sign_in', userId: marta.user.id, network: '203.0.113.0/24' })
  await db.insert(mailedTokens).values({ tokenHash: 'hash', purpose: 'claim', userId: marta.user.id, messageId: 1 })
  const of = { orderId: order._id, userId: owner.user.id }
  await db.insert(orderNotes).values({ ...of, text: `She likes a ${MARTA.words}.` })
  await db.insert(addressChanges).values({ ...of, former: `${MARTA.name}, ${MARTA.street}, Denver, CO 80202` })
  await db
    .insert(orderDelays)
    .values({ ...of, wasBy: '2026-01-05', shipBy: '2026-01-09', words: `Sorry, ${MARTA.words}` })
  await db.insert(orderVerifyLog).values({ orderId: order._id, item: 'A pen' })
  const decline = { declinedAt: new Date(), declinedBy: owner.user.id, answer: `No ${MARTA.words}, sorry.` }
  await db.insert(cancelRequests).values({ orderId: order._id, reason: `My ${MARTA.words} is ill.`, ...decline })
  await db.update(paymentAttempts).set({ note: `A ${MARTA.words}` })
  const closure = { resolvedAt: new Date(), resolvedById: owner.user.id }
  const detail = { orderId: order._id, paymentId: payment.id, cents: 100 }
  await db.insert(discrepancies).values({ kind: 'refund_unclear', subject: 'refund', detail, ...closure })
  const [attempt] = await db.select().from(paymentAttempts)
  if (!attempt) throw new Error('The payment was not recorded.')
  await db
    .insert(disputes)
    .values({ id: 'dispute', orderId: order._id, attemptId: attempt.id, cents: 100, reason: 'FRAUD', state: 'won' })
  const body = JSON.stringify({ data: { payment: { id: payment.id, buyer_email_address: MARTA.email } } })
  await db.insert(webhookEvents).values({ eventId: 'event', body, processedAt: new Date() })
  const deliveredAt = sql`now() - ${shippedDaysAgo} * interval '1 day'`
  await db
    .update(orders)
    .set({ deliveredAt, phone: MARTA.phone, giftNote: `From your ${MARTA.words}` })
    .where(sql`${orders.id} = ${order._id}`)
  const [parcel] = await db.insert(parcels).values({ orderId: order._id, shippedAt: deliveredAt }).returning()
  if (!parcel) throw new Error('The parcel was not recorded.')
  await db.insert(parcelItems).values({ parcelId: parcel.id, orderId: order._id, line: 1, qty: 1 })
  const about = { db, owner: owner.user, marta: marta.user, pen, order, unpaidOrder, isProven }
  for (const leaveTraces of await ofFeatures()) await leaveTraces(about)
  return { ...shop, owner, marta, order, unpaid: unpaidOrder, payment }
}

/** What leaves data about her in the tables of the features that can hold some. */
const ofFeatures = (): Promise<LeaveTraces[]> =>
  Promise.all(
    readdirSync(FEATURE_FOLDERS)
      .filter((name) => existsSync(join(FEATURE_FOLDERS, name, 'testing/person-rows.ts')))
      .map(async (name) => (await import(`#features/${name}/testing/person-rows.ts`)).leaveTraces),
  )

const refundOf = (reason: string) => ({
  items: [{ line: 1, qty: 1, restock: 1 }],
  reason,
  tellsReason: true,
})

/** Every column of text or JSON in the database that has one of these texts, in any case, as `table.column`. */
export async function columnsWith(db: Db, texts: string[]): Promise<string[]> {
  const { rows: columns } = await db.execute<{ schema: string; name: string; column: string }>(sql`
    select table_schema as schema, table_name as name, column_name as column from information_schema.columns
    join information_schema.tables t using (table_schema, table_name)
    where table_schema not in ('pg_catalog', 'information_schema', 'drizzle') and t.table_type = 'BASE TABLE'
      and data_type in ('text', 'character', 'character varying', 'json', 'jsonb', 'ARRAY', 'bytea', 'tsvector')`)
  const patterns = texts.map((text) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`)
  const searches = columns.map(
    ({ schema, name, column }) => sql`
      select ${`${name}.${column}`}::text as found where exists (
        select from ${sql.identifier(schema)}.${sql.identifier(name)}
        where ${sql.identifier(column)}::text ilike any (${sql.param(patterns)}::text[]))`,
  )
  const { rows } = await db.execute<{ found: string }>(sql.join(searches, sql` union all `))
  return rows.map(({ found }) => found).sort()
}
