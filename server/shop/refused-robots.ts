// Robots that features keep out. app/server/features.ts fills the list while the program loads.
import type { Db } from '#server/platform/db/client.ts'

/** The names under which robots.txt refuses robots. A change of them is told of as one of the settings. */
export type RefusedRobots = (db: Db) => Promise<readonly string[]>

export const refusedRobots: RefusedRobots[] = []
