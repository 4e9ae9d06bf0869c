// What the seller teaches the search, and what it does not find.
import { sql } from 'drizzle-orm'
import { check, integer, text } from 'drizzle-orm/pg-core'
import { table, timestampTz } from '#server/platform/db/columns.ts'

/**
 * Synonyms that the seller has written or changed. A row with the id of starting synonyms replaces them, and without
 * words it removes them.
 */
export const searchSynonyms = table(
  'search_synonyms',
  {
    id: text().primaryKey(),
    words: text().array().notNull(),
    /** What the words find besides themselves; when empty, they find one another. */
    finds: text().array().notNull(),
    /** The words as keywords are compared with them. */
    keys: text().array().notNull(),
  },
  (t) => [check('search_synonyms_words', sql`cardinality(${t.words}) <= 60 and cardinality(${t.finds}) <= 30`)],
)

/** Searches that no product matches with all words. Who has searched is not recorded. */
export const fruitlessSearches = table(
  'fruitless_searches',
  {
    keyword: text().primaryKey(),
    /** The words that products match; empty for none. */
    matchedWords: text().notNull(),
    /** How many pages with its results were sent. */
    times: integer().notNull(),
    lastAt: timestampTz().notNull(),
  },
  (t) => [check('fruitless_searches_keyword', sql`char_length(${t.keyword}) between 1 and 60`)],
)
