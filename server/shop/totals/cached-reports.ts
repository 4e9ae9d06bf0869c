// The reports of features whose totals are cached. app/server/features.ts fills the list while the program loads.
import type { Db } from '#server/platform/db/client.ts'
import type { AnyPart } from './cached-totals.ts'

/** Whether demo orders count among the products. */
type Counted = { withDemo: boolean }

export type CachedReports = {
  /** Every part of a report whose totals of past days are cached. */
  parts(db: Db, counted: Counted): Promise<AnyPart[]>
  /** Reads what reports add up of the days until now, so that these totals are cached, too. */
  readRecent?(db: Db, now: Date, timeZone: string, counted: Counted): Promise<void>
}

export const cachedReports: CachedReports[] = []

/** Whoever has a part of any rows cares for no particular one. */
export const asAnyPart = (part: object) => part as AnyPart

/** Every part of a report of which totals are cached. */
export async function cachedParts(db: Db, counted: Counted): Promise<AnyPart[]> {
  const parts = await Promise.all(cachedReports.map((reports) => reports.parts(db, counted)))
  return parts.flat()
}
