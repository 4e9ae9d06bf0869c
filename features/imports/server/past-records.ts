import type { PastSource } from '#contract/history.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { importRows } from '../schema.ts'

/** The lock under which past orders are added with their customers, and removed. */
export const PAST_RECORDS_LOCK = 7_272_731

type Rows = (typeof importRows.$inferSelect)[]

/** What the products of an order say about its review: the one that it is about; null when there are several or none. */
export type OrderProducts = { productId: string | null; linked: number }

/** Where imports keep past orders and reviews, which have the ids that their source gave them. */
export type PastRecords = {
  /** The keys among these whose orders are stored already. */
  knownOrders(db: Db, source: PastSource, ids: string[]): Promise<Set<string>>
  /** The keys among these whose reviews are stored already. */
  knownReviews(db: Db, source: PastSource, ids: string[]): Promise<Set<string>>
  /** The products of past orders, by the ids of these; orders that are not kept are not in the map. */
  productsOfOrders(db: Db, source: PastSource, ids: string[]): Promise<Map<string, OrderProducts>>
  /** Keeps the orders of these rows, with their customers and items. Returns the ids of those that are new. */
  keepOrders(tx: Db, rows: Rows, importId: string, source: PastSource): Promise<Set<string>>
  /** Keeps the reviews of these rows. Returns the ids of those that are new. */
  keepReviews(tx: Db, rows: Rows, importId: string, source: PastSource): Promise<Set<string>>
  /** Links what is kept to the products of the shop. */
  link(tx: Db): Promise<void>
  /** Removes everything that an import brought. */
  removeOf(tx: Db, importId: string): Promise<void>
}

declare module '#server/platform/context.ts' {
  interface Context {
    pastRecords: PastRecords
  }
}
