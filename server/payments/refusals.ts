// Why an order cannot be paid, said to whoever tries: the shopper who pays it, or the seller who marks it as paid.
import type { CouponLoss } from '#contract/orders.ts'
import { couponUnusable } from '../coupons/coupons.ts'
import { AppError } from '../errors.ts'
import { itemsGone } from '../orders/orders.ts'

export type PaymentRefusals = {
  itemsGone(names: string[]): AppError
  couponUnusable(code: string, loss: CouponLoss): AppError
  /** Money may have been taken for the order already. */
  inDoubt(): AppError
}

export const TO_SHOPPER: PaymentRefusals = {
  itemsGone,
  couponUnusable,
  inDoubt: () =>
    new AppError(
      'order_not_payable',
      'A payment of this order is being looked into by a person, so it cannot be paid again. Please write to us.',
    ),
}

export const TO_SELLER: PaymentRefusals = {
  itemsGone: (items) =>
    new AppError(
      'items_gone',
      `Not enough in stock, or no longer for sale: ${items.join(', ')}. Change that under Products, then try again.`,
      { items },
    ),
  couponUnusable: (code, loss) => {
    const why = { expired: 'has expired', used: 'has already been used', deleted: 'was deleted' }[loss]
    const what = loss === 'deleted' ? 'Ask' : 'Change it under Coupons, or ask'
    return new AppError(
      'coupon_unusable',
      `The coupon ${code} of this order ${why}. ${what} the buyer to open the order, which removes it. Then try again.`,
    )
  },
  inDoubt: () =>
    new AppError(
      'order_not_payable',
      'A payment of this order may have been taken already. Look under Discrepancies before you ship it.',
    ),
}
