// Full-text search: the condition and the order of what a keyword finds. What costs time does not grow with the shop:
// beginnings of words and typing errors are looked up among the words of all products (search-words.ts), and a search
// finds and ranks a bounded number of them.
import { and, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#server/platform/db/client.ts'
import { preparedFor } from '#server/platform/db/prepared-for.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import {
  collectionProducts,
  collections,
  products,
  searchWithQuestions,
  wordsOfQuestions,
} from '#server/shop/schema/catalog.ts'
import { inOrder, isLive } from './collections.ts'
import { isNoChoice, notDeleted } from './for-sale.ts'
import type { Synonym } from './search-hooks.ts'
import { kindsOf, MIN_TYPO_LENGTH, nameQuery, partsOf, prefixQuery, type Term, termsOf } from './search-keyword.ts'
import { matches, namesWith, similarWords, spelledOut, toLexeme, withoutWeights } from './search-words.ts'
import { newestFirst } from './sort-orders.ts'

/** Condition and order of a list. */
export type SearchQuery = { where: SQL | undefined; order: SQL }

/** A way to search: with the keyword as it was typed or, when that finds nothing, as it may be meant. */
export type Search = SearchQuery & { queries: TextQueries; rows: Rows }

/** The text queries of a search, and what they may find besides. */
export type TextQueries = {
  asTyped?: string | undefined
  asMeant?: string
  /** When no product has all words: those that these have, as they were typed. */
  matchedWords?: string
  synonyms?: Synonym[]
  places?: Places
  /** How many products PostgreSQL expects to match. */
  expectedCount: number
  /** How many products PostgreSQL expects in the shop. */
  inShop: number
}

/** Collections, by their ids, and questions with a word of a query: products have these words, too. */
type Places = { collections: string[]; questions: boolean }

/** Text queries that have no number of products yet. */
export type UncountedQueries = Omit<TextQueries, 'expectedCount' | 'inShop'>

/** How many products a search finds at most, and ranks: of more, the newest, and those with the words in their names. */
export const MOST_FOUND = 1_000

/** How many products a search finds at most when MANY or more match. */
export const MOST_OF_MANY = 250
const MANY = 2_000

/** How many products this search finds at most. */
export const mostFound = ({ expectedCount: count }: TextQueries) => (count < MANY ? MOST_FOUND : MOST_OF_MANY)

/** How many of more products are ranked for their names. */
const MOST_NAMED = 250

/** Length of the shared prefix that makes a name near enough to suggest. */
const NEAR_PREFIX_LENGTH = 3

/** SQL condition: what is looked through for frequent words. */
const isListed = sql`${notDeleted} and ${isNoChoice}`

/** What a list has as rows: products, or for their stock each choice in place of its product. */
export type Rows = 'products' | 'stock'

/** The queries with the number of products `within` that match them, as PostgreSQL estimates it from its statistics. */
export async function withCounts(db: Db, queries: UncountedQueries, within: SQL | undefined): Promise<TextQueries> {
  const { inShop, counts } = await expectedCounts(db, [queries.asMeant ?? queries.asTyped ?? ''], within)
  return { ...queries, inShop, expectedCount: counts[0] ?? 0 }
}

/** How many products PostgreSQL expects in the shop, and `within` to match each of the text queries. */
export async function expectedCounts(db: Db, textQueries: string[], within: SQL | undefined) {
  // Says nothing twice, such as that it is no choice: PostgreSQL would take both into account.
  const each = textQueries.map((query) => {
    const matching = or(matches(products.search, query), matches(products.choicesSearch, query))
    return sql` union all select from ${products} where ${and(within, matching)}`
  })
  const { rows } = await db.execute<{ 'QUERY PLAN': [{ Plan: { Plans?: { 'Plan Rows': number }[] } }] }>(sql`
    explain (format json) select from ${products} where ${isListed}${sql.join(each)}`)
  const [inShop = 0, ...counts] = (onlyRow(rows)['QUERY PLAN'][0].Plan.Plans ?? []).map((plan) => plan['Plan Rows'])
  return { inShop, counts }
}

