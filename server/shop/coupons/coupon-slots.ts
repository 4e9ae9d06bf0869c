// The slots by which a coupon is used: a unique index lets one payment have each of them.
import { createHash } from 'node:crypto'
import { and, eq, inArray, like, type SQL, sql } from 'drizzle-orm'
import { mostUses } from '#contract/coupons.ts'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { coupons } from '#server/shop/schema/coupons.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { couponUses, paymentAttempts } from '#server/shop/schema/payments.ts'
import { users } from '#server/shop/schema/users.ts'

type Coupon = typeof coupons.$inferSelect

/** SQL: how many orders a coupon has paid for. A payment has several slots of one that each person can use once. */
export const ordersUsing: SQL<number> = sql<number>`(
  select count(distinct ${couponUses.attemptId})::int from ${couponUses}
  where ${couponUses.couponId} = ${coupons.id} and ${couponUses.state} = 'used')`

/** The slots of a coupon that payments use, or hold while they are under way. */
export async function slotsTaken(tx: Db, couponId: string): Promise<string[]> {
  const isTaken = and(eq(couponUses.couponId, couponId), inArray(couponUses.state, ['held', 'used']))
  const rows = await tx.select({ slot: couponUses.slot }).from(couponUses).where(isTaken)
  return rows.map(({ slot }) => slot)
}

type Wanted = { coupon: Coupon; takenSlots: string[]; attemptId: string; userId: string }

/**
 * The slots that a payment of this buyer needs: one of those that the coupon has, and those of the person. Null when all of
 * a coupon are taken, perhaps by payments that fail. The caller has locked the coupon.
 */
export async function slotsFor(tx: Db, wanted: Wanted): Promise<string[] | null> {
  const slot = slotOf(wanted)
  if (slot === null) return null
  return wanted.coupon.perPerson ? [slot, ...(await slotsOfPerson(tx, wanted.userId))] : [slot]
}

function slotOf({ coupon, takenSlots, attemptId }: Wanted): string | null {
  if (coupon.oneTime) return 'once'
  const most = mostUses(coupon)
  if (most === null) return attemptId
  // Uses from before it had a limit count, too.
  const others = takenSlots.filter((slot) => !isNumbered(slot) && !isOfPerson(slot)).length
  const names = Array.from({ length: Math.max(0, most - others) }, (_, at) => `n${at + 1}`)
  return names.find((name) => !takenSlots.includes(name)) ?? null
}

const isNumbered = (slot: string) => /^n\d+$/.test(slot)
const isOfPerson = (slot: string) => /^(user|mail):/.test(slot)

/** The slots of a person: of the account, and of the address, which a guest may type with a tag. */
export async function slotsOfPerson(db: Db, userId: string): Promise<string[]> {
  const { email } = onlyRow(await db.select({ email: users.email }).from(users).where(eq(users.id, userId)))
  return [`user:${userId}`, ...(email ? [`mail:${addressHash(email)}`] : [])]
}

/** Deletes the hashes of addresses with which these people used coupons. What the coupons were used for stays counted. */
export async function deleteAddressSlots(tx: Db, userIds: string[]) {
  const attemptIds = tx
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(inArray(orders.userId, userIds))
  await tx.delete(couponUses).where(and(like(couponUses.slot, 'mail:%'), inArray(couponUses.attemptId, attemptIds)))
}

/** A hash of an email address in lower case, without what follows a plus sign before the @. */
function addressHash(email: string) {
  const [, name = '', domain = ''] = /^(.*)@(.*)$/s.exec(email.trim().toLowerCase()) ?? ['', email, '']
  return createHash('sha256')
    .update(`${name.replace(/\+.*$/s, '')}@${domain}`)
    .digest('hex')
}
