import { ORDER_CHANGES } from './messages.ts'
import { formatDollars } from './money.ts'
import type { OrderChange } from './orders.ts'
import { fewerLeft, itemGone } from './texts.ts'

/** The change in a sentence. The new total is named if it is `total`, the order's total in cents. */
export function orderChangeSentence(change: OrderChange, total?: number): string {
  if (change.kind === 'item_removed') return itemGone(change.item)
  if (change.kind === 'item_lowered')
    return `${fewerLeft(change.item, change.left)} ${ORDER_CHANGES.itemLowered(change.left)}`
  const after = change.totalPrice === total ? formatDollars(change.totalPrice) : null
  return change.kind === 'coupon_removed'
    ? ORDER_CHANGES.couponRemoved(change.code, change.reason, after)
    : ORDER_CHANGES.pricesChanged(after)
}
