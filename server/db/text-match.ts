import { and, type SQL, sql } from 'drizzle-orm'

/** Whether `text`, in lower case, contains every word of the keyword. `%` and `_` mean themselves. */
export function containsWords(text: SQL, keyword: string): SQL {
  const words = new Set(keyword.toLowerCase().split(/\s+/).filter(Boolean))
  const patterns = [...words].map((word) => `%${word.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`)
  // One condition for each: `like all` of them would not be looked up in the index.
  return and(...patterns.map((pattern) => sql`${text} like ${pattern}`)) ?? sql`true`
}
