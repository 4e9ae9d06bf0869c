// The photos that features show. app/server/features.ts fills the list while the program loads.
import { type SQL, sql } from 'drizzle-orm'

export const usedPhotos: SQL[] = []

/** SQL: the ids of the photos that features show. */
export const usedByFeatures = (): SQL => sql.join([sql`select null::uuid where false`, ...usedPhotos], sql` union all `)
