// Full-text search. The keyword is split into words, and only words reach PostgreSQL's query language, so that quotes,
// operators, % and _ have no effect. What costs time does not grow with the shop: beginnings of words and typing errors
// are looked up among the words of all products (search-words.ts), and a search finds and ranks a bounded number of them.
import { and, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { onlyRow } from '../db/rows.ts'
import { categories, products } from '../db/schema.ts'
import { colorWords } from './colors.ts'
import { isNoChoice, notDeleted } from './for-sale.ts'
import { likeName, matches, namesWith, quoted, similarWords, spelledOut, unweighted } from './search-words.ts'
import { newestFirst } from './sort-orders.ts'

/** Condition and order of a list. */
export type SearchQuery = { where: SQL | undefined; order: SQL }

/** A way to search: with the keyword as it was typed or, when that finds nothing, as it may be meant. */
export type Search = SearchQuery & { found: Found; rows: Rows }

/**
 * The text queries of a search, as typed and as it may be meant, and how many products PostgreSQL expects to match, and
 * to be in the shop.
 */
export type Found = { typed?: string | undefined; meant?: string; expected: number; inShop: number }

/** How many products a search finds at most, and ranks: of more, the newest, and those with the words in their names. */
export const MOST_FOUND = 1_000

/** The same for a search that MANY or more match. */
export const MOST_OF_MANY = 250
const MANY = 2_000

/** How many products this search finds at most. */
export const mostFound = ({ expected }: Found) => (expected < MANY ? MOST_FOUND : MOST_OF_MANY)

/** How many of more products are ranked for their names. */
const MOST_NAMED = 250

const MAX_WORDS = 8

/** Shorter words have too few letters to tell a typo from another word. */
const MIN_TYPO_LENGTH = 4
const MAX_SWAPPED_LENGTH = 20

/** PostgreSQL's English stop words. */
const STOP_WORDS = new Set(
  `i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it
  its itself they them their theirs themselves what which who whom this that these those am is are was were be been
  being have has had having do does did doing a an the and but if or because as until while of at by for with about
  against between into through during before after above below to from up down in out on off over under again further
  then once here there when where why how all any both each few more most other some such no nor not only own same so
  than too very s t can will just don should now`.split(/\s+/),
)

/** Length of the shared prefix that makes a name near enough to suggest. */
const NEAR_PREFIX_LENGTH = 3

/** SQL condition: what is looked through for frequent words. */
const listed = sql`${notDeleted} and ${isNoChoice}`

/** What a list has as rows: products, or for their stock each choice in place of its product. */
type Rows = 'products' | 'stock'

/**
 * Searches for the keyword among the products `within`, to try in turn: exact words first, then tolerating typos. Each is
 * looked up when it is asked for.
 */
export async function* searchesFor(
  db: Db,
  keyword: string,
  within: SQL | undefined,
  rows: Rows = 'products',
): AsyncGenerator<Search> {
  const { typed, words, significant } = partsOf(keyword)
  if (words.length === 0) return
  const exact = { typed: await spelledOut(db, sql`${prefixQuery(words, typed)}::text`) }
  if (exact.typed) yield searchWith(keyword, await measured(db, exact, within), within, rows)
  if (significant.length === 0) return
  const meant = await meantWords(db, significant)
  if (meant) yield searchWith(keyword, await measured(db, { ...exact, meant }, within), within, rows)
}

/** Says how many products `within` match the queries, as PostgreSQL estimates it from its statistics. */
export async function measured(
  db: Db,
  found: Omit<Found, 'expected' | 'inShop'>,
  within: SQL | undefined,
): Promise<Found> {
  const query = found.meant ?? found.typed ?? ''
  // Says nothing twice, such as that it is no choice: PostgreSQL would take both into account.
  const matching = or(matches(products.search, query), matches(products.choicesSearch, query))
  const { rows } = await db.execute<{ 'QUERY PLAN': [{ Plan: { Plans?: { 'Plan Rows': number }[] } }] }>(sql`
    explain (format json) select from ${products} where ${listed}
    union all select from ${products} where ${and(within, matching)}`)
  const [inShop, expected] = onlyRow(rows)['QUERY PLAN'][0].Plan.Plans ?? []
  return { ...found, inShop: inShop?.['Plan Rows'] ?? 0, expected: expected?.['Plan Rows'] ?? 0 }
}

/** The search for the keyword that was found with these text queries. */
export function searchWith(keyword: string, found: Found, within: SQL | undefined, rows: Rows = 'products'): Search {
  const { typed, words } = partsOf(keyword)
  const asTyped = and(within, found.typed ? or(...textMatches(found.typed, rows)) : sql`false`)
  if (found.meant === undefined) return { found, rows, where: asTyped, order: nameMatchesFirst(words, typed) }
  return {
    found,
    rows,
    // Only when the exact words find nothing. A count, because for `exists` PostgreSQL would scan the table.
    where: and(
      found.typed ? sql`(select count(*) from ${products} where ${asTyped}) = 0` : undefined,
      within,
      or(...textMatches(found.meant, rows)),
    ),
    order: sql`word_similarity(${typed}, lower(${products.name})) desc, ${tieBreak}`,
  }
}

/**
 * SQL: the newest products that a search finds, at most `limit`, to select from under the name `products`. The index of
 * words gives all that match, so where fewer rows are read that way the newest of the shop are looked through first.
 */
export function newestFound({ found, rows }: Search, where: SQL | undefined, limit: number): SQL {
  const all = sql`select ${products}.* from ${products} where ${where}`
  // An order that no index has, so that PostgreSQL does not look through the whole shop.
  const fromWords = sql`${products.createdAt} + interval '0' desc nulls last, ${products.id}`
  const lookedThrough = (limit * found.inShop) / Math.max(found.expected, 1)
  if (rows === 'stock' || found.expected < lookedThrough)
    return sql`(${all} order by ${fromWords} limit ${limit}) as ${products}`
  // Some more than expected: the estimate leaves out in which part of a product a word has to be.
  const most = Math.ceil(Math.min(5 * lookedThrough, 2 * found.expected))
  return sql`(
    with late as materialized (
      select ${products}.* from (
        select * from ${products} where ${listed} order by ${newestFirst} limit ${most}
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
export const candidates = (search: Search, limit = mostFound(search.found)): SQL =>
  sql`(with ${candidateParts(search, limit)} select * from found union all select * from named) as ${products}`

/** SQL: the candidates in two parts of a `with`: `found`, one more than `limit` when there are more, and then `named`. */
export function candidateParts(search: Search, limit: number): SQL {
  const { where, found } = search
  return sql`
    found as materialized (select * from ${newestFound(search, where, limit + 1)}),
    named as materialized (
      select ${products}.* from ${products}
      where (select count(*) from found) > ${limit} and ${where} and ${isNoChoice}
        and ${namesWith(unweighted(found.meant ?? found.typed ?? ''))} and ${products.id} not in (select id from found)
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
  const query = await spelledOut(db, sql`to_tsquery('english', ${near.map(quoted).join(' | ')})::text`)
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
    where: sql`(to_tsvector('english', ${name}) @@ ${prefixQuery(words, typed)} or ${typed} <% lower(${name}))`,
    order: sql`word_similarity(${typed}, lower(${name})) desc`,
  }
}

const tieBreak = sql`${products.createdAt} desc, ${products.id}`

/** The keyword as it is looked for, its words, and those of them that are no stop words. */
function partsOf(keyword: string) {
  const typed = keyword.toLowerCase().replaceAll('\0', '')
  const words = wordsOf(typed)
  return { typed, words, significant: words.filter((word) => !STOP_WORDS.has(word)) }
}

/** Words of the keyword, without "color" or "colored" beside other words: 'rose colored bow'. */
function wordsOf(typed: string) {
  const words = typed.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const telling = words.filter((word) => !/^colou?r(s|ed)?$/.test(word))
  return (telling.length > 0 ? telling : words).slice(0, MAX_WORDS)
}

/** Query for all words as prefixes, or for the whole keyword as one prefix, which finds any SKU. */
function prefixQuery(words: string[], typed: string) {
  const all = withJoinedWords(words).join(' | ')
  // Once for a single word: PostgreSQL would expect more matches of a query that has it twice.
  const simple = new Set([all, `('${typed.replaceAll(/['\\]/g, '$&$&')}':*)`])
  const queries = [
    sql`to_tsquery('english', ${all})`,
    ...[...simple].map((query) => sql`to_tsquery('simple', ${query})`),
  ]
  return sql`(${sql.join(queries, sql` || `)})`
}

/** SQL conditions, each with an index of its own: the query matches a product, the choices of one, or a choice. */
const textMatches = (query: string, rows: Rows) => [
  sql`(${isNoChoice} and ${matches(products.search, query)})`,
  rows === 'products'
    ? sql`(${products.axes} is not null and ${matches(products.choicesSearch, query)})`
    : sql`(${products.parentId} is not null and ${matches(products.search, query)})`,
]

/** All words, and all with two neighbors joined: `key chain` finds keychain. */
function withJoinedWords(words: string[], weight = '') {
  const joined = words.slice(1).map((word, at) => [...words.slice(0, at), words[at] + word, ...words.slice(at + 2)])
  return [words, ...joined].map((some) => `(${some.map((word) => wordQuery(word, weight)).join(' & ')})`)
}

/** The word; or letters and digits apart: `ws304` finds WS-304. */
function wordQuery(word: string, weight: string) {
  const [, letters, digits] = /^(\p{L}+)(\d+)$/u.exec(word) ?? []
  const plain = prefix(word, weight)
  return letters && digits ? `(${plain} | (${prefix(letters, weight)} & ${prefix(digits, weight)}))` : plain
}

/** Prefix query of a word. PostgreSQL indexes the end of `ZI-001` as the number -001. */
function prefix(word: string, weight = '') {
  const plain = `'${word}':*${weight}`
  return /^\d+$/.test(word) ? `(${plain} | '-${word}':*${weight})` : plain
}

function nameMatchesFirst(words: string[], typed: string) {
  const inName = withJoinedWords(words, 'A').join(' | ')
  const named = sql`${products.search} @@ (to_tsquery('english', ${inName}) || to_tsquery('simple', ${inName}))`
  return sql`(${named}) desc, ts_rank(${products.search}, ${prefixQuery(words, typed)}) desc, ${tieBreak}`
}

/**
 * The text query of the words as they may be meant: each as typed or with two letters swapped, a color word, or similar to
 * a word of a name or of the category. Short words have no similar ones. Undefined when a word means nothing.
 */
async function meantWords(db: Db, words: string[]): Promise<string | undefined> {
  const asked = words.map((word) => {
    const spelled = [
      prefix(word),
      ...withSwappedLetters(word).map(quoted),
      ...(colorWords(word) ?? []).map((color) => `'${color}':C`),
    ].join(' | ')
    return word.length < MIN_TYPO_LENGTH
      ? inBothLanguages(spelled)
      : sql`(${inBothLanguages(spelled)} || ${likeNameOrCategory(word)})`
  })
  return spelledOut(db, sql`(${sql.join(asked, sql` && `)})::text`)
}

const inBothLanguages = (query: string) => sql`(to_tsquery('english', ${query}) || to_tsquery('simple', ${query}))`

/** The word with each pair of neighboring letters swapped: trigrams do not recognize this typo in a short word. */
const withSwappedLetters = (word: string) =>
  Array.from({ length: Math.min(word.length, MAX_SWAPPED_LENGTH) - 1 }, (_, at) =>
    [word.slice(0, at), word[at + 1], word[at], word.slice(at + 2)].join(''),
  )

// `<%` uses the similarity threshold set in db/client.ts. Of the categories the most similar one counts.
const likeNameOrCategory = (word: string) => sql`${likeName(word)} || coalesce((
    select plainto_tsquery('english', ${categories.name}) from ${categories}
    where ${word} <% ${categories.name} order by word_similarity(${word}, ${categories.name}) desc limit 1
  ), '')`
