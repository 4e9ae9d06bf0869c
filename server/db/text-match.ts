import { and, type SQL, sql } from 'drizzle-orm'

/** SQL condition: the lowercase text contains every word of the keyword. `%` and `_` are literal. */
export function containsWords(text: SQL, keyword: string): SQL {
  const words = new Set(keyword.toLowerCase().split(/\s+/).filter(Boolean))
  const patterns = [...words].map((word) => `%${word.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`)
  // One condition per word: PostgreSQL would not use the index for `like all`.
  return and(...patterns.map((pattern) => sql`${text} like ${pattern}`)) ?? sql`true`
}
