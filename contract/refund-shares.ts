import { halfUp } from './half-up.ts'

/** The amounts of an order that its refunds share, in cents. */
type OrderAmounts = { totalCents: number; taxCents: number; shippingCents: number }

/** What a refund returns: its amount, and the tax and the shipping in it, in cents. */
type RefundAmounts = { cents: number; taxCents: number; shippingCents: number }

/**
 * The tax and the shipping in a refund of `cents`: their share of the order's total, half a cent rounded up. The
 * refund that returns the rest of the total takes what is left of both, so that the shares of all refunds add up to
 * the order's. `earlier` are its refunds that have not failed. With a large discount the shares can exceed `cents`, as
 * tax and shipping can exceed the total.
 */
export function refundShares(order: OrderAmounts, earlier: readonly RefundAmounts[], cents: number) {
  const isLast = cents >= order.totalCents - sumOf(earlier, 'cents')
  const shareOf = (part: 'taxCents' | 'shippingCents') => {
    const left = order[part] - sumOf(earlier, part)
    return isLast ? left : Math.min(left, halfUp(cents * order[part], order.totalCents))
  }
  return { taxCents: shareOf('taxCents'), shippingCents: shareOf('shippingCents') }
}

const sumOf = (refunds: readonly RefundAmounts[], part: keyof RefundAmounts) =>
  refunds.reduce((sum, refund) => sum + refund[part], 0)
