// Which products a page of a list shows, and what the list counts. Counting looks at every product of the list, so it is
// what a list costs in a large shop; the products themselves are read by their ids.
import { and, type Placeholder, type SQL, sql } from 'drizzle-orm'
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
import { nearestName, type SearchQuery, searchesFor } from './search.ts'
import { newestFirst, SORT_ORDERS, soldOutLast } from './sort-orders.ts'

/** What a list counts: all of its products and, as extras, its facets. */
export type Counts = {
  total: number
  facets: Facets | undefined
  /** For a search: which of its ways to look has found these products, from 0. */
  way: number
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

    /** The ids of the products of the page, in its order, found by that way to look. */
    async ids(query: ProductQuery, { way }: Pick<Counts, 'way'>): Promise<string[]> {
      const { category, collection, keyword, sort, pageNumber } = query
      const [slug, offset, narrowed] = [toCategorySlug(category), (pageNumber - 1) * PAGE_SIZE, matchesFilters(query)]
      if (!keyword && !narrowed && !collection) {
        const list = prepared[category ? 'ofCategory' : 'all'][sort ?? 'newest']
        return idsOf(await list.execute({ slug, offset }))
      }
      const within = withinOf(query, slug)
      const { where, order } = keyword
        ? (searchesFor(keyword, within)[way] ?? NOTHING)
        : { where: within, order: collection ? collected(slugIn(collection), 'everyone').order : newestFirst }
      const sorted = sort ? SORT_ORDERS[sort] : keyword ? soldOutLast(order) : order
      return idsOf(await pageOf(db, { where: and(where, narrowed), order: sorted }, offset))
    },
  }
}

const NOTHING: SearchQuery = { where: sql`false`, order: newestFirst }

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

/** What a search counts, by the first way to look that finds any. */
async function countFound(db: Db, query: ProductQuery, slug: string): Promise<Counts> {
  for (const [way, { where }] of searchesFor(query.keyword, withinOf(query, slug)).entries()) {
    const matching = and(where, matchesFilters(query))
    const counts = countsOf(await counting(db, matching, facetRows(db, where, query), query), query)
    if (counts.total > 0 || counts.facets?.total) return { ...counts, way }
  }
  return { total: 0, facets: query.extras === 'true' ? facetsOf([], undefined) : undefined, way: 0 }
}

/** The rows of the facets, when the query asks for them. */
const facetRows = (db: Db, within: SQL | undefined, query: ProductQuery) =>
  query.extras === 'true' ? colorRows(db, within, query) : undefined

const pageOf = (db: Db, { where, order }: SearchQuery, offset: number | Placeholder, limit = PAGE_SIZE) =>
  db.select({ id: products.id }).from(products).where(where).orderBy(order).limit(limit).offset(offset)

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
      colors: facets ? sql<ColorRow[]>`(select coalesce(json_agg(color_rows), '[]') from ${facets})` : sql<null>`null`,
    })
    .from(sql`(values (1)) one`)

type Counted = { total: number | null; colors: ColorRow[] | null }

function countsOf(rows: Counted[], { color }: ProductQuery): Counts {
  const { total, colors } = onlyRow(rows)
  const facets = colors ? facetsOf(colors, color) : undefined
  return { total: total ?? filteredCount(colors ?? []), facets, way: 0 }
}
