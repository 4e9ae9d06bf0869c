// Edits of sales by admins.
import { and, asc, desc, eq, gt, lt, ne, type SQL, sql } from 'drizzle-orm'
import { AppError, notFound } from '#server/errors.ts'
import type { Database, Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { versionHash } from '#server/platform/lib/version-hash.ts'
import { notDeleted } from '#server/shop/catalog/for-sale.ts'
import { pickedProducts } from '#server/shop/catalog/picked-products.ts'
import { categories, collections, products } from '#server/shop/schema/catalog.ts'
import { shopZone } from '#server/shop/settings/shop-days.ts'
import type { AdminSale, EditedSale, SaleTargets, SaleUpdate } from '../contract.ts'
import { SALE_FIELDS } from '../messages.ts'
import { sales, saleTargets } from '../schema.ts'
import { finishSale, patiently, startSale } from './run-sales.ts'
import { targetsOfSale } from './sale-products.ts'
import { SALES } from './texts.ts'

/** SQL: a moment as the shop's clock shows it, in the form of a field. */
const shopTime = (moment: SQL) => sql<string>`to_char(${moment} at time zone ${shopZone}, 'YYYY-MM-DD"T"HH24:MI')`

const selectSales = (db: Db, where?: SQL) =>
  db
    .select({
      row: sales,
      only: targetsOfSale,
      starts: shopTime(sql`${sales.startsAt}`),
      ends: shopTime(sql`${sales.endsAt}`),
      dayBeforeEnd: sql<string>`to_char((${sales.endsAt} at time zone ${shopZone})::date - 1, 'YYYY-MM-DD')`,
    })
    .from(sales)
    .where(where)
    .$dynamic()

type SaleRow = Awaited<ReturnType<typeof selectSales>>[number]

const MIDNIGHT = 'T00:00'

function toAdminSale({ row, only, starts, ends, dayBeforeEnd }: SaleRow): AdminSale {
  return {
    ...{ _id: row.id, name: row.name, percent: row.percentBp, price: row.priceCents, only, state: row.state },
    starts: starts.replace(MIDNIGHT, ''),
    ends: ends.endsWith(MIDNIGHT) ? dayBeforeEnd : ends,
    ...{ startsAt: row.startsAt.toISOString(), endsAt: row.endsAt.toISOString() },
  }
}

/** The latest 100 sales, the last to start first. */
export async function allSales(db: Db): Promise<AdminSale[]> {
  const rows = await selectSales(db).orderBy(desc(sales.startsAt), asc(sales.id)).limit(100)
  return rows.map(toAdminSale)
}

/** The sale with the products that it names. Throws not_found. */
export async function editedSale(db: Db, id: string): Promise<EditedSale> {
  const [row] = await selectSales(db, eq(sales.id, id))
  if (!row) throw notFound(SALES.notFound)
  const sale = toAdminSale(row)
  const namedProducts = await pickedProducts(db, sale.only?.products ?? [])
  return { ...sale, products: namedProducts, version: versionHash(sale) }
}

/** The columns of a sale for the values of its form; days and times are those of the shop. */
const columnsOf = ({ name, percent, price, only, starts, ends }: SaleUpdate) => ({
  ...{ name, percentBp: percent, priceCents: price, isForAll: only === null },
  startsAt: sql`${starts.replace('T', ' ')}::timestamp at time zone ${shopZone}`,
  endsAt: ends.includes('T')
    ? sql`${ends.replace('T', ' ')}::timestamp at time zone ${shopZone}`
    : sql`(${ends}::date + 1)::timestamp at time zone ${shopZone}`,
})

/**
 * Plans a sale; one whose time has come starts at once. Throws sale_refused with an issue for an end that is past or
 * before its start and for something that is gone, and sale_overlaps when another sale is for the same at that time.
 */
export async function createSale(db: Database, sale: SaleUpdate): Promise<EditedSale> {
  const saleId = await db.transaction(async (tx) => {
    await lockSales(tx)
    const times = await timesOf(tx, sale)
    const { id } = onlyRow(
      await tx
        .insert(sales)
        .values({ ...columnsOf(sale), ...times })
        .returning({ id: sales.id }),
    )
    await setTargets(tx, id, sale.only)
    await requireOwnTime(tx, id)
    return id
  })
  return startedSale(db, saleId)
}

/** The sale, which has started if its time has come. */
async function startedSale(db: Database, id: string) {
  await patiently(db, (patient) => startSale(patient, id))
  return editedSale(db, id)
}

/** One edit of sales at a time, so that two never overlap. */
const lockSales = (tx: Db) => tx.execute(sql`lock table ${sales} in share row exclusive mode`)

/** The moments of a sale. Throws sale_refused. */
async function timesOf(tx: Db, sale: SaleUpdate) {
  const { startsAt, endsAt } = columnsOf(sale)
  const { rows } = await tx.execute<{ starts: string; ends: string; isReversed: boolean; isPast: boolean }>(sql`
    select (${startsAt})::text as starts, (${endsAt})::text as ends,
      (${endsAt}) <= (${startsAt}) as "isReversed", (${endsAt}) <= now() as "isPast"`)
  const { starts, ends, isReversed, isPast } = onlyRow(rows)
  if (isReversed) throw saleError('ends', SALE_FIELDS.endsFirst)
  if (isPast) throw saleError('ends', SALES.inPast)
  return { startsAt: new Date(starts), endsAt: new Date(ends) }
}

const saleError = (path: string, message: string) =>
  new AppError('sale_refused', message, { issues: [{ path, message }] })

async function setTargets(tx: Db, saleId: string, only: SaleTargets | null) {
  await tx.delete(saleTargets).where(eq(saleTargets.saleId, saleId))
  if (!only) return
  const [names, ids, productIds] = [only.categories, only.collections, only.products].map((list) => [...new Set(list)])
  const { rows } = await tx.execute<{ count: number }>(sql`with named as (
    insert into ${saleTargets} (sale_id, category, collection_id, product_id)
    select ${saleId}::uuid, ${categories.name}, null::uuid, null::uuid from ${categories}
      where ${categories.name} = any(${sql.param(names)}::text[])
    union all select ${saleId}::uuid, null, ${collections.id}, null from ${collections}
      where ${collections.id} = any(${sql.param(ids)}::uuid[])
    union all select ${saleId}::uuid, null, null, ${products.id} from ${products}
      where ${products.id} = any(${sql.param(productIds)}::uuid[]) and ${notDeleted} and ${products.parentId} is null
    returning 1) select count(*)::int as count from named`)
  const wanted = [names, ids, productIds].reduce((sum, list) => sum + (list?.length ?? 0), 0)
  if (onlyRow(rows).count < wanted) throw saleError('only', SALES.targetGone)
}

/** Throws sale_overlaps when another sale at that time names the same category, collection or product, or all. */
async function requireOwnTime(tx: Db, id: string) {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select o.name from ${sales} s join ${sales} o on o.id <> s.id and o.state <> 'ended'
      and o.starts_at < s.ends_at and s.starts_at < o.ends_at
    where s.id = ${id} and (s.is_for_all and o.is_for_all or exists (
      select from ${saleTargets} m join ${saleTargets} t on t.sale_id = o.id
        and (t.category = m.category or t.collection_id = m.collection_id or t.product_id = m.product_id)
      where m.sale_id = s.id))
    order by o.starts_at limit 1`)
  if (rows[0]) throw new AppError('sale_overlaps', SALES.overlaps(rows[0].name))
}

/**
 * Saves an edit; of a sale that runs the name and the end alone may change. Throws not_found; sale_changed when `version`
 * is out of date, and for another change of a sale that runs; sale_refused and sale_overlaps as `createSale`.
 */
export async function updateSale(db: Database, id: string, update: SaleUpdate): Promise<EditedSale> {
  await db.transaction(async (tx) => {
    await lockSales(tx)
    const before = await editedSale(tx, id)
    if (update.version !== undefined && update.version !== before.version)
      throw new AppError('sale_changed', SALES.changedMeanwhile)
    if (before.state === 'ended') throw new AppError('sale_changed', SALES.isOver)
    const isRunning = before.state === 'running'
    if (isRunning && fixedPart(update) !== fixedPart(before)) throw new AppError('sale_changed', SALES.hasStarted)
    const times = await timesOf(tx, update)
    const fields = isRunning ? { name: update.name, endsAt: times.endsAt } : { ...columnsOf(update), ...times }
    await tx.update(sales).set(fields).where(eq(sales.id, id))
    if (!isRunning) await setTargets(tx, id, update.only)
    await requireOwnTime(tx, id)
  })
  return startedSale(db, id)
}

/** What does not change of a sale that runs, as a text to compare. */
function fixedPart({ percent, price, only, starts }: SaleUpdate | EditedSale) {
  const targets = only && [only.categories, only.collections, only.products].map((list) => [...list].sort())
  return JSON.stringify([percent, price, targets, starts])
}

/** Ends a sale: one that runs now, one that is planned before it starts. Throws not_found. */
export async function endSale(db: Database, id: string): Promise<EditedSale> {
  await db
    .update(sales)
    .set({ state: 'ended' })
    .where(and(eq(sales.id, id), eq(sales.state, 'planned')))
  await patiently(db, (patient) => finishSale(patient, id))
  return editedSale(db, id)
}

/** Deletes a sale; one that runs ends before. Returns its name. Throws not_found. */
export async function deleteSale(db: Database, id: string): Promise<string> {
  const { name } = await endSale(db, id)
  await db.delete(sales).where(and(eq(sales.id, id), eq(sales.state, 'ended')))
  return name
}

/** The sales that keep a product from one with these times: those that overlap with it and start first. */
export function earlierSales(db: Db, sale: SaleUpdate, id: string | undefined) {
  const { startsAt, endsAt } = columnsOf(sale)
  return db
    .select({ name: sales.name, only: targetsOfSale })
    .from(sales)
    .where(
      and(
        ne(sales.state, 'ended'),
        id === undefined ? undefined : ne(sales.id, id),
        sql`${sales.startsAt} <= ${startsAt}`,
        gt(sales.endsAt, startsAt),
        lt(sales.startsAt, endsAt),
      ),
    )
    .orderBy(asc(sales.startsAt), asc(sales.createdAt), asc(sales.id))
}

/** SQL: when a sale with these values starts: now at the earliest, unless it runs. */
export const startOf = (sale: SaleUpdate, isRunning: boolean) =>
  isRunning ? columnsOf(sale).startsAt : sql`greatest(now(), ${columnsOf(sale).startsAt})`
