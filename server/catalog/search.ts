// How the search box finds products. What was typed is cut into words, and only words reach PostgreSQL's query
// language, so that quotes, operators, % and _ are text like any other.
import { and, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { products } from '../db/schema.ts'
import { wordsOfColor } from './colors.ts'

/** Which products, and in which order. */
export type Matching = { where: SQL | undefined; order: SQL }

const MOST_WORDS = 8

/** Shorter words have too few letters to tell a slip from another word. */
const FORGIVEN_FROM = 4
const LONGEST_SWAPPED = 20

/** Words that say nothing of a piece: those that PostgreSQL leaves out of an English text. */
const COMMON = new Set(
  `i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it
  its itself they them their theirs themselves what which who whom this that these those am is are was were be been
  being have has had having do does did doing a an the and but if or because as until while of at by for with about
  against between into through during before after above below to from up down in out on off over under again further
  then once here there when where why how all any both each few more most other some such no nor not only own same so
  than too very s t can will just don should now`.split(/\s+/),
)

/** By so many first letters a name is near enough to be proposed. */
const BEGINNING = 3

/** Ways to look for the keyword among the products `within`, to be tried in turn: as typed, then with slips forgiven. */
export function searchesFor(keyword: string, within: SQL | undefined): Matching[] {
  const typed = keyword.toLowerCase().replaceAll('\0', '')
  const words = wordsOf(typed)
  if (words.length === 0) return []
  const telling = words.filter((word) => !COMMON.has(word))
  const asTyped = and(within, sql`products.search @@ ${startingWith(words, typed)}`)
  const found = { where: asTyped, order: bestNameFirst(words, typed) }
  if (telling.length === 0) return [found]
  return [
    found,
    {
      // Never more pages behind those found as typed. Counted, because for `exists` PostgreSQL would read the table.
      where: and(sql`(select count(*) from products where ${asTyped}) = 0`, within, ...forgiving(telling)),
      order: sql`word_similarity(${typed}, lower(products.name)) desc, ${steadily}`,
    },
  ]
}

/** The name that comes nearest to a keyword which found nothing: by a word, or by how one begins. */
export async function nearestName(db: Db, keyword: string, within: SQL): Promise<string | undefined> {
  const typed = keyword.toLowerCase().replaceAll('\0', '')
  const words = wordsOf(typed).filter((word) => word.length >= FORGIVEN_FROM)
  if (words.length === 0) return undefined
  const beginnings = words.map((word) => beginning([...word].slice(0, BEGINNING).join(''), 'A')).join(' | ')
  const [nearest] = await db
    .select({ name: products.name })
    .from(products)
    .where(
      and(
        within,
        or(
          sql`products.search @@ to_tsquery('simple', ${beginnings})`,
          ...words.map((word) => sql`${word} <% lower(products.name)`),
        ),
      ),
    )
    .orderBy(sql`word_similarity(${typed}, lower(products.name)) desc, ${steadily}`)
    .limit(1)
  return nearest?.name
}

/** What is called like the keyword, in a table small enough to be read through. */
export function calledLike(keyword: string, name: SQL): Matching | undefined {
  const typed = keyword.toLowerCase().replaceAll('\0', '')
  const words = wordsOf(typed)
  if (words.length === 0) return undefined
  return {
    where: sql`(to_tsvector('english', ${name}) @@ ${startingWith(words, typed)} or ${typed} <% lower(${name}))`,
    order: sql`word_similarity(${typed}, lower(${name})) desc`,
  }
}

const steadily = sql`products.created_at desc, products.id`

/** The words that were typed. What only says that another one is a colour says nothing of a piece: 'rose coloured bow'. */
function wordsOf(typed: string) {
  const words = typed.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const telling = words.filter((word) => !/^colou?r(s|ed)?$/.test(word))
  return (telling.length > 0 ? telling : words).slice(0, MOST_WORDS)
}

/** Every word, as a whole or as a beginning; or all that was typed in one piece, which finds any SKU. */
function startingWith(words: string[], typed: string) {
  const all = inOneOrTwo(words).join(' | ')
  const piece = `'${typed.replaceAll(/['\\]/g, '$&$&')}':*`
  return sql`(to_tsquery('english', ${all}) || to_tsquery('simple', ${all}) || to_tsquery('simple', ${piece}))`
}

/** All words, and all with two neighbours written as one: `key chain` is a keychain. */
function inOneOrTwo(words: string[], weight = '') {
  const joined = words.slice(1).map((word, at) => [...words.slice(0, at), words[at] + word, ...words.slice(at + 2)])
  return [words, ...joined].map((some) => `(${some.map((word) => whole(word, weight)).join(' & ')})`)
}

/** The word; or, where digits follow letters, the two apart: `ws304` is WS-304. */
function whole(word: string, weight: string) {
  const [, letters, digits] = /^(\p{L}+)(\d+)$/u.exec(word) ?? []
  const plain = beginning(word, weight)
  return letters && digits ? `(${plain} | (${beginning(letters, weight)} & ${beginning(digits, weight)}))` : plain
}

/** The word in PostgreSQL's query language. It reads the end of `ZI-001` as the number -001. */
function beginning(word: string, weight = '') {
  const plain = `'${word}':*${weight}`
  return /^\d+$/.test(word) ? `(${plain} | '-${word}':*${weight})` : plain
}

function bestNameFirst(words: string[], typed: string) {
  const inName = inOneOrTwo(words, 'A').join(' | ')
  const named = sql`products.search @@ (to_tsquery('english', ${inName}) || to_tsquery('simple', ${inName}))`
  return sql`(${named}) desc, ts_rank(products.search, ${startingWith(words, typed)}) desc, ${steadily}`
}

/**
 * For every word one condition: found as typed or with two letters swapped, a colour, like a word of the name or a
 * category. Each way is a query of its own, which an index answers: for `or` PostgreSQL would read the table.
 */
function forgiving(words: string[]) {
  return words.map((word) => {
    const spelled = [
      beginning(word),
      // Not as beginnings: PostgreSQL would take so many for most of the table.
      ...swapped(word).map((spelling) => `'${spelling}'`),
      ...(wordsOfColor(word) ?? []).map((color) => `'${color}':C`),
    ].join(' | ')
    const ways = [
      sql`products.search @@ (to_tsquery('english', ${spelled}) || to_tsquery('simple', ${spelled}))`,
      ...(word.length < FORGIVEN_FROM ? [] : likeNameOrCategory(word)),
    ].map((way) => sql`select id from products where ${way}`)
    return sql`products.id in (${sql.join(ways, sql` union all `)})`
  })
}

/** The word with each two neighbouring letters swapped: a slip that leaves a short word few letters to know it by. */
const swapped = (word: string) =>
  Array.from({ length: Math.min(word.length, LONGEST_SWAPPED) - 1 }, (_, at) =>
    [word.slice(0, at), word[at + 1], word[at], word.slice(at + 2)].join(''),
  )

// `<%` asks for the similarity set in db/client.ts. The category is looked for by its words in the search column, where
// an index answers, and it is one category at most.
const likeNameOrCategory = (word: string) => [
  sql`${word} <% lower(products.name)`,
  sql`products.search @@ (
    select plainto_tsquery('english', name) from categories
    where ${word} <% name order by word_similarity(${word}, name) desc limit 1
  )`,
]
