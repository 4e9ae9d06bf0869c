// Public files of features, such as a feed. server/app/features.ts fills the list while the program loads.
import type { ShopInfo } from '#contract/shop-info.ts'
import type { Db } from '#server/platform/db/client.ts'

/** What a file is made from: besides the tables, the shop and its URL. */
export type FileSource = { db: Db; shop: ShopInfo; shopUrl: string }

/** A file that is the same for everybody, cached until something changes that has one of its tags, or a setting. */
export type PublicFile = {
  path: string
  /** Its media type. */
  type: string
  make(source: FileSource): Promise<{ text: string; tags: string[] }>
}

export const publicFiles: PublicFile[] = []
