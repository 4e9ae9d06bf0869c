// The words of all products (the table `product_words`), in which the search looks up beginnings of words and typing
// errors: there are few of them even in a large shop, and PostgreSQL finds products by whole words much faster than by
// beginnings.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { products, productWords } from '#server/shop/schema/catalog.ts'
import { isNoChoice } from './for-sale.ts'

/** A beginning that more words have is not spelled out. */
const MOST_WORDS = 200

/** The most words that a query has in the place of beginnings, which are spelled out from the rarest on. */
const MOST_IN_QUERY = 400

/** The most words that a misspelled one is taken for. */
const MOST_SIMILAR = 50

/** Follows every character. */
const LAST_CHARACTER = '\u{10ffff}'

/** A word in the text of a query: 'clay', 'clay':A, 'clay':* or 'clay':*A. */
const WORD_PATTERN = /'((?:[^'\\]|''|\\\\)*)'(?::(\*?)([A-D]*))?/g
const WORD_IN_SQL = String.raw`'((?:[^'\\]|''|\\\\)*)'(:\*)?`

/** The word as PostgreSQL's query language has it. */
export const toLexeme = (word: string) => `'${word.replaceAll(/['\\]/g, '$&$&')}'`

const lexemeText = (word: string) => word.replaceAll(/(['\\])\1/g, '$1')

type Words = { word: string; isBeginning: boolean; words: string[] }[]

/**
 * The text of the query, with the words of products in the place of beginnings, and without words that no product has.
 * A beginning that has too many words stays. Undefined when no product can match. `query` is the SQL of the text.
 */
export const spelledOut = async (db: Db, query: SQL): Promise<string | undefined> =>
  (await spelledOutEach(db, [query]))[0]

/** As `spelledOut`, of several queries with one statement. */
export const spelledOutEach = async (db: Db, queries: SQL[]): Promise<(string | undefined)[]> =>
  queries.length === 0 ? [] : (await spelledOutWith(db, queries, sql`null`)).queries

/** As `spelledOutEach`, and the value of another SQL expression. */
export async function spelledOutWith(
  db: Db,
  queries: SQL[],
  other: SQL,
): Promise<{ queries: (string | undefined)[]; other: unknown }> {
  const { rows } = await db.execute<{ queries: string[]; found: Words | null; other: unknown }>(sql`
    with asked as materialized (select array[${sql.join(queries, sql`, `)}]::text[] as queries),
      parts as (
        select distinct replace(replace(part[1], '''''', ''''), '\\\\', '\\') as word, part[2] is not null as "isBeginning"
        from asked, unnest(queries) as query, regexp_matches(query, ${WORD_IN_SQL}, 'g') as part)
    select queries, (
      select json_agg(json_build_object('word', word, 'isBeginning', "isBeginning", 'words', array(
        select ${productWords.word} from ${productWords}
        where ${productWords.kind} = 'indexed' and ${between(sql`parts.word`, sql`case when "isBeginning" then parts.word || ${LAST_CHARACTER} else parts.word || ' ' end`)}
        limit ${MOST_WORDS + 1})))
      from parts) as found, ${other} as other
    from asked`)
  const row = onlyRow(rows)
  const beginnings = new Map<string, string[]>()
  const exact = new Set<string>()
  for (const { word, isBeginning, words } of row.found ?? [])
    if (isBeginning) beginnings.set(word, words)
    else if (words.includes(word)) exact.add(word)
  const beginningsToUse = fewEnough(row.queries.join(' '), beginnings)
  const spelledQueries = row.queries.map((query) =>
    simplerQuery(query, (text, word, isBeginning, weights) => {
      if (!isBeginning) return exact.has(word) ? text : undefined
      if (!beginningsToUse.has(word)) return text
      const alternatives = (beginnings.get(word) ?? []).map((one) => toLexeme(one) + (weights && `:${weights}`))
      return alternatives.length > 0 ? `(${alternatives.join(' | ')})` : undefined
    }),
  )
  return { queries: spelledQueries, other: row.other }
}

/** The beginnings to spell out: those with the fewest words. */
function fewEnough(query: string, beginnings: Map<string, string[]>) {
  const times = Map.groupBy(query.matchAll(WORD_PATTERN), ([, word = '']) => lexemeText(word))
  const fewestFirst = [...beginnings].toSorted(([, one], [, other]) => one.length - other.length)
  const words = new Set<string>()
  let sum = 0
  for (const [beginning, { length }] of fewestFirst) {
    sum += length * (times.get(beginning)?.length ?? 1)
    if (length > MOST_WORDS || sum > MOST_IN_QUERY) break
    words.add(beginning)
  }
  return words
}

type Replace = (text: string, word: string, isBeginning: boolean, weights: string) => string | undefined

/** The text of a query in which each word is replaced. Undefined when it then matches nothing, as its undefined words do. */
function simplerQuery(query: string, replace: Replace): string | undefined {
  const tokens = query.match(/'(?:[^'\\]|''|\\\\)*'(?::\*?[A-D]*)?|<[^<>]+>|[&|()]/g) ?? []
  let at = 0
  const joinParts = (isOperator: (token: string) => boolean, part: () => string | undefined, isAny = false) => {
    const parts = [part()]
    const operators: string[] = []
    for (let token = tokens[at]; token !== undefined && isOperator(token); token = tokens[at]) {
      at++
      operators.push(token)
      parts.push(part())
    }
    const some = parts.filter((one) => one !== undefined)
    if (some.length === 0 || (!isAny && some.length < parts.length)) return undefined
    const operands = isAny ? withoutImplied(some) : some
    const text = operands.map((one, index) => (index === 0 ? one : ` ${operators[index - 1]} ${one}`)).join('')
    return operands.length > 1 ? `(${text})` : text
  }
  const any = (): string | undefined => joinParts((token) => token === '|', all, true)
  const all = () => joinParts((token) => token === '&', phrase)
  const phrase = () => joinParts((token) => token.startsWith('<'), single)
  const single = () => {
    const token = tokens[at++] ?? ''
    if (token !== '(') {
      const [[text, word = '', star, weights = ''] = [token]] = token.matchAll(WORD_PATTERN)
      return replace(text, lexemeText(word), Boolean(star), weights)
    }
    const inside = any()
    at++
    return inside
  }
  return tokens.length > 0 ? any() : undefined
}

/** Alternatives of a query, each once, and without those that only say that the words of another one are neighbors. */
function withoutImplied(alternatives: string[]) {
  const unique = [...new Set(alternatives)]
  const apart = (text: string) => text.replaceAll(PHRASE_PATTERN, (part) => (part.startsWith('<') ? '&' : part))
  return unique.filter((text) => apart(text) === text || !unique.includes(apart(text)))
}

/** A word in the text of a query, or the operator between neighbors. */
const PHRASE_PATTERN = /'(?:[^'\\]|''|\\\\)*'|<[^<>]+>/g

