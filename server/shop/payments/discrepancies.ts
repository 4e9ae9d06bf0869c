import { asc, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Discrepancy, DiscrepancyPage, DiscrepancyQuery } from '#contract/admin/discrepancies.ts'
import { ADMIN_PAGE_SIZE } from '#contract/lists.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { pageInfo } from '#server/platform/db/pagination.ts'
import { accountColumns, shownBuyer } from '#server/shop/orders/orders.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { discrepancies } from '#server/shop/schema/payments.ts'
import { users } from '#server/shop/schema/users.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'
import { DISCREPANCY_CLOSED, wordsOf } from './discrepancy-texts.ts'

const { id, since, resolvedAt } = discrepancies

const isOpen = isNull(resolvedAt)

/** The number of open discrepancies, as a query or within one. */
export const openDiscrepancies = (db: Db) => db.$count(discrepancies, isOpen)

/** A page of open discrepancies, oldest first, or of closed ones, latest first. Throws not_found past the last page. */
export async function discrepanciesPage(db: Db, { state, pageNumber }: DiscrepancyQuery): Promise<DiscrepancyPage> {
  const where = state === 'open' ? isOpen : isNotNull(resolvedAt)
  const total = await db.$count(discrepancies, where)
  const rows = await withOrders(db)
    .where(where)
    .orderBy(...(state === 'open' ? [asc(since), asc(id)] : [desc(resolvedAt), desc(id)]))
    .limit(ADMIN_PAGE_SIZE)
    .offset((pageNumber - 1) * ADMIN_PAGE_SIZE)
  return { discrepancies: rows.map(toDiscrepancy), ...pageInfo(pageNumber, total, ADMIN_PAGE_SIZE) }
}

type Closing = { note: string; userId?: string; by?: string }

/** Closes a discrepancy for good, with a note. Throws not_found, or discrepancy_closed when it is closed already. */
export async function closeDiscrepancy(db: Db, number: number, { note, userId, by }: Closing): Promise<Discrepancy> {
  const one = eq(id, number)
  const closedRows = await db
    .update(discrepancies)
    .set({ resolvedAt: sql`now()`, note, resolvedById: userId ?? null, resolvedBy: by ?? null })
    .where(sql`${one} and ${isOpen}`)
    .returning({ id })
  const shownOne = await discrepancyById(db, number)
  if (closedRows.length === 0) throw new AppError('discrepancy_closed', DISCREPANCY_CLOSED)
  return shownOne
}

/** The discrepancy with that number. Throws not_found. */
export async function discrepancyById(db: Db, number: number): Promise<Discrepancy> {
  const [row] = await withOrders(db).where(eq(id, number))
  if (!row) throw notFound(NOT_FOUND.discrepancy)
  return toDiscrepancy(row)
}

const withOrders = (db: Db) =>
  db
    .select({
      row: discrepancies,
      order: { _id: orders.id, number: orders.number },
      by: accountColumns,
    })
    .from(discrepancies)
    .leftJoin(orders, sql`${orders.id}::text = ${discrepancies.detail}->>'orderId' and ${orders.deletedAt} is null`)
    .leftJoin(users, eq(users.id, discrepancies.resolvedById))
    .$dynamic()

type Row = Awaited<ReturnType<typeof withOrders>>[number]

const toDiscrepancy = ({ row, order, by }: Row): Discrepancy => ({
  _id: String(row.id),
  ...wordsOf(row),
  order,
  payout: typeof row.detail.payoutId === 'string' ? row.detail.payoutId : null,
  reference: row.subject,
  since: row.since.toISOString(),
  closed: row.resolvedAt && {
    at: row.resolvedAt.toISOString(),
    by: by ? shownBuyer(by).name : (row.resolvedBy ?? 'Somebody'),
    note: row.note ?? '',
  },
})
