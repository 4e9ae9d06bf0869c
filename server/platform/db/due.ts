import { gt, lte, or, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * SQL condition: the time has come. One further ahead than `longest`, a PostgreSQL interval, is due as well: nobody waits
 * that long, so a clock wrote it that has been set back since.
 */
export const isDue = (at: SQLWrapper, longest: string) =>
  or(lte(sql`${at}`, sql`now()`), gt(sql`${at}`, sql`now() + ${longest}::interval`))
