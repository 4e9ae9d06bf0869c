// Which orders are on a page of a list, however long the list is.
import { and, eq, type SQL } from 'drizzle-orm'
import type { OrderQuery } from '#contract/admin/orders.ts'
import { ADMIN_PAGE_SIZE, NEAR_PAGES } from '#contract/lists.ts'
import type { Db } from '#server/platform/db/client.ts'
import { COUNTED_OFF, nearerSlice, pageInfo, type Slice, sliceFromStart } from '#server/platform/db/pagination.ts'
import { COUNTED_EACH_TIME, countRows, countRowsSoon } from '#server/platform/db/row-counts.ts'
import { isOneLetter } from '#server/platform/db/text-match.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { blockAfter } from './number-blocks.ts'
import { CURRENT_ORDERS, comes, hasPlaces, type ListFilter, listCondition, orderOf, sortOf } from './order-filter.ts'
import {
  idsCompared,
  idsMatching,
  isOneOfThese,
  ordersMatching,
  SEARCH_BOUNDS,
  type SearchMatches,
} from './order-search.ts'

/** Bounds of what is read for a page, and how many numbers of orders are counted together. Tests lower them. */
export const PAGE_BOUNDS = { ...SEARCH_BOUNDS, countedOff: COUNTED_OFF, block: 500 }
type Bounds = typeof PAGE_BOUNDS

type OnPage = { ids: string[]; total: number; hasMore?: boolean }

/**
 * The ids of the orders on a page, in the order of the list, and what is said about its pages. Throws not_found past the
 * last page.
 */
export async function ordersOnPage(db: Db, query: OrderQuery, bounds: Bounds = PAGE_BOUNDS) {
  const { keyword, pageNumber, near, ...filter } = query
  const place = near && !isOneLetter(keyword) ? await placeNear(db, filter, pageNumber, near) : undefined
  const { ids, total, hasMore } = keyword
    ? await idsFound(db, filter, keyword, pageNumber, place, bounds)
    : await onPage(db, filter, pageNumber, place, bounds)
  const [first] = ids
  const isFar = hasMore || pageNumber * ADMIN_PAGE_SIZE > bounds.countedOff
  return {
    ids,
    ...pageInfo(pageNumber, total, ADMIN_PAGE_SIZE, ids.length),
    ...(hasMore && { isTotalCapped: true as const }),
    ...(isFar && first !== undefined && hasPlaces(filter) && { near: `${pageNumber}_${first}` }),
  }
}

/** The ids of the newest orders that a keyword finds, without a count of the others. */
export async function newestOrdersWith(db: Db, keyword: string, limit: number): Promise<string[]> {
  const matches = await idsMatching(db, keyword, PAGE_BOUNDS)
  const first = { isReversed: false, skip: 0, limit }
  if (matches.frequent.length === 0)
    return idsOf(db, CURRENT_ORDERS, and(listCondition(CURRENT_ORDERS), isOneOfThese(matches.ids)), first)
  return (await frequent(db, CURRENT_ORDERS, keyword, matches, first, undefined, PAGE_BOUNDS)).ids
}

/** The rows of a page that begin at a place of the list, or end before it. */
type Place = Slice & { where: SQL }

/** The rows of a page, counted from the first order of a page nearby; undefined when there is no such order. */
async function placeNear(
  db: Db,
  filter: ListFilter,
  pageNumber: number,
  near: NonNullable<OrderQuery['near']>,
): Promise<Place | undefined> {
  const ahead = pageNumber - near.page
  if (Math.abs(ahead) > NEAR_PAGES || !hasPlaces(filter)) return undefined
  const { number, totalCents, id } = orders
  const [first] = await db.select({ number, totalCents }).from(orders).where(eq(id, near.id))
  if (!first) return undefined
  const isReversed = ahead < 0
  return {
    where: comes(isReversed ? 'before' : 'from', first, filter),
    isReversed,
    skip: (isReversed ? -ahead - 1 : ahead) * ADMIN_PAGE_SIZE,
    limit: ADMIN_PAGE_SIZE,
  }
}

/** A page of a list without a search. */
async function onPage(
  db: Db,
  filter: ListFilter,
  pageNumber: number,
  place: Place | undefined,
  bounds: Bounds,
): Promise<OnPage> {
  const where = listCondition(filter)
  const fromStart = sliceFromStart(pageNumber, ADMIN_PAGE_SIZE)
  if (!place && fromStart.skip >= bounds.countedOff) {
    const total = (await totalOf(filter, (where) => countRows(db, orders, where, fromStart.skip))) ?? 0
    const nearer = nearerSlice(pageNumber, ADMIN_PAGE_SIZE, total, bounds.countedOff)
    const block = nearer.skip > bounds.countedOff ? await blockBefore(db, filter, fromStart, bounds) : undefined
    if (!block) return { total, ids: await idsOf(db, filter, where, nearer) }
    return { total, ids: await idsOf(db, filter, and(where, block.where), block) }
  }
  const [total, ids] = await Promise.all([
    totalOf(filter, (where) => countRowsSoon(db, orders, where)),
    idsOf(db, filter, and(where, place?.where), place ?? fromStart),
  ])
  if (place && isCutOff(place, ids)) return onPage(db, filter, pageNumber, undefined, bounds)
  const shownCount = fromStart.skip + ids.length
  if (total === undefined) return { ids, total: Math.max(COUNTED_EACH_TIME, shownCount + 1), hasMore: true }
  return { ids, total: place ? Math.max(total, shownCount) : total }
}

