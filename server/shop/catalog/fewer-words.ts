// What a search looks for when no product has all of its words: as many of them as some have, the telling ones first.
import { and, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { colorWords } from './colors.ts'
import { isNoChoice } from './for-sale.ts'
import {
  expectedCounts,
  newestFound,
  placesWith,
  type Rows,
  type Search,
  type TextQueries,
  textMatches,
} from './search.ts'
import type { Meaning, Term } from './search-keyword.ts'
import { namesWith, withoutWeights } from './search-words.ts'

/** A term, or the kind that its end names, with its text query. */
type Part = { term: Term; label: string; query: string; isWhole: boolean }

type Meanings = ReadonlyMap<Term, Meaning>

/** Of more words those that say most are combined, so that one statement can try every combination. */
const MOST_COMBINED = 4

const MIN_LENGTH = 2

/** What stands before one of these is what is looked for: a mug with flowers, a bow for my hair. */
const PREPOSITION_PATTERN = /^(for|with|in|on|under|from|by|to|about)$/

const IN_NAMES_BONUS = 2
const HEAD_BONUS = 3
/** How much a color counts, or who it is for. */
const MINOR = 0.4
/** Of words that say as much, later ones are nearer to what is looked for. */
const LATER_BONUS = 0.01
/** Of the products of a shop: rarer words count alike. */
const MIN_SHARE = 0.0001

/**
 * The best of the queries for some of the `terms` that finds a product `within`, with the words that it is for.
 * `meanings` has those that are no stop words, in order. Undefined when no word finds any.
 */
export async function fewerWords(
  db: Db,
  terms: readonly Term[],
  meanings: Meanings,
  within: SQL | undefined,
  rows: Rows,
): Promise<TextQueries | undefined> {
  const parts = partsWith(meanings)
  if (parts.length === 0) return undefined
  const [{ inShop, counts }, areInNames, places] = await Promise.all([
    expectedCounts(
      db,
      parts.map(({ query }) => query),
      within,
    ),
    inNamesOf(db, parts),
    placesWith(db, parts.map(({ query }) => query).join(' | '), 'texts'),
  ])
  const expected = new Map(parts.map((part, at) => [part, (counts[at] ?? 0) / Math.max(inShop, 1)]))
  const named = new Set(parts.filter((_, at) => areInNames[at]))
  const weights = weightsOf(terms, parts, expected, named)
  const isEach = parts.length === meanings.size && parts.every(({ isWhole }) => isWhole)
  const combinations = combinationsOf(weights).filter(({ length }) => !isEach || length < parts.length)
  const queries = combinations.map((combination): TextQueries => {
    const share = combination.reduce((product, part) => product * (expected.get(part) ?? 0), 1)
    return {
      asMeant: combination.map(({ query }) => query).join(' & '),
      matchedWords: combination.map(({ label }) => label).join(' '),
      ...{ places, inShop, expectedCount: Math.ceil(share * inShop) },
    }
  })
  const at = await firstFound(db, queries, within, rows)
  return at === null ? undefined : queries[at]
}

const place = (terms: readonly Term[], { term }: Part) => terms.indexOf(term)

/** The terms that mean something, and of others the kind that their end names: a hairbow is a bow. */
const partsWith = (meanings: Meanings): Part[] =>
  [...meanings].flatMap(([term, { query, kinds }]) => {
    const label = term.words.join(' ')
    const whole = query && label.length >= MIN_LENGTH ? [{ label, query }] : []
    return (query ? whole : kinds.slice(0, 1)).map((part) => ({ term, ...part, isWhole: query !== undefined }))
  })

/** Which of the parts names of products have. */
async function inNamesOf(db: Db, parts: readonly Part[]): Promise<boolean[]> {
  const each = parts.map(
    ({ query }) =>
      sql`coalesce((select true from ${products} where ${isNoChoice} and ${namesWith(withoutWeights(query))} limit 1), false)`,
  )
  const { rows } = await db.execute<{ named: boolean[] }>(sql`select array[${sql.join(each, sql`, `)}] as named`)
  return onlyRow(rows).named
}

/**
 * How much each part says of what is looked for: `expected` has the shares of the products that match, `named` those that
 * names have. What is looked for is the last of these, before a preposition if there is one.
 */
function weightsOf(terms: readonly Term[], parts: Part[], expected: Map<Part, number>, named: Set<Part>) {
  const end = terms.findIndex(({ words: [word = ''] }, at) => at > 0 && PREPOSITION_PATTERN.test(word))
  const isLead = (part: Part) => end < 0 || place(terms, part) < end
  const isNamed = (part: Part) => named.has(part)
  const head =
    parts.findLast((part) => isLead(part) && isNamed(part)) ?? parts.findLast(isNamed) ?? parts.findLast(isLead)
  const weightOf = (part: Part, at: number) => {
    const rarity = 1 - Math.log(Math.max(expected.get(part) ?? 0, MIN_SHARE))
    const weight = rarity + (isNamed(part) ? IN_NAMES_BONUS : 0) + at * LATER_BONUS
    if (part === head) return weight + HEAD_BONUS
    return !isLead(part) || colorWords(part.label) ? weight * MINOR : weight
  }
  return new Map(parts.map((part, at) => [part, weightOf(part, at)]))
}

/** All combinations of the parts that say most, those that say most first; the parts of each as they were typed. */
function combinationsOf(weights: Map<Part, number>): Part[][] {
  const best = [...weights].toSorted(([, one], [, other]) => other - one).slice(0, MOST_COMBINED)
  const inOrder = [...weights.keys()].filter((part) => best.some(([other]) => other === part))
  const combinations = Array.from({ length: 2 ** inOrder.length - 1 }, (_, bits) =>
    inOrder.filter((_part, at) => (bits + 1) & (1 << at)),
  )
  const weight = (combination: Part[]) => combination.reduce((sum, part) => sum + (weights.get(part) ?? 0), 0)
  return combinations.toSorted((one, other) => weight(other) - weight(one))
}

/** The place of the first of the queries that finds a product; null when none does. PostgreSQL tries them in turn. */
async function firstFound(db: Db, queries: TextQueries[], within: SQL | undefined, rows: Rows) {
  if (queries.length === 0) return null
  const tries = queries.map((query, at) => {
    const where = and(within, or(...textMatches(query.asMeant ?? '', query, rows)))
    const search: Search = { queries: query, rows, where, order: sql`1` }
    return sql`(select ${at}::int from ${newestFound(search, where, 1)} limit 1)`
  })
  const result = await db.execute<{ at: number | null }>(sql`select coalesce(${sql.join(tries, sql`, `)}) as at`)
  return onlyRow(result.rows).at
}
