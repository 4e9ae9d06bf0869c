// The ways to search for a keyword, to try in turn.
import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { fewerWords } from './fewer-words.ts'
import { placesWith, type Rows, type Search, searchWith, type UncountedQueries, withCounts } from './search.ts'
import { synonymsOf } from './search-hooks.ts'
import { meaningsOf, partsOf, prefixQuery, significantTerms, type Term, termsOf } from './search-keyword.ts'
import { spelledOut, spelledOutWith } from './search-words.ts'

type Options = {
  rows?: Rows
  /** Whether a search that finds nothing is tried with fewer words. */
  withFewer?: boolean
}

/**
 * Searches for the keyword among the products `within`, to try in turn: exact words first, then tolerating typos, then
 * with fewer words. Each is looked up when it is asked for.
 */
export async function* searchesFor(
  db: Db,
  keyword: string,
  within: SQL | undefined,
  { rows = 'products', withFewer = false }: Options = {},
): AsyncGenerator<Search> {
  const { typed, words } = partsOf(keyword)
  if (words.length === 0) return
  const queryOf = (terms: Term[]) => sql`${prefixQuery(terms, typed)}::text`
  const { stored, synonymsIn } = synonymsOf(words)
  // Most keywords have no synonyms, so that one statement does for both.
  const plain = await spelledOutWith(db, [queryOf(termsOf(words, []))], stored)
  const synonyms = synonymsIn(plain.other)
  const terms = termsOf(words, synonyms)
  const searchFor = async (queries: UncountedQueries) => {
    const [counted, places] = await Promise.all([
      withCounts(db, queries, within),
      placesWith(db, queries.asMeant ?? queries.asTyped ?? '', queries.asMeant ? 'texts' : 'names'),
    ])
    return searchWith(keyword, { ...counted, synonyms, places }, within, rows)
  }
  const asTyped = synonyms.length > 0 ? await spelledOut(db, queryOf(terms)) : plain.queries[0]
  if (asTyped) yield searchFor({ asTyped })
  const meanings = await meaningsOf(db, significantTerms(terms))
  if (meanings.size === 0) return
  const meant = [...meanings.values()].map(({ query }) => query)
  if (meant.every((query) => query !== undefined)) yield searchFor({ asTyped, asMeant: meant.join(' & ') })
  if (!withFewer) return
  const fewer = await fewerWords(db, terms, meanings, within, rows)
  if (fewer) yield searchWith(keyword, fewer, within, rows)
}
