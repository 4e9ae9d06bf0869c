// The one way in which a person's data leaves the shop. Orders stay for the books without what says whose they were.

import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { deleteApiKeys } from '#server/shop/accounts/api-keys.ts'
import { deleteMailedTokens } from '#server/shop/accounts/mailed-tokens.ts'
import { type Person, personHooks } from '#server/shop/accounts/person.ts'
import { deleteSavedAddresses } from '#server/shop/accounts/saved-addresses.ts'
import { endSessions } from '#server/shop/accounts/sessions.ts'
import { PEOPLE } from '#server/shop/accounts/texts.ts'
import { eraseFromAuditLog } from '#server/shop/audit-log/audit-log.ts'
import { deleteAddressSlots } from '#server/shop/coupons/coupon-slots.ts'
import { unqueueAccountMail, unqueueOrderLinks } from '#server/shop/notifications/queue.ts'
import { copyRecipientNames, eraseRecipients } from '#server/shop/orders/recipients.ts'
import { removeUserCounters } from '#server/shop/rate-limits/policies.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { paymentAttempts, webhookEvents } from '#server/shop/schema/payments.ts'
import { users } from '#server/shop/schema/users.ts'

/**
 * Erases a person. Sessions, keys, links, addresses, requests and past orders of other shops are deleted, unpaid orders
 * canceled; the other orders lose all that says whose they were, at once or, while a parcel may travel, 30 days after it
 * was shipped.
 */
export async function erasePerson(tx: Db, { ids, email }: Person): Promise<void> {
  if (email) {
    await eraseFromFeatures(tx, { ids, email })
    await unqueueOrderLinks(tx, email)
  }
  if (ids.length === 0) return
  const people = await tx
    .select({ email: users.email })
    .from(users)
    .where(inArray(users.id, ids))
    .orderBy(users.id)
    .for('no key update')
  const addresses = [...new Set(people.map((row) => row.email))]
  await copyRecipientNames(tx, ids)
  await eraseFromFeatures(tx, { ids, email: null })
  await tx
    .update(users)
    .set({ ...ERASED_USER, deletedAt: sql`now()` })
    .where(inArray(users.id, ids))
  await endSessions(tx, ...ids)
  await deleteApiKeys(tx, ...ids)
  await deleteSavedAddresses(tx, ...ids)
  await deleteMailedTokens(tx, ids, addresses)
  await unqueueAccountMail(tx, addresses)
  await tx.update(orders).set({ canceledAt: sql`now()` }).where(isOpenUnpaid(ids))
  await tx
    .update(orders)
    .set({ payerNote: null })
    .where(and(inArray(orders.userId, ids), isNotNull(orders.payerNote)))
  await deleteWebhooks(tx, ids)
  await deleteAddressSlots(tx, ids)
  await eraseRecipients(tx, ids)
  await eraseFromAuditLog(tx, ids)
  await removeUserCounters(tx, ...ids, ...addresses)
}

async function eraseFromFeatures(tx: Db, person: Person) {
  for (const { erase } of personHooks) await erase?.(tx, person)
}

/** SQL condition: the order is of these users and unpaid, and was not canceled. */
export const isOpenUnpaid = (userIds: string[]) =>
  and(inArray(orders.userId, userIds), eq(orders.state, 'unpaid'), isNull(orders.canceledAt))

/** The columns of an erased user; no password has this hash. */
const ERASED_USER = {
  name: PEOPLE.deleted,
  email: '',
  passwordHash: sql`case when ${users.isGuest} then null else '' end`,
  emailVerifiedAt: null,
  isAdmin: false,
  isPacker: false,
  isApi: false,
}

/** Deletes processed messages of the card service about the payments of these users: they may name a card's holder. */
async function deleteWebhooks(tx: Db, ids: string[]) {
  const paymentIds = tx
    .select({ pattern: sql`'%"' || ${paymentAttempts.squarePaymentId} || '"%'` })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(and(inArray(orders.userId, ids), isNotNull(paymentAttempts.squarePaymentId)))
  await tx
    .delete(webhookEvents)
    .where(and(isNotNull(webhookEvents.processedAt), sql`${webhookEvents.body} like any (array(${paymentIds}))`))
}
