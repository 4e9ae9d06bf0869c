// Which products a page of a list shows, and what the list counts. Counting looks at every product of the list, so it is
// what a list costs in a large shop; the products themselves are read by their ids.
import { and, type SQL, sql } from 'drizzle-orm'
import { PAGE_SIZE } from '#contract/defaults.ts'
import { SORTS, type Sort } from '#contract/filters.ts'
import type { ProductQuery } from '#contract/product-queries.ts'
import type { Facets } from '#contract/products.ts'
import type { Db } from '#server/platform/db/client.ts'
import { nearerSlice, sliceFromStart } from '#server/platform/db/pagination.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { inCategory, requireCategory, toCategorySlug } from './categories.ts'
import { inCollection, requireCollection, slugIn } from './collections.ts'
import { type ColorRow, colorRows, facetsOf, filteredCount } from './facets.ts'
import { matchesFilters } from './filters.ts'
import { inLists } from './for-sale.ts'
import { productIds } from './product-ids.ts'
import {
  candidateParts,
  candidates,
  mostFound,
  nearestName,
  newestFound,
  searchWith,
  type TextQueries,
  withCounts,
} from './search.ts'
import { searchesFor } from './searches.ts'
import { newestFirst, REVERSE_ORDERS, SORT_ORDERS, soldOutLast } from './sort-orders.ts'

/** What a list counts: all of its products and, as extras, its facets. */
export type Counts = {
  total: number
  facets: Facets | undefined
  /** Of a search that finds more than `total` products, the most that it may find. The facets are of the newest of them. */
  more?: true
  /** For a search: how it has found these products. */
  queries?: TextQueries
  /** For a search without a sort order: ids of the best matches, those of the first RANKED_AT_ONCE places. */
  best?: string[]
  /** For a search that finds nothing: the name of a similar product, and ids of other products. */
  instead?: { name: string | undefined; ids: string[] }
}

/** The counts that decide which products are on a page: near the end of a list, its number of products. */
export type SelectedBy = Pick<Counts, 'total' | 'queries' | 'best'>

/** A change of nothing but the price of a product, in cents. */
export type PriceChange = { before: number; after: number }

/** How many results of a search are ranked together with its counts: those of the pages that most visitors read. */
const RANKED_AT_ONCE = 5 * PAGE_SIZE

/** How many products a search without results shows instead. */
const ALTERNATIVES_LIMIT = 6

export type Selections = ReturnType<typeof openSelections>

