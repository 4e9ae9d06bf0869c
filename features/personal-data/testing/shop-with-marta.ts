// A person who has left data in every table that can hold some, and a search for them in the whole database.

import { sql } from 'drizzle-orm'
import { customerMerges, customerNotes } from '#features/customers/schema.ts'
import { dropAdmissions } from '#features/drops/schema.ts'
import { drop } from '#features/drops/testing/factories.ts'
import { pastOrder } from '#features/history/testing/factories.ts'
import { invitations } from '#features/invitations/schema.ts'
import { letter, subscriber } from '#features/letters/testing/factories.ts'
import { passkeyChallenges, passkeys } from '#features/passkeys/schema.ts'
import { paymentReminders } from '#features/payment-reminders/schema.ts'
import { pushDevice } from '#features/push/testing/factories.ts'
import { productRequest } from '#features/requests/testing/factories.ts'
import { orderReturn, unmatchedWithdrawal } from '#features/returns/testing/factories.ts'
import { reviewAsks, reviewPhotos, reviews } from '#features/reviews/schema.ts'
import { savedCarts } from '#features/saved-carts/schema.ts'
import { wishes } from '#features/wishes/schema.ts'
import type { Db } from '#server/platform/db/client.ts'
import { queueMails } from '#server/platform/outbox/outbox.ts'
import { saveAddress } from '#server/shop/accounts/saved-addresses.ts'
import { recordAuditEvent } from '#server/shop/audit-log/audit-log.ts'
import { recover } from '#server/shop/payments/recovery.ts'
import { images } from '#server/shop/schema/catalog.ts'
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

/** Each is unlike anything else in a database. */
export const MARTA = {
  name: 'Marta Zebrowski',
  email: 'Marta.Z@zebra.example',
  street: '77 Quagga Lane',
  second: 'Apt Okapi',
  phone: '+49 30 5550199',
  words: 'xylograph',
}
/** Every text by which somebody could find her; each of her own words has the last one. */
export const TRACES = Object.values(MARTA)

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
  await db.insert(paymentReminders).values({ orderId: unpaidOrder._id, email: MARTA.email.toLowerCase() })
  await saveAddress(db, marta.user.id, { ...ADDRESS, recipient: MARTA.name })
  await apiKey(db, marta)
  await pushDevice(db, marta.user.id)
  await recordAuditEvent(db, { kind: 'sign_in', userId: marta.user.id, network: '203.0.113.0/24' })
  await productRequest(db, { userId: marta.user.id, email: MARTA.email, kind: 'sister', words: MARTA.words })
  await productRequest(db, { email: MARTA.email.toLowerCase() })
  await db.insert(wishes).values({ userId: marta.user.id, productId: pen.id })
  const savedLine = {
    product: pen.id,
    qty: 1,
    answers: { engraving: `From the ${MARTA.words}` },
    at: '2026-01-05T00:00:00.000Z',
  }
  await db.insert(savedCarts).values({ userId: marta.user.id, device: pen.id, items: [savedLine] })
  const { id: subscriberId } = await subscriber(db, { email: MARTA.email, source: 'checkout' })
  const { id: letterId } = await letter(db)
  await queueMails(db, [
    { kind: 'letter', dedupeKey: 'letter-1', payload: { letterId, subscriberId }, doneAt: new Date() },
  ])
  await db.insert(customerNotes).values({ userId: marta.user.id, note: `Asks for every ${MARTA.words}.` })
  if (isProven) await insertMerge(db, marta.user.id)
  await db.insert(invitations).values({ email: MARTA.email, role: 'packer', invitedBy: owner.user.id })
  const passkey = { credentialId: 'passkey-1', publicKey: Buffer.of(1), name: MARTA.words }
  await db.insert(passkeys).values({ ...passkey, userId: marta.user.id })
  await db.insert(passkeyChallenges).values({ challenge: 'challenge-1', purpose: 'add', userId: marta.user.id })
  await db.insert(mailedTokens).values({ tokenHash: 'hash', purpose: 'claim', userId: marta.user.id, messageId: 1 })
  const of = { orderId: order._id, userId: owner.user.id }
  await db.insert(orderNotes).values({ ...of, text: `She likes a ${MARTA.words}.` })
  await db.insert(addressChanges).values({ ...of, former: `${MARTA.name}, ${MARTA.street}, Denver, CO 80202` })
  await db
    .insert(orderDelays)
    .values({ ...of, wasBy: '2026-01-05', shipBy: '2026-01-09', words: `Sorry, ${MARTA.words}` })
  await db.insert(orderVerifyLog).values({ orderId: order._id, item: 'A pen' })
  const { id: dropId } = await drop(db)
  const admission = { takenUpAt: new Date(), endsAt: new Date() }
  await db.insert(dropAdmissions).values({ dropId, place: 1, orderId: order._id, ...admission })
  const decline = { declinedAt: new Date(), declinedBy: owner.user.id, answer: `No ${MARTA.words}, sorry.` }
  await db.insert(cancelRequests).values({ orderId: order._id, reason: `My ${MARTA.words} is ill.`, ...decline })
  await orderReturn(db, order._id, {
    ...{ reason: `The ${MARTA.words} broke.`, state: 'refused', answer: `No ${MARTA.words}.`, answeredAt: new Date() },
  })
  if (isProven) await unmatchedWithdrawal(db, { name: MARTA.name, email: MARTA.email })
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
  await pastOrder(db, owner.user.id, { name: MARTA.name, email: MARTA.email, street: MARTA.street, words: MARTA.words })
  const deliveredAt = sql`now() - ${shippedDaysAgo} * interval '1 day'`
  await db
    .update(orders)
    .set({ deliveredAt, phone: MARTA.phone, giftNote: `From your ${MARTA.words}` })
    .where(sql`${orders.id} = ${order._id}`)
  const [parcel] = await db.insert(parcels).values({ orderId: order._id, shippedAt: deliveredAt }).returning()
  if (!parcel) throw new Error('The parcel was not recorded.')
  await db.insert(parcelItems).values({ parcelId: parcel.id, orderId: order._id, line: 1, qty: 1 })
  await insertReview(db, order._id, pen.id)
  return { ...shop, owner, marta, order, unpaid: unpaidOrder, payment }
}

/** Her orders as a guest count with her account, and there was a note about the guest. */
async function insertMerge(db: Db, userId: string) {
  const email = MARTA.email.toLowerCase()
  await db.insert(customerMerges).values({ email, userId })
  await db.insert(customerNotes).values({ email, note: `A guest with a ${MARTA.words}.` })
}

/** She wrote a review with a photo. */
async function insertReview(db: Db, orderId: string, productId: string) {
  await db.insert(reviewAsks).values({ orderId })
  const written = { stars: 5, words: `A ${MARTA.words}!`, name: MARTA.name, state: 'shown' } as const
  const [review] = await db
    .insert(reviews)
    .values({ orderId, line: 1, productId, ...written })
    .returning()
  const [photo] = await db.insert(images).values({ width: 9, height: 9, placeholder: '' }).returning()
  if (review && photo) await db.insert(reviewPhotos).values({ imageId: photo.id, orderId, reviewId: review.id })
}

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
