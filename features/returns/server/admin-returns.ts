import { and, asc, count, desc, eq, isNull, not, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Answered } from '#contract/answers.ts'
import { ADMIN_PAGE_SIZE } from '#contract/lists.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { pageInfo } from '#server/platform/db/pagination.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { accountColumns, shownBuyer } from '#server/shop/orders/orders.ts'
import { orderItems, orders } from '#server/shop/schema/orders.ts'
import { refundedUnits } from '#server/shop/schema/payments.ts'
import { users } from '#server/shop/schema/users.ts'
import type { AdminReturn, AdminReturnPage, ReturnList, ReturnQuery, UnmatchedWithdrawal } from '../admin-contract.ts'
import { returnItems, returns, unmatchedWithdrawals } from '../schema.ts'
import { isOpen, lockOrder, shownState } from './open-returns.ts'
import { queueReturnMails } from './return-mails.ts'
import { RETURNS } from './texts.ts'

/** The orders that returns were exchanged for. */
const newOrders = alias(orders, 'new_orders')

const isUnmatchedOpen = isNull(unmatchedWithdrawals.doneAt)

const LISTS: Record<Exclude<ReturnList, 'unmatched'>, SQL | undefined> = {
  asked: and(eq(returns.state, 'asked'), isOpen),
  accepted: and(eq(returns.state, 'accepted'), isOpen),
  done: not(isOpen),
}

/** SQL: the number of returns to answer, and of withdrawals to look into. */
export const returnsToAnswer = (db: Db) =>
  sql<number>`(${totalOf(db, LISTS.asked)}) + ${db.$count(unmatchedWithdrawals, isUnmatchedOpen)}`

const totalOf = (db: Db, where: SQL | undefined) =>
  db.select({ total: count() }).from(returns).innerJoin(orders, eq(orders.id, returns.orderId)).where(where)

/** A page of returns, oldest first, or of those that are done, latest first. Throws not_found past the last page. */
export async function returnsPage(db: Db, { show, order, pageNumber }: ReturnQuery): Promise<AdminReturnPage> {
  if (show === 'unmatched' && !order) return unmatchedPage(db, pageNumber)
  const where = order ? eq(returns.orderId, order) : LISTS[show === 'unmatched' ? 'asked' : show]
  const isLatestFirst = order !== undefined || show === 'done'
  const { total } = onlyRow(await totalOf(db, where))
  const rows = await selectReturns(db)
    .where(where)
    .orderBy(...(isLatestFirst ? [desc(returns.askedAt), desc(returns.id)] : [asc(returns.askedAt), asc(returns.id)]))
    .limit(ADMIN_PAGE_SIZE)
    .offset((pageNumber - 1) * ADMIN_PAGE_SIZE)
  return { returns: rows.map(toAdminReturn), unmatched: [], ...pageInfo(pageNumber, total, ADMIN_PAGE_SIZE) }
}

async function unmatchedPage(db: Db, pageNumber: number): Promise<AdminReturnPage> {
  const { id: _id, name, orderText: order, email, receivedAt } = unmatchedWithdrawals
  const total = await db.$count(unmatchedWithdrawals, isUnmatchedOpen)
  const rows = await db
    .select({ _id, name, order, email, receivedAt })
    .from(unmatchedWithdrawals)
    .where(isUnmatchedOpen)
    .orderBy(asc(receivedAt), asc(_id))
    .limit(ADMIN_PAGE_SIZE)
    .offset((pageNumber - 1) * ADMIN_PAGE_SIZE)
  const unmatched = rows.map((row): UnmatchedWithdrawal => ({ ...row, receivedAt: row.receivedAt.toISOString() }))
  return { returns: [], unmatched, ...pageInfo(pageNumber, total, ADMIN_PAGE_SIZE) }
}

/** What an admin says to a return, and who says it. */
type AnswerBy = { by: string; answer: string }

