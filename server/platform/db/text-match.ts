import { and, type SQL, sql } from 'drizzle-orm'

/** SQL condition: the lowercase text contains every word of the keyword. `%` and `_` are literal. */
export function containsWords(text: SQL, keyword: string): SQL {
  const patterns = wordsOf(keyword).map((word) => `%${literal(word)}%`)
  // One condition per word: PostgreSQL would not use the index for `like all`.
  return and(...patterns.map((pattern) => sql`${text} like ${pattern}`)) ?? sql`true`
}

/** PostgreSQL finds a part of a word by its trigrams, which a shorter part does not have. */
const TRIGRAM = 3

/**
 * The same for a text with an index of trigrams and many rows, which are never read one by one: a word of one or two
 * letters is looked for at the beginning of words alone, and signs without a letter or digit are in no text.
 */
export function containsIndexedWords(text: SQL, keyword: string): SQL {
  const words = wordsOf(keyword).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const isShort = (word: string) => word.length < TRIGRAM
  const short = words.filter(isShort).map((word) => {
    const begins = `${literal(word)}%`
    return sql`(${text} like ${begins} or ${text} like ${`% ${begins}`})`
  })
  const long = words.filter((word) => !isShort(word))
  return and(long.length > 0 ? containsWords(text, long.join(' ')) : undefined, ...short) ?? sql`false`
}

/** Whether the keyword has words, none of more than one letter or digit, so that no index helps to find it. */
export const isOneLetter = (keyword: string) =>
  keyword !== '' && wordsOf(keyword).every((word) => !/[\p{L}\p{N}]{2}/u.test(word))

const wordsOf = (keyword: string) => [...new Set(keyword.toLowerCase().split(/\s+/).filter(Boolean))]

const literal = (word: string) => word.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
