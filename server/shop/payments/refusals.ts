// The errors of an order that cannot be paid, worded for the shopper who pays it or the admin who marks it as paid.
import type { CouponLoss } from '#contract/orders.ts'
import { AppError } from '#server/errors.ts'
import { couponUnusable } from '#server/shop/coupons/coupons.ts'
import { itemsGone, type Short } from '#server/shop/orders/orders.ts'
import { MANUAL_PAYMENTS, PAYMENTS } from './texts.ts'

export type PaymentRefusals = {
  itemsGone(short: Short[]): AppError
  couponUnusable(code: string, loss: CouponLoss): AppError
  /** An earlier payment of the order may have succeeded without being on record. */
  inDoubt(): AppError
  /** Whether products that only some may order are refused to others. The seller may sell them to anybody. */
  isLimited: boolean
}

export const TO_SHOPPER: PaymentRefusals = {
  itemsGone,
  couponUnusable,
  inDoubt: () => new AppError('order_not_payable', PAYMENTS.beingChecked),
  isLimited: true,
}

export const TO_SELLER = {
  itemsGone(short: Pick<Short, 'name'>[]) {
    const items = short.map(({ name }) => name)
    return new AppError('items_gone', MANUAL_PAYMENTS.itemsGone(items.join(', ')), { items })
  },
  couponUnusable: (code, loss) => new AppError('coupon_unusable', MANUAL_PAYMENTS.couponUnusable[loss](code)),
  inDoubt: () => new AppError('order_not_payable', MANUAL_PAYMENTS.inDoubt),
  isLimited: false,
} satisfies PaymentRefusals
