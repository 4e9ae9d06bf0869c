// The one way in which a person's data leaves the shop. Orders stay for the books without what says whose they were.
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { deleteApiKeys } from '../accounts/api-keys.ts'
import { deleteMailedTokens } from '../accounts/mailed-tokens.ts'
import { deleteSavedAddresses } from '../accounts/saved-addresses.ts'
import { endSessions } from '../accounts/sessions.ts'
import { eraseFromAuditLog } from '../audit-log/audit-log.ts'
import type { Db } from '../db/client.ts'
import { orders } from '../db/order-schema.ts'
import { paymentAttempts, webhookEvents } from '../db/payment-schema.ts'
import { users } from '../db/schema.ts'
import { erasePastCustomers } from '../history/remove-history.ts'
import { unqueueAccountMail, unqueueLinks } from '../mail/outbox.ts'
import { copyRecipientNames, eraseRecipients } from '../orders/recipients.ts'
import { removeUserCounters } from '../rate-limits/rate-limits.ts'
import { deleteRequestsOf } from '../requests/requests.ts'
import { PEOPLE } from '../texts/accounts.ts'
import type { Person } from './person.ts'
import { isOpenUnpaid } from './under-way.ts'

/**
 * Erases a person. Sessions, keys, links, addresses, requests and past orders of other shops are deleted, unpaid orders
 * canceled; the other orders lose all that says whose they were, at once or, while a parcel may travel, 30 days after it
 * was shipped.
 */
export async function erasePerson(tx: Db, { ids, email }: Person): Promise<void> {
  if (email) {
    await deleteRequestsOf(tx, ids, email)
    await unqueueLinks(tx, email)
    await erasePastCustomers(tx, email)
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
  await deleteRequestsOf(tx, ids, null)
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
  await eraseRecipients(tx, ids)
  await eraseFromAuditLog(tx, ids)
  await removeUserCounters(tx, ...ids, ...addresses)
}

/** The columns of an erased user; no password has this hash. */
const ERASED_USER = {
  name: PEOPLE.deleted,
  email: '',
  passwordHash: sql`case when ${users.isGuest} then null else '' end`,
  emailVerifiedAt: null,
  isAdmin: false,
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
