import { formatDollars } from './money.ts'
import type { CouponLoss, OrderChange } from './orders.ts'
import { itemGone } from './texts.ts'

const LOST: Record<CouponLoss, string> = {
  expired: 'has ended',
  used: 'has already been used',
  deleted: 'is no longer valid',
}

/** The change in a sentence. The new total is named if it is `total`, the order's total in cents. */
export function orderChangeSentence(change: OrderChange, total?: number): string {
  if (change.kind === 'item_removed') return itemGone(change.item)
  const after = change.totalPrice === total ? formatDollars(change.totalPrice) : undefined
  if (change.kind === 'coupon_removed') {
    const what = `The discount code ${change.code} ${LOST[change.reason]}`
    return after ? `${what}, so the total is now ${after}.` : `${what}.`
  }
  const what = 'Prices have changed since you placed this order.'
  return after ? `${what} The total is now ${after}.` : what
}
