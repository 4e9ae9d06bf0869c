// The public pages of features. app/server/features.ts fills the list while the program loads.
import type { Db } from '#server/platform/db/client.ts'

/** The paths of pages that search engines shall find. */
export type AddedPages = (db: Db) => Promise<string[]>

export const addedPages: AddedPages[] = []

/** The beginnings of paths that robots shall not read. */
export const privatePaths: string[] = []
