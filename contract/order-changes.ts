import { z } from 'zod'
import { money, timestamp } from './codecs.ts'
import { formatDollars } from './money.ts'
import { itemGone } from './texts.ts'

const entry = { _id: z.string(), createdAt: timestamp }

/** Why a coupon was taken out of an unpaid order. */
export const CouponLoss = z.enum(['expired', 'used', 'deleted'])
export type CouponLoss = z.infer<typeof CouponLoss>

/** What `verify/logs` changed in an unpaid order, and why. `totalPrice` is the order's total after the change. */
export const OrderChange = z.discriminatedUnion('kind', [
  z.object({ ...entry, kind: z.literal('item_removed'), item: z.string() }),
  z.object({ ...entry, kind: z.literal('coupon_removed'), code: z.string(), reason: CouponLoss, totalPrice: money }),
  z.object({ ...entry, kind: z.literal('prices_changed'), totalPrice: money }),
])
export type OrderChange = z.infer<typeof OrderChange>

const LOST: Record<CouponLoss, string> = {
  expired: 'has ended',
  used: 'has already been used',
  deleted: 'is no longer valid',
}

/** The change in a sentence. The new total is named while it is `total`, the order's total in cents. */
export function orderChangeSentence(change: OrderChange, total: number): string {
  if (change.kind === 'item_removed') return itemGone(change.item)
  const isCurrent = change.totalPrice === total
  if (change.kind === 'coupon_removed') {
    const what = `The discount code ${change.code} ${LOST[change.reason]}`
    return isCurrent ? `${what}, so the total is now ${formatDollars(total)}.` : `${what}.`
  }
  const what = 'Prices have changed since you placed this order.'
  return isCurrent ? `${what} The total is now ${formatDollars(total)}.` : what
}
