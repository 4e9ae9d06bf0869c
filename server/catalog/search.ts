// Full-text search. The keyword is split into words, and only words reach PostgreSQL's query language, so that quotes,
// operators, % and _ have no effect.
import { and, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { categories, products } from '../db/schema.ts'
import { colorWords } from './colors.ts'
import { isNoChoice } from './for-sale.ts'

/** Condition and order of a search. */
export type SearchQuery = { where: SQL | undefined; order: SQL }

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

/** What a list has as rows: products, or for their stock each choice in place of its product. */
type Rows = 'products' | 'stock'

/** Searches for the keyword among the products `within`, to try in turn: exact words first, then tolerating typos. */
export function searchesFor(keyword: string, within: SQL | undefined, rows: Rows = 'products'): SearchQuery[] {
  const typed = keyword.toLowerCase().replaceAll('\0', '')
  const words = wordsOf(typed)
  if (words.length === 0) return []
  const significant = words.filter((word) => !STOP_WORDS.has(word))
  const asTyped = and(within, or(...textMatches(prefixQuery(words, typed), rows)))
  const found = { where: asTyped, order: nameMatchesFirst(words, typed) }
  if (significant.length === 0) return [found]
  return [
    found,
    {
      // Only when the exact words find nothing. A count, because for `exists` PostgreSQL would scan the table.
      where: and(
        sql`(select count(*) from ${products} where ${asTyped}) = 0`,
        within,
        ...typoTolerant(significant, rows),
      ),
      order: sql`word_similarity(${typed}, lower(${products.name})) desc, ${tieBreak}`,
    },
  ]
}

/** The product name most similar to a keyword without results, by a word or its prefix; undefined when none is near. */
export async function nearestName(db: Db, keyword: string, within: SQL): Promise<string | undefined> {
  const typed = keyword.toLowerCase().replaceAll('\0', '')
  const words = wordsOf(typed).filter((word) => word.length >= MIN_TYPO_LENGTH)
  if (words.length === 0) return undefined
  const beginnings = words.map((word) => prefix([...word].slice(0, NEAR_PREFIX_LENGTH).join(''), 'A')).join(' | ')
  const [nearest] = await db
    .select({ name: products.name })
    .from(products)
    .where(
      and(
        within,
        or(
          productMatches(sql`to_tsquery('simple', ${beginnings})`),
          ...words.map((word) => sql`${word} <% lower(${products.name})`),
        ),
      ),
    )
    .orderBy(sql`word_similarity(${typed}, lower(${products.name})) desc, ${tieBreak}`)
    .limit(1)
  return nearest?.name
}

/** Search on a name column of a table that is small enough for a full scan; undefined for a keyword without words. */
export function nameMatch(keyword: string, name: SQLWrapper): SearchQuery | undefined {
  const typed = keyword.toLowerCase().replaceAll('\0', '')
  const words = wordsOf(typed)
  if (words.length === 0) return undefined
  return {
    where: sql`(to_tsvector('english', ${name}) @@ ${prefixQuery(words, typed)} or ${typed} <% lower(${name}))`,
    order: sql`word_similarity(${typed}, lower(${name})) desc`,
  }
}

const tieBreak = sql`${products.createdAt} desc, ${products.id}`

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
const textMatches = (query: SQL, rows: Rows) => [
  productMatches(query),
  rows === 'products'
    ? sql`(${products.axes} is not null and ${products.choicesSearch} @@ ${query})`
    : sql`(${products.parentId} is not null and ${products.search} @@ ${query})`,
]

/** SQL condition, with an index: the query matches a product that is no choice. */
export const productMatches = (query: SQL) => sql`(${isNoChoice} and ${products.search} @@ ${query})`

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
 * One condition per word: found as typed or with two letters swapped, a color word, or similar to a word of the name or
 * category. Each way is a subquery of its own that uses an index: for `or` PostgreSQL would scan the table. Short words
 * have no similar ones.
 */
function typoTolerant(words: string[], rows: Rows) {
  return words.map((word) => {
    const spelled = [
      prefix(word),
      // Not as prefixes: PostgreSQL would estimate that they match most of the table.
      ...withSwappedLetters(word).map((spelling) => `'${spelling}'`),
      ...(colorWords(word) ?? []).map((color) => `'${color}':C`),
    ].join(' | ')
    const exact = textMatches(sql`(to_tsquery('english', ${spelled}) || to_tsquery('simple', ${spelled}))`, rows)
    if (word.length < MIN_TYPO_LENGTH) return sql`(${sql.join(exact, sql` or `)})`
    const ways = [...exact, ...likeNameOrCategory(word)].map(
      (way) => sql`select ${products.id} from ${products} where ${way}`,
    )
    return sql`${products.id} in (${sql.join(ways, sql` union all `)})`
  })
}

/** The word with each pair of neighboring letters swapped: trigrams do not recognize this typo in a short word. */
const withSwappedLetters = (word: string) =>
  Array.from({ length: Math.min(word.length, MAX_SWAPPED_LENGTH) - 1 }, (_, at) =>
    [word.slice(0, at), word[at + 1], word[at], word.slice(at + 2)].join(''),
  )

// `<%` uses the similarity threshold set in db/client.ts. The category condition searches the search column, which has
// an index, for the words of the most similar category.
const likeNameOrCategory = (word: string) => [
  sql`${word} <% lower(${products.name})`,
  productMatches(sql`(
    select plainto_tsquery('english', ${categories.name}) from ${categories}
    where ${word} <% ${categories.name} order by word_similarity(${word}, ${categories.name}) desc limit 1
  )`),
]
