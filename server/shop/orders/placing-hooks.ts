// What features add to placing and paying an order. server/app/features.ts fills the list while the program loads.
import type { NewOrder } from '#contract/orders.ts'
import type { Db } from '#server/platform/db/client.ts'

/** Units of a product that only some may order; `limit` is the id of what limits it. */
export type LimitedItem = { limit: string; qty: number }

export type PlacingHooks = {
  /** Locks what an order of these items needs until the transaction ends, or throws. The function returned notes the order. */
  lockLimits?(tx: Db, items: LimitedItem[], wanted: NewOrder): Promise<(orderId: string) => Promise<void>>
  /** Throws unless a buyer may pay an order with items of these limits. The seller may sell them to anybody. */
  requirePayable?(tx: Db, orderId: string, limits: string[]): Promise<void>
  /** Notes what else a buyer wants who is about to place an order. */
  noteBuyer?(tx: Db, userId: string, wanted: NewOrder): Promise<void>
}

export const placingHooks: PlacingHooks[] = []
