// The words of all products (the table `product_words`), in which the search looks up beginnings of words and typing
// errors: there are few of them even in a large shop, and PostgreSQL finds products by whole words much faster than by
// beginnings.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { onlyRow } from '../db/rows.ts'
import { products, productWords } from '../db/schema.ts'
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
const WORD = /'((?:[^'\\]|''|\\\\)*)'(?::(\*?)([A-D]*))?/g
const WORD_IN_SQL = String.raw`'((?:[^'\\]|''|\\\\)*)'(:\*)?`

/** The word as PostgreSQL's query language has it. */
export const quoted = (word: string) => `'${word.replaceAll(/['\\]/g, '$&$&')}'`

const unquoted = (word: string) => word.replaceAll(/(['\\])\1/g, '$1')

type Words = { word: string; isBeginning: boolean; words: string[] }[]

/**
 * The text of the query, with the words of products in the place of beginnings, and without words that no product has.
 * A beginning that has too many words stays. Undefined when no product can match. `query` is the SQL of the text.
 */
export async function spelledOut(db: Db, query: SQL): Promise<string | undefined> {
  const { rows } = await db.execute<{ query: string; found: Words | null }>(sql`
    with asked as materialized (select ${query} as query),
      parts as (
        select distinct replace(replace(part[1], '''''', ''''), '\\\\', '\\') as word, part[2] is not null as "isBeginning"
        from asked, regexp_matches(query, ${WORD_IN_SQL}, 'g') as part)
    select query, (
      select json_agg(json_build_object('word', word, 'isBeginning', "isBeginning", 'words', array(
        select ${productWords.word} from ${productWords}
        where ${productWords.kind} = 'indexed' and ${between(sql`parts.word`, sql`case when "isBeginning" then parts.word || ${LAST_CHARACTER} else parts.word || ' ' end`)}
        limit ${MOST_WORDS + 1})))
      from parts) as found
    from asked`)
  const asked = onlyRow(rows)
  const beginnings = new Map<string, string[]>()
  const exact = new Set<string>()
  for (const { word, isBeginning, words } of asked.found ?? [])
    if (isBeginning) beginnings.set(word, words)
    else if (words.includes(word)) exact.add(word)
  const chosen = fewEnough(asked.query, beginnings)
  return simplified(asked.query, (text, word, isBeginning, weights) => {
    if (!isBeginning) return exact.has(word) ? text : undefined
    if (!chosen.has(word)) return text
    const found = (beginnings.get(word) ?? []).map((one) => quoted(one) + (weights && `:${weights}`))
    return found.length > 0 ? `(${found.join(' | ')})` : undefined
  })
}

/** The beginnings to spell out: those with the fewest words. */
function fewEnough(query: string, beginnings: Map<string, string[]>) {
  const times = Map.groupBy(query.matchAll(WORD), ([, word = '']) => unquoted(word))
  const sorted = [...beginnings].toSorted(([, one], [, other]) => one.length - other.length)
  const chosen = new Set<string>()
  let sum = 0
  for (const [beginning, { length }] of sorted) {
    sum += length * (times.get(beginning)?.length ?? 1)
    if (length > MOST_WORDS || sum > MOST_IN_QUERY) break
    chosen.add(beginning)
  }
  return chosen
}

type Replace = (text: string, word: string, isBeginning: boolean, weights: string) => string | undefined

/** The text of a query in which each word is replaced. Undefined when it then matches nothing, as its undefined words do. */
function simplified(query: string, replace: Replace): string | undefined {
  const tokens = query.match(/'(?:[^'\\]|''|\\\\)*'(?::\*?[A-D]*)?|<[^<>]+>|[&|()]/g) ?? []
  let at = 0
  const joined = (isOperator: (token: string) => boolean, part: () => string | undefined, isAny = false) => {
    const parts = [part()]
    const operators: string[] = []
    for (let token = tokens[at]; token !== undefined && isOperator(token); token = tokens[at]) {
      at++
      operators.push(token)
      parts.push(part())
    }
    const some = parts.filter((one) => one !== undefined)
    if (some.length === 0 || (!isAny && some.length < parts.length)) return undefined
    const known = isAny ? withoutImplied(some) : some
    const text = known.map((one, index) => (index === 0 ? one : ` ${operators[index - 1]} ${one}`)).join('')
    return known.length > 1 ? `(${text})` : text
  }
  const any = (): string | undefined => joined((token) => token === '|', all, true)
  const all = () => joined((token) => token === '&', phrase)
  const phrase = () => joined((token) => token.startsWith('<'), single)
  const single = () => {
    const token = tokens[at++] ?? ''
    if (token !== '(') {
      const [[text, word = '', star, weights = ''] = [token]] = token.matchAll(WORD)
      return replace(text, unquoted(word), Boolean(star), weights)
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
  const apart = (text: string) => text.replaceAll(PHRASE, (part) => (part.startsWith('<') ? '&' : part))
  return unique.filter((text) => apart(text) === text || !unique.includes(apart(text)))
}

/** A word in the text of a query, or the operator between neighbors. */
const PHRASE = /'(?:[^'\\]|''|\\\\)*'|<[^<>]+>/g

/**
 * SQL condition: the column matches the query, by its index. Beginnings that were not spelled out are compared row by row,
 * but for those of numbers, which few products share.
 */
export function matches(column: SQLWrapper, query: string): SQL {
  const indexed = query.replaceAll(WORD, (text: string, word: string, star?: string) =>
    star && !/^-?\d/.test(word) ? ANYTHING : text,
  )
  const matched = sql`${column} @@ ${query}::tsquery`
  return indexed === query ? matched : sql`(${column} @@ ${indexed}::tsquery and (${matched}) is true)`
}

/** Not a word that no product has. */
const ANYTHING = `!' '`

/** SQL condition, with an index: the query matches a product that is no choice. */
export const productMatches = (query: SQL) => sql`(${isNoChoice} and ${products.search} @@ ${query})`

/** SQL condition on `products`, with an index: the name matches the query. */
export const namesWith = (query: string) => matches(sql`to_tsvector('english', ${products.name})`, query)

/** The query without the weights that say in which part of a product a word is. */
export const unweighted = (query: string) =>
  query.replaceAll(WORD, (_, word: string, star?: string) => `'${word}'${star ? ':*' : ''}`)

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

/** SQL: a query for the names with a word similar to this one. */
export const likeName = (word: string) => sql`coalesce((
  select to_tsquery('english', string_agg('''' || replace(replace(word, '\\', '\\\\'), '''', '''''') || ''':A', ' | '))
  from ${similar(word)} as near), '')`

/** Words of names that are similar to one of these, or begin with as many of its letters. */
export async function similarWords(db: Db, words: string[], letters: number): Promise<string[]> {
  if (words.length === 0) return []
  const found = words.flatMap((word) => {
    const beginning = [...word].slice(0, letters).join('')
    return [similar(word), spelledWords(word, between(beginning, beginning + LAST_CHARACTER))]
  })
  const { rows } = await db.execute<{ word: string }>(sql.join(found, sql` union `))
  return rows.map(({ word }) => word)
}
