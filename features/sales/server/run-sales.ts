// Starts and ends sales at their time. Each step is one transaction that begins with a conditional update of the sale, so
// any process can take it, also after the shop was off, and it is done once.
import { and, asc, eq, gt, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { type Database, type Db, patientDatabase } from '#server/platform/db/client.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { productTrace } from '#server/shop/schema/catalog.ts'
import { saleProducts, sales } from '../schema.ts'
import { enterSale, leaveSale, targetsOfSale } from './sale-products.ts'
import { SALE_HISTORY } from './texts.ts'

/** How often the next sale is looked for: one that was planned for sooner starts that much late. */
const LOOK_MS = 2_000

/** Starts the job that starts and ends sales. */
export const startSales = ({ db, log }: { db: Database; log: FastifyBaseLogger }): Job =>
  startJob(log, () => runSales(db))

/** Does what is due, ends before starts. Returns the time until the next step in milliseconds. */
export async function runSales(db: Database): Promise<number> {
  const dueAt = sql`case ${sales.state} when 'planned' then ${sales.startsAt} else ${sales.endsAt} end`
  const open = await db
    .select({
      id: sales.id,
      state: sales.state,
      msLeft: sql<number>`(extract(epoch from ${dueAt} - clock_timestamp()) * 1000)::float8`,
    })
    .from(sales)
    .where(ne(sales.state, 'ended'))
    .orderBy(sql`${sales.state} = 'planned'`, asc(sales.startsAt), asc(sales.createdAt), asc(sales.id))
  const due = open.filter(({ msLeft }) => msLeft <= 0)
  if (due.length > 0)
    await patiently(db, async (patient) => {
      for (const { id, state } of due) {
        if (state === 'running') await finishSale(patient, id, lte(sales.endsAt, sql`now()`))
        else await startSale(patient, id)
      }
    })
  const next = open.flatMap(({ msLeft }) => (msLeft > 0 ? [Math.ceil(msLeft)] : []))
  return Math.min(LOOK_MS, ...next)
}

/** Runs the work on a connection of its own, whose statements may take long: a sale may be for all products of the shop. */
export async function patiently<Result>(db: Database, work: (patient: Db) => Promise<Result>): Promise<Result> {
  const patient = patientDatabase(db)
  try {
    return await work(patient)
  } finally {
    await patient.$client.end()
  }
}

/**
 * Starts a sale whose time has come; one whose end has come, too, is over without changing a price. Does nothing when
 * it has started, was moved or deleted.
 */
export const startSale = (db: Db, id: string) =>
  db.transaction(async (tx) => {
    const [sale] = await tx
      .update(sales)
      .set({ state: sql`case when ${sales.endsAt} <= now() then 'ended' else 'running' end` })
      .where(and(eq(sales.id, id), eq(sales.state, 'planned'), lte(sales.startsAt, sql`now()`)))
      .returning()
    if (sale?.state === 'running') await enter(tx, id)
  })

/**
 * Ends a sale that runs, when the condition on `sales` holds: products have their regular prices again, or come into
 * another sale that runs. Does nothing when it has ended.
 */
export const finishSale = (db: Db, id: string, condition?: SQL) =>
  db.transaction(async (tx) => {
    const [sale] = await tx
      .update(sales)
      .set({
        state: 'ended',
        endsAt: sql`least(${sales.endsAt}, greatest(now(), ${sales.startsAt} + interval '1 second'))`,
      })
      .where(and(eq(sales.id, id), eq(sales.state, 'running'), condition))
      .returning()
    if (!sale) return
    await trace(tx, id, SALE_HISTORY.ended(sale.name))
    await leaveSale(tx, id)
    const others = await tx
      .select({ id: sales.id })
      .from(sales)
      .where(and(eq(sales.state, 'running'), gt(sales.endsAt, sql`now()`)))
      .orderBy(asc(sales.startsAt), asc(sales.createdAt), asc(sales.id))
    for (const other of others) await enter(tx, other.id)
  })

async function enter(tx: Db, id: string) {
  const [sale] = await tx
    .select({ name: sales.name, percentBp: sales.percentBp, priceCents: sales.priceCents, only: targetsOfSale })
    .from(sales)
    .where(eq(sales.id, id))
  if (sale && (await enterSale(tx, id, sale)) > 0) await trace(tx, id, SALE_HISTORY.started(sale.name))
}

/** Writes that line into the history of all products of the sale. */
const trace = (tx: Db, id: string, log: string) =>
  tx.execute(sql`
    insert into ${productTrace} (product_id, log)
    select ${saleProducts.productId}, ${log}::text from ${saleProducts} where ${saleProducts.saleId} = ${id}`)