/**
 * SQL condition: the column matches the query, by its index. Beginnings that were not spelled out are compared row by row,
 * but for those of numbers, which few products share.
 */
export function matches(column: SQLWrapper, query: string): SQL {
  const indexQuery = query.replaceAll(WORD_PATTERN, (text: string, word: string, star?: string) =>
    star && !/^-?\d/.test(word) ? ANYTHING : text,
  )
  const matchesQuery = sql`${column} @@ ${query}::tsquery`
  return indexQuery === query ? matchesQuery : sql`(${column} @@ ${indexQuery}::tsquery and (${matchesQuery}) is true)`
}

/** Not a word that no product has. */
const ANYTHING = `!' '`

/** SQL condition, with an index: the query matches a product that is no choice. */
export const productMatches = (query: SQL) => sql`(${isNoChoice} and ${products.search} @@ ${query})`

/** SQL condition on `products`, with an index: the name matches the query. */
export const namesWith = (query: string) => matches(sql`to_tsvector('english', ${products.name})`, query)

/** The query without the weights that say in which part of a product a word is. */
export const withoutWeights = (query: string) =>
  query.replaceAll(WORD_PATTERN, (_, word: string, star?: string) => `'${word}'${star ? ':*' : ''}`)

const spelledWords = (word: string, where: SQL) => sql`(
  select ${productWords.word} from ${productWords} where ${productWords.kind} = 'spelled' and ${where}
  order by word_similarity(${word}, ${productWords.word}) desc, ${productWords.word} limit ${MOST_SIMILAR})`

/**
 * SQL: words similar to this one, and neighbors that are only together: `<%` uses the similarity threshold of
 * db/client.ts.
 */
const similar = (word: string) =>
  spelledWords(
    word,
    sql`${word} <% ${productWords.word} and (strpos(${productWords.word}, ' ') = 0
      or not (${word} <% split_part(${productWords.word}, ' ', 1) or ${word} <% split_part(${productWords.word}, ' ', 2)))`,
  )

const between = (from: SQLWrapper | string, to: SQLWrapper | string) =>
  sql`${productWords.word} >= ${from} and ${productWords.word} < ${to}`

/** Adds the words of products and collections that were written without the triggers that add them. */
export async function addMissingWords(db: Db) {
  await db.execute(sql`
    insert into ${productWords} (kind, word)
    select distinct w.kind, w.word collate "C" from products p, words_of_product(p.name, p.search, p.choices_search) w
    on conflict do nothing`)
  await addWordsOfCollections(db)
}

/** As `addMissingWords`, for those of collections and questions, which earlier versions of the shop did not look in. */
export const addWordsOfCollections = (db: Db) =>
  db.execute(sql`
    with texts as (
      select to_tsvector('english', name || ' ' || text) as words from collections
      union all select words_of_questions(asks) from products where asks is not null),
    missing as (
      select distinct word collate "C" as word from texts, unnest(tsvector_to_array(words)) as word
      where not exists (select from ${productWords} p where p.kind = 'indexed' and p.word = word.word collate "C")
      order by word)
    insert into ${productWords} (kind, word) select 'indexed', word from missing on conflict do nothing`)

/** SQL: a query for the names with a word similar to this one. */
export const likeName = (word: string) => sql`coalesce((
  select to_tsquery('english', string_agg('''' || replace(replace(word, '\\', '\\\\'), '''', '''''') || ''':A', ' | '))
  from ${similar(word)} as near), '')`

/** Words of names that are similar to one of these, or begin with as many of its letters. */
export async function similarWords(db: Db, words: string[], letters: number): Promise<string[]> {
  if (words.length === 0) return []
  const likePatterns = words.flatMap((word) => {
    const beginning = [...word].slice(0, letters).join('')
    return [similar(word), spelledWords(word, between(beginning, beginning + LAST_CHARACTER))]
  })
  const { rows } = await db.execute<{ word: string }>(sql.join(likePatterns, sql` union `))
  return rows.map(({ word }) => word)
}