/** The slice of a list of all orders by their numbers, counted from the beginning of a block of them. */
async function blockBefore(db: Db, filter: ListFilter, slice: Slice, { block: size }: Bounds) {
  const sort = sortOf(filter)
  if (filter.payment !== 'all' || filter.delivery !== 'all' || filter.show !== 'current') return undefined
  if (sort !== 'number' && sort !== '-number') return undefined
  const block = await blockAfter(db, slice.skip, { size, isAscending: sort === 'number' })
  return block && { ...slice, ...block }
}

/** The length of a list. Paid orders are all but the unpaid ones: PostgreSQL would read each from the table to count them. */
async function totalOf(filter: ListFilter, count: (where: SQL | undefined) => Promise<number | undefined>) {
  if (filter.payment !== 'paid' || filter.delivery !== 'all') return count(listCondition(filter))
  const [all, unpaidCount] = await Promise.all([
    count(listCondition({ ...filter, payment: 'all' })),
    count(listCondition({ ...filter, payment: 'unpaid' })),
  ])
  return all === undefined || unpaidCount === undefined ? undefined : all - unpaidCount
}

/** Whether the list begins within a page that is read backward: orders before it are gone. */
const isCutOff = ({ isReversed, limit }: Slice, ids: string[]) => isReversed && ids.length < limit

async function idsOf(db: Db, filter: ListFilter, where: SQL | undefined, slice: Slice) {
  const { isReversed, skip, limit } = slice
  const order = orderOf(filter, isReversed)
  const rows = await db.select({ id: orders.id }).from(orders).where(where).orderBy(order).limit(limit).offset(skip)
  const ids = rows.map(({ id }) => id)
  return isReversed ? ids.reverse() : ids
}

/** A page of the orders that a keyword finds. */
async function idsFound(
  db: Db,
  filter: ListFilter,
  keyword: string,
  pageNumber: number,
  place: Place | undefined,
  bounds: Bounds,
): Promise<OnPage> {
  const matches = await idsMatching(db, keyword, bounds)
  const fromStart = sliceFromStart(pageNumber, ADMIN_PAGE_SIZE)
  const where = and(listCondition(filter), isOneOfThese(matches.ids))
  if (matches.frequent.length === 0) {
    const [total, ids] = await Promise.all([db.$count(orders, where), idsOf(db, filter, where, fromStart)])
    return { ids, total }
  }
  const slice = place ?? fromStart
  const { ids, hasMore, total } = await frequent(db, filter, keyword, matches, slice, place?.where, bounds)
  if (isCutOff(slice, ids)) return idsFound(db, filter, keyword, pageNumber, undefined, bounds)
  const shownCount = fromStart.skip + ids.length
  if (total !== undefined) return { ids, total }
  if (!hasMore) return { ids, total: shownCount }
  const some = and(listCondition(filter), isOneOfThese(matches.ids.slice(0, bounds.found)))
  return { ids, total: Math.max(await db.$count(orders, some), shownCount + 1), hasMore }
}

type Matches = { ids: string[]; hasMore: boolean; total?: number }

/**
 * A slice of the orders that a frequent keyword finds, from the first orders of the list that it fits; `total` when the
 * list is short, so that all of it was compared. Should it fit orders far behind, all that it finds are looked up; but
 * single letters, for which there is no index, are compared with the first orders of the list alone.
 */
async function frequent(
  db: Db,
  filter: ListFilter,
  keyword: string,
  matches: SearchMatches,
  { isReversed, skip, limit }: Slice,
  place: SQL | undefined,
  bounds: Bounds,
): Promise<Matches> {
  const where = and(listCondition(filter), place)
  const order = orderOf(filter, isReversed)
  const most = skip + limit + 1
  const part = (ids: string[]) => {
    const slice = ids.slice(skip, skip + limit)
    return { ids: isReversed ? slice.reverse() : slice, hasMore: isReversed || ids.length >= most }
  }
  const { short, compared } = bounds
  const first = db.select({ id: orders.id }).from(orders).where(where).limit(short)
  const isWhole = (await db.$count(first.as('first'))) < short
  const reading = isWhole ? { compared: short, most: short } : { compared, most }
  const ids = await idsCompared(db, keyword, matches, { where, order, ...reading })
  if (isWhole) return { ...part(ids), ...(!place && { total: ids.length }) }
  if (ids.length >= most || isOneLetter(keyword)) return part(ids)
  const all = await idsOf(db, filter, and(where, ordersMatching(db, keyword)), { isReversed, skip: 0, limit: most })
  return part(isReversed ? all.reverse() : all)
}
