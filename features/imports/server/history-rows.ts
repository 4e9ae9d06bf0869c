// The rows of imports of past orders and reviews, as they are checked.
import { PAST_SOURCES, type PastSource } from '#contract/history.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { ImportFormat, ImportRowsChange } from '../contract.ts'
import type { importRows } from '../schema.ts'
import type { PastOrder, PastReview } from './past-order.ts'
import type { PastRecords } from './past-records.ts'
import { IMPORT_NOTES, IMPORT_PROBLEMS } from './texts.ts'

type Shop = { db: Db; pastRecords: PastRecords }
type NewRow = Omit<typeof importRows.$inferInsert, 'importId' | 'number'>

/** The shop that such a file comes from. Throws for the format of this one. */
export function pastSource(format: ImportFormat): PastSource {
  const source = PAST_SOURCES.find((one) => one === format)
  if (!source) throw new Error(`There is no history in the format ${format}.`)
  return source
}

/** Why an order or a review of that day cannot be kept; undefined when it can. */
export const pastProblem = ({ problem }: Pick<PastOrder, 'problem'>, day: string | null) =>
  problem ?? (day ? undefined : IMPORT_PROBLEMS.noDay)

/** What becomes of orders of a file, in their order. */
export async function orderRows(
  { db, pastRecords }: Shop,
  format: ImportFormat,
  orders: PastOrder[],
): Promise<NewRow[]> {
  const keys = orders.map(({ key }) => key)
  const knownKeys = await pastRecords.knownOrders(db, pastSource(format), keys)
  return orders.map((order) => ({
    ...pastRow(order, knownKeys.has(order.key) ? IMPORT_PROBLEMS.orderExists : undefined),
    name: order.number,
    priceCents: order.amounts.total,
    qty: order.items.reduce((sum, { qty }) => sum + qty, 0),
  }))
}

/** What becomes of reviews of a file, in their order, with the product that each is about. */
export async function reviewRows(
  { db, pastRecords }: Shop,
  format: ImportFormat,
  reviews: PastReview[],
): Promise<NewRow[]> {
  const source = pastSource(format)
  const keys = reviews.map(({ key }) => key)
  const knownKeys = await pastRecords.knownReviews(db, source, keys)
  const ids = reviews.map(({ orderId }) => orderId).filter(Boolean)
  const orders = await pastRecords.productsOfOrders(db, source, ids)
  return reviews.map((review) => {
    const of = orders.get(review.orderId)
    const note = of ? (of.linked > 0 ? IMPORT_NOTES.reviewOfSeveral : IMPORT_NOTES.reviewOfUnknown) : undefined
    const notes = of?.productId ? [] : [note ?? IMPORT_NOTES.reviewWithoutOrder]
    const row = pastRow(review, knownKeys.has(review.key) ? IMPORT_PROBLEMS.reviewExists : undefined)
    return { ...row, name: review.orderId, productId: of?.productId ?? null, notes: [...row.notes, ...notes] }
  })
}

/** A row of which nothing but its name is missing. */
function pastRow(of: PastOrder | PastReview, exists: string | undefined) {
  const problem = exists ?? pastProblem(of, of.day) ?? null
  const outcome = exists ? 'exists' : problem ? 'broken' : 'create'
  return {
    ...{ key: of.key, line: of.line, lastLine: of.lastLine, day: of.day, listing: of },
    ...{ sku: '', priceCents: null, qty: 0, category: '', choices: 0, photos: 0 },
    notes: [...new Set(of.notes)].map((note) => note.slice(0, 500).toWellFormed()),
    ...({ outcome, included: outcome === 'create', problem } as const),
  }
}

/** An order or a review in a line; empty once it is forgotten. */
export function pastRecordName(listing: unknown): string {
  if (!listing) return ''
  const of = listing as PastOrder | PastReview
  const about = 'items' in of ? aboutOrder(of) : `${'★'.repeat(of.rating)} ${of.reviewer}: ${of.text}`
  return about.slice(0, ABOUT_MAX).toWellFormed()
}

const ABOUT_MAX = 300

const aboutOrder = ({ customer, recipient, items }: PastOrder) =>
  [customer?.name || recipient, items.map(({ qty, name }) => `${qty} × ${name}`).join(', ')].filter(Boolean).join(': ')

/** What a correction makes of a row: its day can be corrected, and one that is kept already stays left out. */
export function changedPast(row: typeof importRows.$inferSelect, change: ImportRowsChange['change']) {
  const { outcome, listing } = row
  const day = change.day ?? row.day
  if (outcome === 'exists' || outcome === 'repeated' || listing === null) return { day, included: false }
  // Parts of one order are repaired in the file.
  const isApart = row.problem === IMPORT_PROBLEMS.orderApart
  const problem = isApart ? row.problem : (pastProblem(listing as PastOrder | PastReview, day) ?? null)
  const isIncluded = !problem && (change.included ?? (outcome === 'broken' || row.included))
  return { day, included: isIncluded, outcome: problem ? ('broken' as const) : ('create' as const), problem }
}