/** Queries for what the page of a query shows and counts. */
export function openSelections(db: Db) {
  const lists = prepareLists(db)
  return {
    /** What the list counts, whatever its order and its page. Throws not_found for an unknown category or collection. */
    async counts(query: ProductQuery): Promise<Counts> {
      const slug = toCategorySlug(query.category)
      const counts = await (query.keyword ? countFound(db, query, slug) : countListed(db, lists, query, slug))
      if (counts.total === 0 && query.category) await requireCategory(db, slug)
      if (counts.total === 0 && query.collection) await requireCollection(db, slugIn(query.collection), 'everyone')
      if (!query.keyword || !counts.facets || counts.facets.total > 0) return counts
      const [name, newest] = await Promise.all([nearestName(db, query.keyword, inLists), lists.alternatives.execute()])
      return { ...counts, instead: { name, ids: idsOf(newest) } }
    },

    /** The ids of the products of the page, in its order; of a search, found as when they were counted. */
    async ids(query: ProductQuery, { total, queries, best }: SelectedBy): Promise<string[]> {
      const { category, collection, keyword, sort, pageNumber } = query
      const [slug, filterCondition] = [toCategorySlug(category), matchesFilters(query)]
      if (!keyword && !filterCondition && !collection) {
        const { isReversed, skip, limit } = nearerSlice(pageNumber, PAGE_SIZE, total)
        const list = lists[category ? 'ofCategory' : 'all'][isReversed ? 'fromEnd' : 'fromStart'][sort ?? 'newest']
        const ids = idsOf(await list.execute({ slug, skip }))
        return isReversed ? ids.slice(0, limit).reverse() : ids
      }
      const within = and(withinOf(query, slug), filterCondition)
      const page = sliceFromStart(pageNumber, PAGE_SIZE)
      if (!keyword) {
        const order = collection ? inCollection(slugIn(collection), 'everyone').order : newestFirst
        return idsOf(await productIds(db, { where: within, order: sort ? SORT_ORDERS[sort] : order }, page))
      }
      if (!queries) return []
      const { skip } = page
      const limit = Math.min(PAGE_SIZE, mostFound(queries) - skip)
      if (!sort && best && skip < RANKED_AT_ONCE) return best.slice(skip, skip + limit)
      const search = searchWith(keyword, queries, within)
      return idsOf(
        await (sort
          ? productIds(db, { where: search.where, order: SORT_ORDERS[sort] }, { skip, limit })
          : productIds(db, { order: soldOutLast(search.order) }, { skip, limit }, candidates(search))),
      )
    },
  }
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

const withinOf = ({ category, collection }: ProductQuery, slug: string) =>
  and(
    inLists,
    category ? inCategory(slug) : undefined,
    collection ? inCollection(slugIn(collection), 'everyone').where : undefined,
  )

/** Whether the order of the query may be another after this change, or the products that its filters leave. */
export function movesWith({ before, after }: PriceChange, { sort, minPrice = 0, maxPrice = Infinity }: ProductQuery) {
  const isWithin = (price: number) => price >= minPrice && price <= maxPrice
  return sort === 'price' || sort === '-price' || isWithin(before) !== isWithin(after)
}

/** Whether the counts may be others after this change: by the filter by price, or the range of prices. */
export function countsWith(change: PriceChange, query: ProductQuery, { facets }: Counts) {
  if (movesWith(change, { ...query, sort: undefined })) return true
  if (!facets || facets.total === 0) return false
  const { before, after } = change
  const { minPrice, maxPrice } = facets
  // A product that cost less or more than all of these is not among them.
  if (before < minPrice || before > maxPrice) return false
  return before === minPrice || before === maxPrice || after < minPrice || after > maxPrice
}

type Lists = ReturnType<typeof prepareLists>

function prepareLists(db: Db) {
  const page = { skip: sql.placeholder('skip'), limit: PAGE_SIZE }
  const inSlug = and(inLists, inCategory(sql.placeholder('slug')))
  const orderedLists = (where: SQL | undefined, name: string, orders: Record<Sort, SQL>) => {
    const prepare = (sort: Sort) => productIds(db, { where, order: orders[sort] }, page).prepare(`${name}_${sort}`)
    return Object.fromEntries(SORTS.map((sort) => [sort, prepare(sort)])) as Record<Sort, ReturnType<typeof prepare>>
  }
  const sortedLists = (where: SQL | undefined, name: string) => ({
    fromStart: orderedLists(where, name, SORT_ORDERS),
    fromEnd: orderedLists(where, `${name}_from_end`, REVERSE_ORDERS),
  })
  return {
    all: sortedLists(inLists, 'list'),
    ofCategory: sortedLists(inSlug, 'category_list'),
    allCounts: counting(db, inLists).prepare('products_count'),
    ofCategoryCounts: counting(db, inSlug).prepare('category_count'),
    allFacets: counting(db, inLists, colorRows(db, inLists, {})).prepare('products_facets'),
    ofCategoryFacets: counting(db, inSlug, colorRows(db, inSlug, {})).prepare('category_facets'),
    alternatives: productIds(db, { where: inLists, order: newestFirst }, { limit: ALTERNATIVES_LIMIT }).prepare(
      'alternatives',
    ),
  }
}

/** What a page of all products, of a category's or of a collection's counts: as most ask for it, prepared. */
async function countListed(db: Db, lists: Lists, query: ProductQuery, slug: string): Promise<Counts> {
  const filterCondition = matchesFilters(query)
  const within = withinOf(query, slug)
  if (filterCondition || query.collection)
    return countsOf(await counting(db, and(within, filterCondition), facetRows(db, within, query), query), query)
  const plain = lists[`${query.category ? 'ofCategory' : 'all'}${query.extras === 'true' ? 'Facets' : 'Counts'}`]
  return countsOf(await plain.execute({ slug }), query)
}

/** What a search counts, by the first way to look that finds any, and the best matches. */
async function countFound(db: Db, query: ProductQuery, slug: string): Promise<Counts> {
  const filterCondition = matchesFilters(query)
  const within = withinOf(query, slug)
  for await (const search of searchesFor(db, query.keyword, within, { withFewer: true })) {
    const textQueries = filterCondition
      ? await withCounts(db, search.queries, and(within, filterCondition))
      : search.queries
    const [most, mostUnfiltered] = [mostFound(textQueries), mostFound(search.queries)]
    const parts = candidateParts({ ...search, queries: textQueries, where: and(search.where, filterCondition) }, most)
    const listedProducts = filterCondition
      ? newestFound(search, search.where, mostUnfiltered + 1)
      : sql`found as ${products}`
    const rankedIds = sql`array(
      select ${products.id} from (select * from found union all select * from named) as ${products}
      order by ${soldOutLast(search.order)} limit ${RANKED_AT_ONCE})`
    const { rows } = await db.execute<ListCounts & { best: string[] | null }>(sql`with ${parts} select
      (select count(*)::int from found) as total,
      ${query.extras === 'true' ? colorsOf(colorRows(db, undefined, query, listedProducts)) : null} as colors,
      ${query.sort ? null : rankedIds} as best`)
    const { total, facets } = countsOf(rows, query)
    const best = onlyRow(rows).best ?? undefined
    if (total > 0 || facets?.total)
      return {
        ...upTo(most, total),
        facets: facets && { ...facets, ...upTo(mostUnfiltered, facets.total) },
        queries: textQueries,
        ...(best && { best }),
      }
  }
  return { total: 0, facets: query.extras === 'true' ? facetsOf([], undefined) : undefined }
}

/** A number of products, where more than `most` is said to be more. */
const upTo = (most: number, total: number): Pick<Counts, 'total' | 'more'> =>
  total > most ? { total: most, more: true } : { total }

/** The rows of the facets, when the query asks for them. */
const facetRows = (db: Db, within: SQL | undefined, query: ProductQuery) =>
  query.extras === 'true' ? colorRows(db, within, query) : undefined

/**
 * The number of products and their facets, in one statement: they are of the same moment. The rows of the facets have
 * that number, too, unless the products are of one color.
 */
const counting = (
  db: Db,
  where: SQL | undefined,
  facets?: ReturnType<typeof colorRows>,
  { color }: Pick<ProductQuery, 'color'> = {},
) =>
  db
    .select({
      total: facets && !color ? sql<null>`null` : sql<number>`(select count(*)::int from ${products} where ${where})`,
      colors: facets ? colorsOf(facets) : sql<null>`null`,
    })
    .from(sql`(values (1)) one`)

/** SQL: the rows of the facets as JSON. */
const colorsOf = (facets: ReturnType<typeof colorRows>) =>
  sql<ColorRow[]>`(select coalesce(json_agg(color_rows), '[]') from ${facets})`

type ListCounts = { total: number | null; colors: ColorRow[] | null }

function countsOf(rows: ListCounts[], { color }: ProductQuery): Counts {
  const { total, colors } = onlyRow(rows)
  const facets = colors ? facetsOf(colors, color) : undefined
  return { total: total ?? filteredCount(colors ?? []), facets }
}
