// What features add to the search. app/server/features.ts fills the list while the program loads.
import { type SQL, sql } from 'drizzle-orm'

/** Other words for those of a keyword from one position up to, and without, another; of a few words, such as `hair bow`. */
export type Synonym = { from: number; to: number; words: string[] }

/** What is stored of the synonyms of a keyword, as SQL of a JSON value, and the synonyms of what it gives. */
export type StoredSynonyms = { stored: SQL; synonymsIn(stored: unknown): Synonym[] }

export type SearchHooks = {
  /** Synonyms of neighboring words of a keyword. What is stored is read by a statement that is sent anyway. */
  synonyms?(words: readonly string[]): StoredSynonyms
}

export const searchHooks: SearchHooks[] = []

/** The synonyms of neighboring words of a keyword, of all features. */
export function synonymsOf(words: readonly string[]): StoredSynonyms {
  const parts = searchHooks.flatMap(({ synonyms }) => synonyms?.(words) ?? [])
  return {
    stored: sql`json_build_array(${sql.join(
      parts.map(({ stored }) => stored),
      sql`, `,
    )})`,
    synonymsIn: (stored) => parts.flatMap(({ synonymsIn }, at) => synonymsIn((stored as unknown[])[at])),
  }
}
