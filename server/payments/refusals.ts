// The errors of an order that cannot be paid, worded for the shopper who pays it or the admin who marks it as paid.
import type { CouponLoss } from '#contract/orders.ts'
import { couponUnusable } from '../coupons/coupons.ts'
import type { Db } from '../db/client.ts'
import { requireAdmissions } from '../drops/admissions.ts'
import { AppError } from '../errors.ts'
import { itemsGone, type Short } from '../orders/orders.ts'
import { MANUAL_PAYMENTS, PAYMENTS } from '../texts/orders.ts'

export type PaymentRefusals = {
  itemsGone(short: Short[]): AppError
  couponUnusable(code: string, loss: CouponLoss): AppError
  /** An earlier payment of the order may have succeeded without being on record. */
  inDoubt(): AppError
  /** Throws unless the order may have pieces of these drops. The seller may sell them to anybody. */
  requireAdmissions?(tx: Db, orderId: string, dropIds: string[]): Promise<void>
}

export const TO_SHOPPER: PaymentRefusals = {
  itemsGone,
  couponUnusable,
  inDoubt: () => new AppError('order_not_payable', PAYMENTS.beingChecked),
  requireAdmissions,
}

export const TO_SELLER = {
  itemsGone(short: Pick<Short, 'name'>[]) {
    const items = short.map(({ name }) => name)
    return new AppError('items_gone', MANUAL_PAYMENTS.itemsGone(items.join(', ')), { items })
  },
  couponUnusable: (code, loss) => new AppError('coupon_unusable', MANUAL_PAYMENTS.couponUnusable[loss](code)),
  inDoubt: () => new AppError('order_not_payable', MANUAL_PAYMENTS.inDoubt),
} satisfies PaymentRefusals
