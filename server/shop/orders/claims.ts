// Moves orders that somebody placed as a guest to their account: never by itself, only by the link of an order, or by a
// code that was mailed to the account's address.
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { takeEmailCode } from '#server/shop/accounts/email-codes.ts'
import { isProvenAddress } from '#server/shop/accounts/proven-addresses.ts'
import type { Caller } from '#server/shop/accounts/sessions.ts'
import { queueAccountMail } from '#server/shop/notifications/queue.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { users } from '#server/shop/schema/users.ts'
import { endLinkSessions, lockByKey } from './order-links.ts'
import { ORDERS } from './texts.ts'

/**
 * Moves the order of this link to the caller's account, and tells the address with which it was placed. Throws not_found,
 * and payment_processing during a payment.
 */
export function claimByKey(db: Db, caller: Caller, id: string, key: string): Promise<void> {
  return db.transaction(async (tx) => {
    const { user, number } = await lockByKey(tx, id, key)
    const isProven = await isProvenAddress(tx, user.email)
    const movedOrders = await moveOrders(tx, caller, eq(orders.id, id))
    if (movedOrders === 0) throw new AppError('payment_processing', ORDERS.processing)
    if (user.email) await queueAccountMail(tx, 'order_claimed', user.email, { orderNumber: number, isProven })
  })
}

/**
 * Moves all orders of guests with the caller's email address to the caller's account, by the code that was mailed there;
 * returns how many. The address counts as verified then. Throws email_code_invalid.
 */
export async function claimByCode(db: Db, caller: Caller, code: string): Promise<number> {
  return takeEmailCode(db, caller, { code }, async (tx) => {
    const verifiedUsers = await tx
      .update(users)
      .set({ emailVerifiedAt: sql`now()` })
      .where(and(eq(users.id, caller.id), eq(users.email, caller.email)))
      .returning({ email: users.email })
    if (verifiedUsers.length === 0) return 0
    return moveOrders(tx, caller, sql`lower(${users.email}) = lower(${caller.email})`)
  })
}

/** Moves the orders of guests that match; returns how many. An order that is being paid stays. */
async function moveOrders(tx: Db, { id: userId, name }: Caller, which: SQL) {
  const movedOrders = await tx
    .update(orders)
    .set({
      userId,
      claimedAt: sql`now()`,
      linkVersion: sql`${orders.linkVersion} + 1`,
      // The parcel goes to the name that was typed.
      recipientName: sql`coalesce(${orders.recipientName}, nullif(${users.name}, ${name}))`,
    })
    .from(users)
    .where(
      and(
        eq(users.id, orders.userId),
        eq(users.isGuest, true),
        isNull(users.deletedAt),
        isNull(orders.deletedAt),
        inArray(orders.state, ['unpaid', 'paid']),
        which,
      ),
    )
    .returning({ id: orders.id })
  await endLinkSessions(tx, movedOrders)
  return movedOrders.length
}
