// What an admitted place may do: order one product, and pay for it, before it ends.
import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { MOST_OF_LINE } from '#contract/line-limits.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { LimitedItem } from '#server/shop/orders/placing-hooks.ts'
import { orders } from '#server/shop/schema/orders.ts'
import type { Admission } from '../contract.ts'
import { dropAdmissions, drops } from '../schema.ts'
import { DROPS } from './texts.ts'
import { placeInLine, ticketNumbers } from './tickets.ts'

type Place = { dropId: string; place: number }

const isAt = ({ dropId, place }: Place) => and(eq(dropAdmissions.dropId, dropId), eq(dropAdmissions.place, place))
const lasts = gt(dropAdmissions.endsAt, sql`now()`)

/**
 * Takes up the admission of a ticket, which from then on lasts for the minutes of the drop; again it changes nothing.
 * Throws not_found, drop_closed, not_admitted, admission_ended, and drop_refused for a ticket of something else.
 */
export async function takeUpAdmission(db: Db, slug: string, ticket: string): Promise<Admission> {
  const [drop] = await db.select().from(drops).where(eq(drops.slug, slug))
  if (!drop) throw notFound(DROPS.notFound)
  const [number] = await ticketNumbers(db, drop.id, [ticket])
  if (number === undefined) throw new AppError('drop_refused', DROPS.wrongTicket)
  if (drop.state !== 'line') throw new AppError('drop_closed', DROPS.notOpen)
  const place = placeInLine(drop, number)
  if (place > drop.admitted) throw new AppError('not_admitted', DROPS.notYet)
  const at = isAt({ dropId: drop.id, place })
  await db
    .update(dropAdmissions)
    .set({ takenUpAt: sql`now()`, endsAt: sql`now() + ${`${drop.minutes} minutes`}::interval` })
    .where(and(at, isNull(dropAdmissions.takenUpAt), lasts))
  const [admission] = await db
    .select(admissionColumns)
    .from(dropAdmissions)
    .leftJoin(orders, and(eq(orders.id, dropAdmissions.orderId), isNull(orders.canceledAt)))
    .where(at)
  if (!admission?.lasts && !admission?.order) throw new AppError('admission_ended', DROPS.turnOver)
  const { endsAt, order, isPaid } = admission
  return { place, endsAt: endsAt.toISOString(), order, isPaid }
}

const admissionColumns = {
  endsAt: dropAdmissions.endsAt,
  /** Null of a canceled order, which gives the place back. */
  order: orders.id,
  isPaid: sql<boolean>`${orders.paidAt} is not null`,
  lasts: sql<boolean>`${dropAdmissions.endsAt} > now()`,
}

/**
 * Locks the admissions that an order of these items of drops needs, until the transaction ends: none where no line is.
 * Throws place_needed, drop_refused for more than one product, and admission_ended when the place has ordered.
 */
export async function lockAdmissions(tx: Db, items: LimitedItem[], tickets: string[]): Promise<Place[]> {
  const ids = items.map(({ limit }) => limit)
  const lines = await tx
    .select()
    .from(drops)
    .where(and(inArray(drops.id, ids), eq(drops.state, 'line')))
  const places: Place[] = []
  for (const drop of lines) {
    const qtyOfDrop = items.reduce((sum, { limit, qty }) => sum + (limit === drop.id ? qty : 0), 0)
    if (qtyOfDrop > MOST_OF_LINE) throw new AppError('drop_refused', DROPS.onePiece(drop.name))
    places.push(await lockAdmission(tx, drop, tickets))
  }
  return places
}

/** An order that its buyer canceled gives the place back. */
const isUnused = or(
  isNull(dropAdmissions.orderId),
  sql`exists (select from ${orders} where ${orders.id} = ${dropAdmissions.orderId} and ${orders.canceledAt} is not null)`,
)

async function lockAdmission(tx: Db, drop: typeof drops.$inferSelect, tickets: string[]): Promise<Place> {
  const places = (await ticketNumbers(tx, drop.id, tickets)).map((number) => placeInLine(drop, number))
  const having = and(eq(dropAdmissions.dropId, drop.id), inArray(dropAdmissions.place, places), lasts)
  const { dropId, place } = dropAdmissions
  const [admission] = await tx
    .select({ dropId, place })
    .from(dropAdmissions)
    .where(and(having, isUnused))
    .orderBy(place)
    .limit(1)
    .for('update')
  if (admission) return admission
  const [usedPlace] = await tx.select({ place }).from(dropAdmissions).where(having).limit(1)
  if (usedPlace) throw new AppError('admission_ended', DROPS.usedPlace(drop.name))
  throw new AppError('place_needed', DROPS.needsPlace(drop.name), { drop: drop.slug })
}

/** Notes the order that was placed with locked admissions. */
export async function noteOrderOf(tx: Db, orderId: string, places: Place[]) {
  await tx
    .update(dropAdmissions)
    .set({ orderId })
    .where(or(...places.map(isAt)))
}

/** Throws admission_ended unless the order has an admission to each of these drops whose line is open. */
export async function requireAdmissions(tx: Db, orderId: string, dropIds: string[]) {
  const admission = tx
    .select({ one: sql`1` })
    .from(dropAdmissions)
    .where(and(eq(dropAdmissions.dropId, drops.id), eq(dropAdmissions.orderId, orderId), lasts))
  const [missing] = await tx
    .select({ name: drops.name })
    .from(drops)
    .where(and(inArray(drops.id, dropIds), eq(drops.state, 'line'), sql`not exists (${admission})`))
  if (missing) throw new AppError('admission_ended', DROPS.turnOver)
}