/** The search for the keyword that was found with these text queries. */
export function searchWith(
  keyword: string,
  queries: TextQueries,
  within: SQL | undefined,
  rows: Rows = 'products',
): Search {
  const { typed, words } = partsOf(keyword)
  const { asMeant, matchedWords } = queries
  const asTyped = and(within, queries.asTyped ? or(...textMatches(queries.asTyped, queries, rows)) : sql`false`)
  if (asMeant === undefined) return { queries, rows, where: asTyped, order: orderAsTyped(typed, words, queries) }
  const where = and(
    // Only when the exact words find nothing. A count, because for `exists` PostgreSQL would scan the table.
    queries.asTyped ? sql`(select count(*) from ${products} where ${asTyped}) = 0` : undefined,
    within,
    or(...textMatches(asMeant, queries, rows)),
  )
  const order = sql`word_similarity(${matchedWords ?? typed}, lower(${products.name})) desc, ${tieBreak}`
  if (matchedWords === undefined) return { queries, rows, where, order }
  const kind = isOfKind(termsOf(partsOf(matchedWords).words, queries.synonyms ?? []))
  return {
    queries,
    rows,
    where,
    order: sql`${kind} desc, ts_rank(${products.search}, ${asMeant}::tsquery) desc, ${order}`,
  }
}

/**
 * SQL: the newest products that a search finds, at most `limit`, to select from under the name `products`. The index of
 * words gives all that match, so where fewer rows are read that way the newest of the shop are looked through first.
 */
export function newestFound({ queries, rows }: Search, where: SQL | undefined, limit: number): SQL {
  const all = sql`select ${products}.* from ${products} where ${where}`
  // An order that no index has, so that PostgreSQL does not look through the whole shop.
  const fromWords = sql`${products.createdAt} + interval '0' desc nulls last, ${products.id}`
  const lookedThrough = (limit * queries.inShop) / Math.max(queries.expectedCount, 1)
  if (rows === 'stock' || queries.expectedCount < lookedThrough)
    return sql`(${all} order by ${fromWords} limit ${limit}) as ${products}`
  // Some more than expected: the estimate leaves out in which part of a product a word has to be.
  const most = Math.ceil(Math.min(5 * lookedThrough, 2 * queries.expectedCount))
  return sql`(
    with late as materialized (
      select ${products}.* from (
        select * from ${products} where ${isListed} order by ${newestFirst} limit ${most}
      ) as ${products} where ${where} limit ${limit})
    select * from late
    union all (
      ${all} and (select count(*) from late) < ${limit} and ${products.id} not in (select id from late)
      order by ${fromWords} limit ${limit})
    limit ${limit}
  ) as ${products}`
}

/**
 * SQL: the products to rank for a search, to select from under the name `products`: all that it finds, or of more than
 * `limit` the newest, and some with the words in their names, which come first.
 */
export const candidates = (search: Search, limit = mostFound(search.queries)): SQL =>
  sql`(with ${candidateParts(search, limit)} select * from found union all select * from named) as ${products}`

/** SQL: the candidates in two parts of a `with`: `found`, one more than `limit` when there are more, and then `named`. */
export function candidateParts(search: Search, limit: number): SQL {
  const { where, queries } = search
  return sql`
    found as materialized (select * from ${newestFound(search, where, limit + 1)}),
    named as materialized (
      select ${products}.* from ${products}
      where (select count(*) from found) > ${limit} and ${where} and ${isNoChoice}
        and ${namesWith(withoutWeights(queries.asMeant ?? queries.asTyped ?? ''))} and ${products.id} not in (select id from found)
      limit ${MOST_NAMED})`
}

/** The product name most similar to a keyword without results, by a word or its prefix; undefined when none is near. */
export async function nearestName(db: Db, keyword: string, within: SQL): Promise<string | undefined> {
  const { typed, words } = partsOf(keyword)
  const near = await similarWords(
    db,
    words.filter((word) => word.length >= MIN_TYPO_LENGTH),
    NEAR_PREFIX_LENGTH,
  )
  if (near.length === 0) return undefined
  const query = await spelledOut(db, sql`to_tsquery('english', ${near.map(toLexeme).join(' | ')})::text`)
  if (!query) return undefined
  const newest = sql`(
    select ${products.name}, ${products.createdAt}, ${products.id} from ${products}
    where ${within} and ${isNoChoice} and ${namesWith(query)} order by ${newestFirst} limit ${MOST_FOUND}
  ) as ${products}`
  const [nearest] = await db
    .select({ name: sql<string>`${products.name}` })
    .from(newest)
    .orderBy(sql`word_similarity(${typed}, lower(${products.name})) desc, ${tieBreak}`)
    .limit(1)
  return nearest?.name
}

