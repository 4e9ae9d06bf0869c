// Keeps the past orders and reviews of an import, some rows at a time: the rows and what they become in one transaction,
// so that an import goes on where a killed process left it.

import { and, eq, inArray } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/client.ts'
import { isUnavailable } from '#server/platform/db/errors.ts'
import { holdLock } from '#server/platform/db/locks.ts'
import { importRows, type imports } from '../schema.ts'
import { pastSource } from './history-rows.ts'
import type { PastRecords } from './past-records.ts'
import { PAST_RECORDS_LOCK } from './past-records.ts'
import { IMPORT_PROBLEMS } from './texts.ts'

const BATCH = 100

type Import = typeof imports.$inferSelect
type Row = typeof importRows.$inferSelect
type Works = { db: Db; pastRecords: PastRecords; log?: Pick<FastifyBaseLogger, 'error'> }

/**
 * Keeps the next rows of an import of past orders or reviews, or notes at a row why it could not. Returns whether there
 * were any. Throws only while the database is not available.
 */
export async function keepNextRows(works: Works, of: Import): Promise<boolean> {
  const { db } = works
  const rows = await db.select().from(importRows).where(isWaiting(of.id)).orderBy(importRows.number).limit(BATCH)
  if (rows.length > 0) await keep(works, of, rows)
  return rows.length > 0
}

const isWaiting = (id: string) => and(eq(importRows.importId, id), eq(importRows.state, 'waiting'), importRows.included)

async function keep(works: Works, of: Import, rows: Row[]): Promise<void> {
  const { db, pastRecords, log } = works
  try {
    await db.transaction((tx) => keepIn(tx, pastRecords, of, rows))
  } catch (error) {
    if (isUnavailable(error)) throw error
    const [row] = rows
    if (row && rows.length === 1) {
      log?.error(error, 'A row of an import could not be kept.')
      const failure = { state: 'failed', problem: IMPORT_PROBLEMS.pastFault } as const
      await db.update(importRows).set(failure).where(theseRows(of.id, rows))
      return
    }
    // One of them is at fault.
    const half = Math.ceil(rows.length / 2)
    await keep(works, of, rows.slice(0, half))
    await keep(works, of, rows.slice(half))
  }
}

const theseRows = (id: string, rows: Pick<Row, 'number'>[]) =>
  and(
    eq(importRows.importId, id),
    inArray(
      importRows.number,
      rows.map(({ number }) => number),
    ),
  )

async function keepIn(tx: Db, pastRecords: PastRecords, of: Import, rows: Row[]) {
  await holdLock(tx, PAST_RECORDS_LOCK)
  // Only those that are still waiting: the process that was taken for dead may have gone on.
  const waiting = await tx
    .select()
    .from(importRows)
    .where(and(theseRows(of.id, rows), isWaiting(of.id)))
    .orderBy(importRows.number)
  const source = pastSource(of.format)
  const keep = of.kind === 'orders' ? pastRecords.keepOrders : pastRecords.keepReviews
  const keptRows = await keep(tx, waiting, of.id, source)
  const isKept = (row: Row) => keptRows.has(row.key)
  const problem = of.kind === 'orders' ? IMPORT_PROBLEMS.orderExists : IMPORT_PROBLEMS.reviewExists
  await tx
    .update(importRows)
    .set({ state: 'created', problem: null, listing: null })
    .where(theseRows(of.id, waiting.filter(isKept)))
  await tx
    .update(importRows)
    .set({ state: 'failed', problem, listing: null })
    .where(
      theseRows(
        of.id,
        waiting.filter((row) => !isKept(row)),
      ),
    )
}
