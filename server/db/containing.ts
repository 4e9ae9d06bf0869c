import { type SQL, sql } from 'drizzle-orm'

/** Whether `text`, in lower case, contains every word of the keyword. `%` and `_` mean themselves. */
export function containing(text: SQL, keyword: string): SQL {
  const words = keyword.toLowerCase().split(/\s+/).filter(Boolean)
  const patterns = words.map((word) => `%${word.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`)
  return sql`${text} like all(${sql.param(patterns)})`
}
