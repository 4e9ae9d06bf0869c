import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import type { Period } from '#contract/admin/exports.ts'
import { settings } from '#server/shop/schema/settings.ts'

/** SQL: the time zone of the shop. */
export const shopZone = sql`coalesce((select max(${settings.timeZone}) from ${settings}), ${DEFAULT_SETTINGS.timeZone}::text)`

/** SQL condition: the moment is on a day of the shop within that period; undefined for a period without days. */
export function isWithin(moment: SQLWrapper, { from, to }: Period): SQL | undefined {
  const starts = from && sql`${moment} >= (${from}::date)::timestamp at time zone ${shopZone}`
  const ends = to && sql`${moment} < (${to}::date + 1)::timestamp at time zone ${shopZone}`
  return starts && ends ? sql`(${starts} and ${ends})` : starts || ends || undefined
}
