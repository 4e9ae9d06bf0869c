// Which products a page of a list shows, and what the list counts. Counting looks at every product of the list, so it is
// what a list costs in a large shop; the products themselves are read by their ids.
import { and, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { PAGE_SIZE } from '#contract/defaults.ts'
import { SORTS, type Sort } from '#contract/filters.ts'
import type { ProductQuery } from '#contract/product-queries.ts'
import type { Facets } from '#contract/products.ts'
import type { Db } from '../db/client.ts'
import { onlyRow } from '../db/rows.ts'
import { products } from '../db/schema.ts'
import { inCategory, requireCategory, toCategorySlug } from './categories.ts'
import { collected, requireCollection, slugIn } from './collections.ts'
import { type ColorRow, colorRows, facetsOf, filteredCount } from './facets.ts'
import { matchesFilters } from './filters.ts'
import { inLists } from './for-sale.ts'
import {
  candidates,
  type Found,
  MOST_FOUND,
  nearestName,
  newestFound,
  type SearchQuery,
  searchesFor,
  searchWith,
} from './search.ts'
import { newestFirst, SORT_ORDERS, soldOutLast } from './sort-orders.ts'

/** What a list counts: all of its products and, as extras, its facets. */
export type Counts = {
  total: number
  facets: Facets | undefined
  /** Of a search that finds more than `total` products, which is then MOST_FOUND. The facets are of the newest of them. */
  more?: true
  /** For a search: how it has found these products. */
  found?: Found
  /** For a search that finds nothing: the name of a similar product, and ids of other products. */
  instead?: { name: string | undefined; ids: string[] }
}

/** A change of nothing but the price of a product, in cents. */
export type PriceChange = { before: number; after: number }

/** How many products a search without results shows instead. */
const ALTERNATIVES_LIMIT = 6

export type Selections = ReturnType<typeof openSelections>

/** Queries for what the page of a query shows and counts. */
export function openSelections(db: Db) {
  const prepared = prepareLists(db)
  return {
    /** What the list counts, whatever its order and its page. Throws not_found for an unknown category or collection. */
    async counts(query: ProductQuery): Promise<Counts> {
      const slug = toCategorySlug(query.category)
      const counts = await (query.keyword ? countFound(db, query, slug) : countListed(db, prepared, query, slug))
      if (counts.total === 0 && query.category) await requireCategory(db, slug)
      if (counts.total === 0 && query.collection) await requireCollection(db, slugIn(query.collection), 'everyone')
      if (!query.keyword || !counts.facets || counts.facets.total > 0) return counts
      const [name, newest] = await Promise.all([
        nearestName(db, query.keyword, inLists),
        prepared.alternatives.execute(),
      ])
      return { ...counts, instead: { name, ids: idsOf(newest) } }
    },

    /** The ids of the products of the page, in its order; of a search, found as when they were counted. */
    async ids(query: ProductQuery, { found }: Pick<Counts, 'found'>): Promise<string[]> {
      const { category, collection, keyword, sort, pageNumber } = query
      const [slug, offset, narrowed] = [toCategorySlug(category), (pageNumber - 1) * PAGE_SIZE, matchesFilters(query)]
      if (!keyword && !narrowed && !collection) {
        const list = prepared[category ? 'ofCategory' : 'all'][sort ?? 'newest']
        return idsOf(await list.execute({ slug, offset }))
      }
      const within = and(withinOf(query, slug), narrowed)
      if (!keyword) {
        const order = collection ? collected(slugIn(collection), 'everyone').order : newestFirst
        return idsOf(await pageOf(db, { where: within, order: sort ? SORT_ORDERS[sort] : order }, offset))
      }
      if (!found) return []
      const search = searchWith(keyword, found, within)
      const limit = Math.min(PAGE_SIZE, MOST_FOUND - offset)
      return idsOf(
        await (sort
          ? pageOf(db, { where: search.where, order: SORT_ORDERS[sort] }, offset, limit)
          : pageOf(db, { order: soldOutLast(search.order) }, offset, limit, candidates(search))),
      )
    },
  }
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

const withinOf = ({ category, collection }: ProductQuery, slug: string) =>
  and(
    inLists,
    category ? inCategory(slug) : undefined,
    collection ? collected(slugIn(collection), 'everyone').where : undefined,
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
  const offset = sql.placeholder('offset')
  const inSlug = and(inLists, inCategory(sql.placeholder('slug')))
  const sorted = (where: SQL | undefined, name: string) => {
    const prepare = (sort: Sort) => pageOf(db, { where, order: SORT_ORDERS[sort] }, offset).prepare(`${name}_${sort}`)
    return Object.fromEntries(SORTS.map((sort) => [sort, prepare(sort)])) as Record<Sort, ReturnType<typeof prepare>>
  }
  return {
    all: sorted(inLists, 'list'),
    ofCategory: sorted(inSlug, 'category_list'),
    allCounts: counting(db, inLists).prepare('products_count'),
    ofCategoryCounts: counting(db, inSlug).prepare('category_count'),
    allFacets: counting(db, inLists, colorRows(db, inLists, {})).prepare('products_facets'),
    ofCategoryFacets: counting(db, inSlug, colorRows(db, inSlug, {})).prepare('category_facets'),
    alternatives: pageOf(db, { where: inLists, order: newestFirst }, 0, ALTERNATIVES_LIMIT).prepare('alternatives'),
  }
}

/** What a page of all products, of a category's or of a collection's counts: as most ask for it, prepared. */
async function countListed(db: Db, prepared: Lists, query: ProductQuery, slug: string): Promise<Counts> {
  const narrowed = matchesFilters(query)
  const within = withinOf(query, slug)
  if (narrowed || query.collection)
    return countsOf(await counting(db, and(within, narrowed), facetRows(db, within, query), query), query)
  const plain = prepared[`${query.category ? 'ofCategory' : 'all'}${query.extras === 'true' ? 'Facets' : 'Counts'}`]
  return countsOf(await plain.execute({ slug }), query)
}

/** What a search counts, by the first way to look that finds any. Of more than MOST_FOUND products it counts no further. */
async function countFound(db: Db, query: ProductQuery, slug: string): Promise<Counts> {
  const narrowed = matchesFilters(query)
  for await (const search of searchesFor(db, query.keyword, withinOf(query, slug))) {
    const newest = (where: SQL | undefined) => newestFound(search, where, MOST_FOUND + 1)
    const facets = query.extras === 'true' ? colorRows(db, undefined, query, newest(search.where)) : undefined
    const total =
      facets && !narrowed ? undefined : sql`select count(*)::int from ${newest(and(search.where, narrowed))}`
    const counts = countsOf(await countingAs(db, total, facets), query)
    if (counts.total > 0 || counts.facets?.total) return { ...upToMost(counts), found: search.found }
  }
  return { total: 0, facets: query.extras === 'true' ? facetsOf([], undefined) : undefined }
}

/** The counts, where more than MOST_FOUND is said to be more. */
const upToMost = ({ facets, ...counts }: Counts): Counts => ({
  ...counts,
  ...(counts.total > MOST_FOUND && { total: MOST_FOUND, more: true }),
  facets: facets && facets.total > MOST_FOUND ? { ...facets, total: MOST_FOUND, more: true } : facets,
})

/** The rows of the facets, when the query asks for them. */
const facetRows = (db: Db, within: SQL | undefined, query: ProductQuery) =>
  query.extras === 'true' ? colorRows(db, within, query) : undefined

const pageOf = (
  db: Db,
  { where, order }: Partial<SearchQuery> & Pick<SearchQuery, 'order'>,
  offset: number | Placeholder,
  limit = PAGE_SIZE,
  from: PgTable | SQL = products,
) =>
  db
    .select({ id: sql<string>`${products.id}` })
    .from(from)
    .where(where)
    .orderBy(order)
    .limit(limit)
    .offset(offset)

/**
 * The number of products and their facets, in one statement: they are of the same moment. The rows of the facets have
 * that number, too, unless the products are of one color.
 */
const counting = (
  db: Db,
  where: SQL | undefined,
  facets?: ReturnType<typeof colorRows>,
  { color }: Pick<ProductQuery, 'color'> = {},
) => countingAs(db, facets && !color ? undefined : sql`select count(*)::int from ${products} where ${where}`, facets)

const countingAs = (db: Db, total: SQL | undefined, facets: ReturnType<typeof colorRows> | undefined) =>
  db
    .select({
      total: total ? sql<number>`(${total})` : sql<null>`null`,
      colors: facets ? sql<ColorRow[]>`(select coalesce(json_agg(color_rows), '[]') from ${facets})` : sql<null>`null`,
    })
    .from(sql`(values (1)) one`)

type Counted = { total: number | null; colors: ColorRow[] | null }

function countsOf(rows: Counted[], { color }: ProductQuery): Counts {
  const { total, colors } = onlyRow(rows)
  const facets = colors ? facetsOf(colors, color) : undefined
  return { total: total ?? filteredCount(colors ?? []), facets }
}
