// The right of withdrawal without signing in. Whoever sends the form gets the same answer, whether or not there is such an
// order: its receipt goes to the address of the order alone, and repeats nothing that was typed.
import { and, eq, isNull, sql } from 'drizzle-orm'
import { dayOf } from '#contract/dates.ts'
import type { Database, Db } from '#server/platform/db/client.ts'
import { refundableItems } from '#server/shop/payments/refund-items.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { users } from '#server/shop/schema/users.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { namedOrder, type Units, type WithdrawalForm } from '../contract.ts'
import { returnItems, returns, unmatchedWithdrawals } from '../schema.ts'
import { ASKED_MAILS, insertItems, insertReturn } from './ask-return.ts'
import { lockOrder, openReturnOf, ownOrder } from './open-returns.ts'
import { queueReturnMails } from './return-mails.ts'
import { lastWithdrawalDay } from './windows.ts'

/**
 * Records a withdrawal from all that is left of an order, if it is paid and the address is that of its buyer, and queues
 * its receipt; also a late one, because the seller decides what follows. One that names no such order is recorded for the
 * seller, and nobody is mailed. Sent again it changes nothing.
 */
export async function recordWithdrawal(db: Database, { name, order, email }: WithdrawalForm) {
  await db.transaction(async (tx) => {
    const orderFound = await paidOrderOf(tx, order, email)
    if (orderFound) await lockOrder(tx, orderFound.id)
    const units = orderFound ? await unitsLeft(tx, orderFound.id) : []
    if (!orderFound || units.length === 0) await insertUnmatched(tx, { name, orderText: order, email })
    else await withdraw(tx, orderFound, units)
  })
}

/** The paid order that a text names, if its buyer has this address. */
async function paidOrderOf(tx: Db, text: string, email: string) {
  const named = namedOrder(text)
  if (!named) return undefined
  const isNamed = 'id' in named ? eq(orders.id, named.id) : eq(orders.number, named.number)
  const isBuyer = and(sql`lower(${users.email}) = lower(${email})`, isNull(users.deletedAt))
  const [row] = await tx
    .select({ id: orders.id, userId: orders.userId })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(isNamed, isBuyer, eq(orders.state, 'paid'), isNull(orders.deletedAt)))
  return row
}

/** All units that were not refunded; those with answers of the buyer only where there are no others. */
async function unitsLeft(tx: Db, orderId: string): Promise<Units[]> {
  const left = (await refundableItems(tx, orderId)).filter(({ qty, refunded }) => qty > refunded)
  const covered = left.filter(({ answers }) => answers === null)
  return (covered.length > 0 ? covered : left).map(({ line, qty, refunded }) => ({ line, qty: qty - refunded }))
}

/** Records the withdrawal of a locked order. It takes the place of an open return of fewer units. */
async function withdraw(tx: Db, { id, userId }: { id: string; userId: string }, items: Units[]) {
  const { timeZone } = await shopSettings(tx)
  const lastDay = lastWithdrawalDay(await ownOrder(tx, id, userId), timeZone)
  const isLate = lastDay !== null && dayOf(new Date(), timeZone) > lastDay
  const openReturn = await openReturnOf(tx, id)
  if (!openReturn) return insertReturn(tx, id, { kind: 'withdrawal', items, lastDay, isLate })
  if (openReturn.kind === 'withdrawal' && (await hasUnits(tx, openReturn.id, items))) return
  await tx.delete(returnItems).where(eq(returnItems.returnId, openReturn.id))
  await tx
    .update(returns)
    .set({
      ...{ kind: 'withdrawal', wish: 'refund', lastDay, isLate, askedAt: sql`now()` },
      ...{ state: 'asked', answer: null, answeredAt: null, answeredBy: null },
    })
    .where(eq(returns.id, openReturn.id))
  await insertItems(tx, id, openReturn.id, items)
  await queueReturnMails(tx, ASKED_MAILS.withdrawal, { orderId: id, returnId: openReturn.id })
}

/** Whether a return has all of these units. */
async function hasUnits(tx: Db, returnId: string, items: Units[]) {
  const rows = await tx.select().from(returnItems).where(eq(returnItems.returnId, returnId))
  const qtyOf = new Map(rows.map(({ line, qty }) => [line, qty]))
  return items.every(({ line, qty }) => (qtyOf.get(line) ?? 0) >= qty)
}

type Unmatched = Pick<typeof unmatchedWithdrawals.$inferInsert, 'name' | 'orderText' | 'email'>

/** Records a withdrawal that names no order, once while the seller has not looked into it. */
async function insertUnmatched(tx: Db, typed: Unmatched) {
  const isSame = and(
    eq(unmatchedWithdrawals.orderText, typed.orderText),
    sql`lower(${unmatchedWithdrawals.email}) = lower(${typed.email})`,
    isNull(unmatchedWithdrawals.doneAt),
  )
  if ((await tx.$count(unmatchedWithdrawals, isSame)) === 0) await tx.insert(unmatchedWithdrawals).values(typed)
}
