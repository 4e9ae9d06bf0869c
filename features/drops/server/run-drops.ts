// Starts drops at their time and admits those who wait, in the order of the line. One process does it for all; each step
// follows from what the database has, so another one goes on where it was.
import { and, asc, eq, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { forSale, notDeleted } from '#server/shop/catalog/for-sale.ts'
import { traceProducts } from '#server/shop/catalog/stock.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { holds } from '#server/shop/schema/payments.ts'
import { type ShownLine, TAKE_UP_SECONDS } from '../contract.ts'
import { LINE_OPENS_MINUTES } from '../line.ts'
import { dropAdmissions, drops } from '../schema.ts'
import { isInDrop } from './dropped-products.ts'
import { DROP_HISTORY } from './texts.ts'

/** How often a line moves. */
const STEP_MS = 1_000
/** How often the next drop is looked for: one that was planned for sooner starts that much late. */
const LOOK_MS = 5_000
/** How long a line stays that can admit nobody, for products that come back. */
const IDLE = '10 minutes'
/** A payment that began in the last moment of an admission may not have taken its product yet. */
const PAYING_STILL = '5 seconds'

/** Starts the job that starts drops and moves their lines. */
export const startDrops = ({ db, log }: { db: Db; log: FastifyBaseLogger }): Job => startJob(log, () => runDrops(db))

/** Does what is due. Returns the time until the next step in milliseconds. */
export async function runDrops(db: Db): Promise<number> {
  const msLeft = sql<number>`(extract(epoch from ${drops.startsAt} - clock_timestamp()) * 1000)::float8`
  const open = await db
    .select({ id: drops.id, state: drops.state, msLeft })
    .from(drops)
    .where(
      sql`${drops.state} in ('planned', 'line') and ${drops.startsAt} < now() + ${`${LINE_OPENS_MINUTES} minutes`}::interval`,
    )
    .orderBy(asc(drops.startsAt))
  for (const { id, state, msLeft } of open) {
    if (state === 'planned' && msLeft <= 0) await startDrop(db, id)
    else await moveLine(db, id)
  }
  const next = open.flatMap(({ msLeft }) => (msLeft > 0 ? [Math.ceil(msLeft)] : []))
  return Math.min(open.length > 0 ? STEP_MS : LOOK_MS, ...next)
}

/**
 * Starts a drop whose time has come: puts its products on sale, has those who wait keep the places that are drawn, and
 * admits the first. Does nothing when it has started, was moved or canceled.
 */
export async function startDrop(db: Db, id: string) {
  await db.transaction(async (tx) => {
    const ofDrop = and(isInDrop(id), notDeleted)
    // As orders do: products first, in the order of their ids.
    await tx.select({ id: products.id }).from(products).where(ofDrop).orderBy(asc(products.id)).for('no key update')
    const [startedDrop] = await tx
      .update(drops)
      .set({ state: 'line', drawn: drops.tickets })
      .where(and(eq(drops.id, id), eq(drops.state, 'planned'), sql`${drops.startsAt} <= clock_timestamp()`))
      .returning({ name: drops.name })
    if (!startedDrop) return
    const shownProducts = await tx
      .update(products)
      .set({ draft: false, updatedAt: sql`now()` })
      .where(ofDrop)
      .returning({ productId: products.id })
    const log = DROP_HISTORY.started(startedDrop.name)
    await traceProducts(tx, ...shownProducts.map(({ productId }) => ({ productId, log })))
    await admitNext(tx, id)
  })
}

/** Admits the next places, and renews what browsers are shown of the line. */
export const moveLine = (db: Db, id: string) => db.transaction((tx) => admitNext(tx, id))

async function admitNext(tx: Db, id: string) {
  const drop = onlyRow(
    await tx
      .select({ state: drops.state, tickets: drops.tickets, admitted: drops.admitted })
      .from(drops)
      .where(eq(drops.id, id))
      .for('no key update'),
  )
  if (drop.state !== 'line' && drop.state !== 'planned') return
  const { stock, paying, choosing } = await countProducts(tx, id, drop.state)
  const waiting = drop.tickets - drop.admitted
  const free = drop.state === 'line' ? Math.max(0, Math.min(stock - choosing, waiting)) : 0
  if (free > 0) await admit(tx, id, drop.admitted, free)
  const admittedCount = drop.admitted + free
  const shownLine = {
    tickets: drop.tickets,
    admitted: admittedCount,
    left: stock + paying,
    paying,
    choosing: choosing + free,
  }
  const isSoldOut = stock + paying === 0
  const isServed = admittedCount === drop.tickets && shownLine.choosing + paying === 0
  await renew(tx, id, shownLine, drop.state === 'line' && (isSoldOut || isServed))
}

const admit = (tx: Db, id: string, after: number, count: number) =>
  tx.execute(sql`
    insert into ${dropAdmissions} (drop_id, place, ends_at)
    select ${id}::uuid, place, clock_timestamp() + ${`${TAKE_UP_SECONDS} seconds`}::interval
    from generate_series(${after + 1}::int, ${after + count}::int) place`)

/** Products in stock, products held by payments, and admissions that may still take one, all of one moment. */
async function countProducts(tx: Db, id: string, state: string) {
  const isOfDrop = and(isInDrop(id), state === 'line' ? forSale : notDeleted)
  const hasTaken = sql`coalesce(${orders.state} <> 'unpaid', false)`
  const counts = tx.select({
    stock: sql<number>`(select coalesce(sum(${products.qty}), 0)::int from ${products} where ${isOfDrop})`,
    paying: sql<number>`(select coalesce(sum(${holds.qty}), 0)::int from ${holds}
      join ${products} on ${products.id} = ${holds.productId} where ${isOfDrop} and ${holds.state} = 'held')`,
    choosing: sql<number>`(select count(*)::int from ${dropAdmissions}
      left join ${orders} on ${orders.id} = ${dropAdmissions.orderId}
      where ${dropAdmissions.dropId} = ${id} and ${dropAdmissions.endsAt} > clock_timestamp() - ${PAYING_STILL}::interval
        and not ${hasTaken})`,
  })
  return onlyRow(await counts.from(sql`(values (1)) one`))
}

/** Stores what has changed; a line that has been idle for long enough is over. */
async function renew(tx: Db, id: string, shownLine: ShownLine, isIdle: boolean) {
  const text = JSON.stringify(shownLine)
  await tx.execute(sql`
    update ${drops} set admitted = ${shownLine.admitted}, shown = ${text}::jsonb,
      idle_since = case when ${isIdle} then coalesce(idle_since, now()) end,
      state = case when ${isIdle} and idle_since < now() - ${IDLE}::interval then 'over' else state end
    where id = ${id} and (admitted, shown, idle_since is not null) is distinct from (${shownLine.admitted}, ${text}::jsonb, ${isIdle})
      or id = ${id} and ${isIdle} and idle_since < now() - ${IDLE}::interval`)
}