/** Search on a name column of a table that is small enough for a full scan; undefined for a keyword without words. */
export function nameMatch(keyword: string, name: SQLWrapper): SearchQuery | undefined {
  const { typed, words } = partsOf(keyword)
  if (words.length === 0) return undefined
  return {
    where: sql`(to_tsvector('english', ${name}) @@ ${prefixQuery(termsOf(words, []), typed)} or ${typed} <% lower(${name}))`,
    order: sql`word_similarity(${typed}, lower(${name})) desc`,
  }
}

const tieBreak = sql`${products.createdAt} desc, ${products.id}`

/** Products with the words as they were typed in their names come first; with synonyms, the most similar names. */
function orderAsTyped(typed: string, words: string[], { synonyms = [] }: TextQueries) {
  const isNameMatch = sql`${products.search} @@ ${nameQuery(words)}`
  const rank = sql`ts_rank(${products.search}, ${prefixQuery(termsOf(words, synonyms), typed)})`
  const likeTyped = synonyms.length > 0 ? sql`word_similarity(${typed}, lower(${products.name})) desc, ` : sql``
  return sql`(${isNameMatch}) desc, ${isOfKind(termsOf(words, synonyms))} desc, ${rank} desc, ${likeTyped}${tieBreak}`
}

/** SQL condition on `products`: the name ends with what the last term is called, so that is what it is. */
const isOfKind = (terms: Term[]) => {
  const beginnings = kindsOf(terms).map((kind) => `${kind}%`)
  return sql`(split_part(lower(${products.name}), ' ', -1) like any(${sql.param(beginnings)}::text[]))`
}

/** SQL conditions, each with an index of its own: the query matches a product, the choices of one, or a choice. */
export const textMatches = (query: string, { asMeant, places }: UncountedQueries, rows: Rows) => [
  sql`(${isNoChoice} and ${matches(products.search, query)})`,
  rows === 'products'
    ? sql`(${products.axes} is not null and ${matches(products.choicesSearch, query)})`
    : sql`(${products.parentId} is not null and ${matches(products.search, query)})`,
  ...(places?.questions
    ? [sql`(${products.asks} is not null and ${matches(searchWithQuestions(products), query)})`]
    : []),
  ...(places?.collections.length
    ? [
        sql`${products.id} = any(array(${collectedMatches(query, places.collections, query === asMeant ? 'texts' : 'names')}))`,
      ]
    : []),
]

const member = alias(products, 'member')

/** What of a collection a search looks in: what is typed is compared with names, what is meant with their texts, too. */
type CollectionPart = 'names' | 'texts'

const wordsOfCollection = (part: CollectionPart) =>
  sql`to_tsvector('english', ${collections.name}${part === 'texts' ? sql` || ' ' || ${collections.text}` : sql``})`

/** SQL: ids of products in these collections that match the query with the words of their collection. */
const collectedMatches = (query: string, ids: string[], part: CollectionPart) => sql`
  select ${member.id}
  from ${collections}
  join ${collectionProducts} on ${collectionProducts.collectionId} = ${collections.id}
  join ${products} ${sql.identifier('member')} on ${member.id} = ${collectionProducts.productId}
  where ${collections.id} = any(${sql.param(ids)}::uuid[])
    and (${member.search} || coalesce(${member.choicesSearch}, '') || ${wordsOfCollection(part)}) @@ ${query}::tsquery
  order by ${collections.position}, ${collectionProducts.position}
  limit ${MOST_FOUND}`

/** Where else a search looks: the live collections, and whether there are questions, that have a word of the query. */
export async function placesWith(db: Db, query: string, part: CollectionPart): Promise<Places> {
  const anyWord = query.replaceAll(/ (&|<[^<>]+>) /g, ' | ')
  return onlyRow(await placesByWord[part](db).execute({ anyWord }))
}

const selectPlaces = (part: CollectionPart) =>
  preparedFor((db) => {
    const anyWord = sql`${sql.placeholder('anyWord')}::tsquery`
    const ids = sql`select ${collections.id} from ${collections}
      where ${isLive} and ${wordsOfCollection(part)} @@ ${anyWord} order by ${sql.join([...inOrder], sql`, `)}`
    const asking = sql`select from ${products} where ${products.asks} is not null and ${wordsOfQuestions(products.asks)} @@ ${anyWord} limit 1`
    return db
      .select({ collections: sql<string[]>`array(${ids})`, questions: sql<boolean>`exists(${asking})` })
      .from(sql`(values (1)) one`)
      .prepare(`search_places_${part}`)
  })

const placesByWord = { names: selectPlaces('names'), texts: selectPlaces('texts') }
