// Links of guests' orders: an order with a key, which is a signature, so nothing is stored and every email has the same
// key. A new link has the key of the next version, which ends the keys before it once somebody opens it: anybody can ask
// for one, and only the owner of the address gets it.

import { and, desc, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import type { UserInfo } from '#contract/users.ts'
import { notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { sharedSecret } from '#server/platform/db/secrets.ts'
import { isSameSecret, signatureOf } from '#server/platform/lib/signatures.ts'
import { callerColumns } from '#server/shop/accounts/sessions.ts'
import { hashToken, newToken } from '#server/shop/accounts/tokens.ts'
import { toUserDetails } from '#server/shop/accounts/users.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { sessions, users } from '#server/shop/schema/users.ts'
import { ORDER_LINKS } from '#server/shop/secrets/secrets.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'

/** SQL condition: the buyer of the order is a guest, and neither is deleted. */
const isGuestOrder = and(eq(users.isGuest, true), isNull(users.deletedAt), isNull(orders.deletedAt))

/** The orders that one email lists at most. */
const MOST_LISTED = 20
/** The sessions of an order's links at most; a newer one ends the oldest. */
const MOST_SESSIONS = 10

/** The path of an order with its key in the fragment, which reaches no server, log or cache. */
export const orderPath = (id: string, key?: string) => `/order/${id}${key ? `#k=${key}` : ''}`

/** The keys of guests' orders by their ids; other orders have none. */
export async function orderKeys(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const secret = await signing(db)
  const rows = await guestOrders(db).where(and(inArray(orders.id, ids), isGuestOrder))
  return new Map(rows.map((order) => [order.id, keyOf(secret, order)]))
}

/** The key of a new link of a guest's order; undefined for other orders. */
export async function nextOrderKey(db: Db, id: string): Promise<string | undefined> {
  const [guestOrder] = await guestOrders(db).where(and(eq(orders.id, id), isGuestOrder))
  return guestOrder && keyOf(await signing(db), next(guestOrder))
}

/** The path of a guest's order with its key, for admins. Throws not_found for another order. */
export async function linkOfOrder(db: Db, id: string): Promise<string> {
  const key = (await orderKeys(db, [id])).get(id)
  if (!key) throw notFound(NOT_FOUND.order)
  return orderPath(id, key)
}

/** The newest orders of guests with this email address, with their keys. */
export async function guestOrdersOf(db: Db, email: string): Promise<{ id: string; number: number; key: string }[]> {
  const secret = await signing(db)
  const rows = await guestOrders(db)
    .where(and(sql`lower(${users.email}) = lower(${email})`, isGuestOrder))
    .orderBy(desc(orders.number))
    .limit(MOST_LISTED)
  return rows.map((order) => ({ id: order.id, number: order.number, key: keyOf(secret, order) }))
}

/** Trades the key of an order for a session that reaches only this order: its buyer with a token. Throws not_found. */
export function openOrder(db: Db, id: string, key: string): Promise<UserInfo> {
  return db.transaction(async (tx) => {
    const { user } = await lockByKey(tx, id, key)
    const token = newToken()
    await tx.insert(sessions).values({ tokenHash: hashToken(token), userId: user.id, onlyOrderId: id })
    await endOldestSessions(tx, user.id, id)
    return { ...toUserDetails(user), token }
  })
}

/** Ends the sessions of an order's links but for the newest ten. The order's lock has them come one after the other. */
async function endOldestSessions(tx: Db, userId: string, id: string) {
  const ofOrder = and(eq(sessions.userId, userId), eq(sessions.onlyOrderId, id))
  const newest = tx
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(ofOrder)
    .orderBy(desc(sessions.createdAt))
    .limit(MOST_SESSIONS)
  await tx.delete(sessions).where(and(ofOrder, notInArray(sessions.tokenHash, newest)))
}

/**
 * The guest's order that this key opens; its row stays locked. The key of a new link ends the older ones and the sessions
 * that they opened. Throws not_found.
 */
export async function lockByKey(tx: Db, id: string, key: string) {
  const [guestOrder] = await guestOrders(tx)
    .where(and(eq(orders.id, id), isGuestOrder))
    .for('no key update', { of: orders })
  const secret = await signing(tx)
  if (guestOrder && isSameSecret(key, keyOf(secret, guestOrder))) return guestOrder
  if (!guestOrder || !isSameSecret(key, keyOf(secret, next(guestOrder)))) throw notFound(NOT_FOUND.orderLink)
  await tx
    .update(orders)
    .set({ linkVersion: next(guestOrder).linkVersion })
    .where(eq(orders.id, id))
  await endLinkSessions(tx, [guestOrder])
  return guestOrder
}

/** The address to which links of a guest's order go; undefined for other orders. */
export async function addressOfLinks(db: Db, id: string): Promise<string | undefined> {
  const [guestOrder] = await guestOrders(db).where(and(eq(orders.id, id), isGuestOrder))
  return guestOrder?.user.email
}

/** Ends the sessions that links of these orders opened. */
export async function endLinkSessions(tx: Db, ofOrders: { id: string }[]) {
  const ids = ofOrders.map(({ id }) => id)
  if (ids.length > 0) await tx.delete(sessions).where(inArray(sessions.onlyOrderId, ids))
}

const guestOrders = (db: Db) =>
  db
    .select({ id: orders.id, number: orders.number, linkVersion: orders.linkVersion, user: callerColumns })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .$dynamic()

const signing = (db: Db) => sharedSecret(db, ORDER_LINKS)

const next = <T extends { linkVersion: number }>(order: T) => ({ ...order, linkVersion: order.linkVersion + 1 })

const keyOf = (secret: string, { id, linkVersion }: Pick<typeof orders.$inferSelect, 'id' | 'linkVersion'>) =>
  signatureOf(secret, `order ${id} ${linkVersion}`)