/** Accepts a return that waits for it, and queues the answer. Throws not_found, or request_answered. */
export const acceptReturn = (db: Db, id: string, answer: AnswerBy) => answerReturn(db, id, 'accepted', answer)

/** Refuses a return, also one that was accepted, and queues the answer. Throws not_found, or request_answered. */
export const refuseReturn = (db: Db, id: string, answer: AnswerBy) => answerReturn(db, id, 'refused', answer)

function answerReturn(db: Db, id: string, state: 'accepted' | 'refused', { by, answer }: AnswerBy) {
  return db.transaction(async (tx) => {
    const { orderId } = await requireReturn(tx, id)
    await lockOrder(tx, orderId)
    const { state: before } = await requireReturn(tx, id)
    if (before !== 'asked' && !(state === 'refused' && before === 'accepted'))
      throw new AppError('request_answered', RETURNS.answered)
    await tx.update(returns).set({ state, answer, answeredBy: by, answeredAt: sql`now()` }).where(eq(returns.id, id))
    await queueReturnMails(tx, [`return_${state}`], { orderId, returnId: id })
    return adminReturn(tx, id)
  })
}

/** A return as admins see it. Throws not_found. */
export async function adminReturn(db: Db, id: string): Promise<AdminReturn> {
  const [row] = await selectReturns(db).where(eq(returns.id, id))
  if (!row) throw notFound(RETURNS.notFound)
  return toAdminReturn(row)
}

async function requireReturn(tx: Db, id: string) {
  const [row] = await tx
    .select({ orderId: returns.orderId, state: shownState })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .where(eq(returns.id, id))
  if (!row) throw notFound(RETURNS.notFound)
  return row
}

/** Takes a withdrawal that names no order off the list. Throws not_found. */
export async function closeWithdrawal(db: Db, id: string) {
  const rows = await db
    .update(unmatchedWithdrawals)
    .set({ doneAt: sql`now()` })
    .where(and(eq(unmatchedWithdrawals.id, id), isUnmatchedOpen))
    .returning({ id: unmatchedWithdrawals.id })
  if (rows.length === 0) throw notFound(RETURNS.notFound)
}

/** An item in JSON. */
type ItemRow = { line: number; qty: number; name: string; answers: Answered[] | null; left: number }

const items = sql<ItemRow[]>`(
  select json_agg(json_build_object('line', ${returnItems.line}, 'qty', ${returnItems.qty}, 'name', ${orderItems.name},
    'answers', ${orderItems.answers}, 'left', ${orderItems.qty} - ${refundedUnits(orderItems)}) order by ${returnItems.line})
  from ${returnItems} join ${orderItems} on ${orderItems.orderId} = ${returnItems.orderId} and ${orderItems.line} = ${returnItems.line}
  where ${returnItems.returnId} = ${returns.id})`

const selectReturns = (db: Db) =>
  db
    .select({
      ...{ row: returns, number: orders.number, account: accountColumns, state: shownState, items },
      exchange: { _id: newOrders.id, number: newOrders.number, isPaid: sql<boolean>`${newOrders.state} = 'paid'` },
    })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .leftJoin(
      newOrders,
      and(eq(newOrders.id, returns.exchangedFor), isNull(newOrders.deletedAt), isNull(newOrders.canceledAt)),
    )
    .$dynamic()

type ReturnRow = Awaited<ReturnType<typeof selectReturns>>[number]

function toAdminReturn({ row, number, account, state, items, exchange }: ReturnRow): AdminReturn {
  const { id, orderId, kind, wish, reason, askedAt, lastDay, isLate, answer, answeredAt } = row
  return {
    _id: id,
    ...{ kind, state, wish, reason, lastDay, isLate, answer },
    order: { _id: orderId, number },
    buyer: shownBuyer(account),
    items: items.map(({ answers, ...item }) => ({ ...item, ...(answers && { answers }) })),
    askedAt: askedAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
    exchange,
  }
}
