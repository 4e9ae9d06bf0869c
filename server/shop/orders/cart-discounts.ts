// What discounts take off a cart before it is an order.
import type { CouponEffect } from '#contract/coupons.ts'
import type { NewOrder } from '#contract/orders.ts'
import type { Db } from '#server/platform/db/client.ts'
import { usableCoupon } from '#server/shop/coupons/coupons.ts'
import { orderTerms } from '#server/shop/settings/settings.ts'
import { automaticDiscounts } from './discount-hooks.ts'
import { discountsOfItems } from './order-discounts.ts'
import { mergedItems, orderedProducts, pricedItems } from './priced-items.ts'

type Items = NewOrder['orderItems']
type Coupon = Awaited<ReturnType<typeof usableCoupon>>

/**
 * What a code does to the price of these items for this user, with the discount without a code that acts beside it; without
 * items what it does to any order. Throws coupon_invalid, coupon_unusable, or as `pricedItems`.
 */
export async function couponEffect(db: Db, code: string, userId: string, items?: Items): Promise<CouponEffect> {
  const coupon = await usableCoupon(db, code, userId)
  const { amountCents: amount, freeShip, taxFree, rule, notOnSale } = coupon
  if (items) return effectOn(db, items, coupon)
  return { amount: rule || notOnSale ? 0 : amount, freeShip, taxFree }
}

/** What the best discount without a code does to the price of these items. Throws as `pricedItems`. */
export const automaticEffect = (db: Db, items: Items) => effectOn(db, items, undefined)

async function effectOn(db: Db, items: Items, coupon: Coupon | undefined): Promise<CouponEffect> {
  const [productRows, { timeZone }, automatic] = await Promise.all([
    orderedProducts(db).execute({ ids: items.map(({ product }) => product) }),
    orderTerms(db),
    automaticDiscounts(db),
  ])
  const pricedList = mergedItems(await pricedItems(db, items, productRows))
  const { effect, discount } = await discountsOfItems(db, pricedList, { coupon, automatic, timeZone })
  return {
    ...(effect ?? NOTHING),
    ...(discount && { automatic: { name: discount.name, amount: discount.itemsDiscount ?? 0 } }),
  }
}

const NOTHING = { amount: 0, freeShip: false, taxFree: false }
