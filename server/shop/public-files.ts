// Public files of features, such as a feed. app/server/features.ts fills the list while the program loads.
import type { ShopInfo } from '#contract/shop-info.ts'
import type { Db } from '#server/platform/db/client.ts'

/** What a file is made from: besides the tables, the shop and its URL. */
export type FileSource = { db: Db; shop: ShopInfo; shopUrl: string }

type FileText = {
  /** Throws not_found while there is no such file. */
  make(source: FileSource): Promise<{ text: string; tags: string[] }>
}

/** The text of a file that lists all products. In a shop with many its parts are sent one by one, and not cached. */
type FileParts = { parts(source: FileSource): AsyncIterable<string>; tags: string[] }

/** A file that is the same for everybody, cached until something changes that has one of its tags, or a setting. */
export type PublicFile = {
  path: string
  /** Its media type. */
  type: string
} & (FileText | FileParts)

export const publicFiles: PublicFile[] = []
