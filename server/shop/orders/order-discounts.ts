// What discounts take off an order: when it is placed by their rules, and later by the copies that the order keeps.
import { inArray, sql } from 'drizzle-orm'
import { isOnDay } from '#contract/coupons.ts'
import { dayOf } from '#contract/dates.ts'
import {
  bestDiscount,
  type DiscountedLine,
  type DiscountTerms,
  discountedGoods,
  discountsOn,
  isForAll,
} from '#contract/discounts.ts'
import { formatDollars } from '#contract/money.ts'
import type { CouponEffect } from '#contract/pricing.ts'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { usableCoupon } from '#server/shop/coupons/coupons.ts'
import { COUPONS } from '#server/shop/coupons/texts.ts'
import { categories, collectionProducts, collections, products } from '#server/shop/schema/catalog.ts'
import type { PlacedCoupon, PlacedDiscount } from '#server/shop/schema/orders.ts'
import type { AutomaticDiscount } from './discount-hooks.ts'
import type { PricedItem } from './priced-items.ts'

type Coupon = Awaited<ReturnType<typeof usableCoupon>>
type Placed = { coupon: PlacedCoupon | null; discount: PlacedDiscount | null }

/** The discounts of an order as it keeps them, what they do to its price, and what they take off each of its lines. */
export type OrderDiscounts = Placed & { effect: CouponEffect | null; lineDiscounts: number[] }

/**
 * The discounts that act on new items: the coupon, and today's best one without a code. Throws coupon_unusable, with the
 * reason as its message, when the coupon does not act on them.
 */
export async function discountsOfItems(
  db: Db,
  items: PricedItem[],
  { coupon, automatic, timeZone }: { coupon: Coupon | undefined; automatic: AutomaticDiscount[]; timeZone: string },
): Promise<OrderDiscounts> {
  const today = dayOf(new Date(), timeZone)
  const ofToday = automatic.filter((discount) => isOnDay(discount, today))
  const terms = coupon && termsOf(coupon)
  const isAnyLimited = [...ofToday, ...(terms ? [terms] : [])].some((discount) => !isForAll(discount))
  const lines = isAnyLimited ? await linesWithFacts(db, items) : items.map((item) => ({ ...NO_FACTS, ...lineOf(item) }))
  const placedCoupon = coupon && terms ? await requireActing(db, coupon, terms, lines) : null
  const candidates = ofToday.flatMap((discount): PlacedDiscount[] => {
    const goods = discountedGoods(discount, lines)
    if (!goods || goods.missing > 0) return []
    return [{ name: discount.name, ...reductionOf(discount, goods.products) }]
  })
  return discountsNow({ coupon: placedCoupon, discount: bestDiscount(lines, candidates, placedCoupon) }, items)
}

/** What the discounts that an order keeps do to these lines of it. */
export function discountsNow(
  { coupon, discount }: Placed,
  items: readonly Pick<PricedItem, 'productId' | 'price' | 'qty'>[],
): OrderDiscounts {
  const { automaticDiscount, codeDiscount, lineDiscounts, amount } = discountsOn(items.map(lineOf), discount, coupon)
  const isOffItems = coupon !== null && (coupon.percentBp !== undefined || coupon.products !== undefined)
  return {
    coupon: isOffItems ? { ...coupon, itemsDiscount: codeDiscount } : coupon,
    discount: discount && { ...discount, itemsDiscount: automaticDiscount },
    effect:
      coupon || discount
        ? {
            ...{ amount, itemsDiscount: automaticDiscount + codeDiscount },
            ...{ freeShip: coupon?.freeShip ?? false, taxFree: coupon?.taxFree ?? false },
          }
        : null,
    lineDiscounts,
  }
}

const lineOf = <Item extends Pick<PricedItem, 'productId'>>({ productId, ...item }: Item) => ({
  ...item,
  product: productId,
})

const reductionOf = ({ amount, percentBp }: { amount: number; percentBp: number | null }, ids: string[] | null) => ({
  amount,
  ...(percentBp !== null && { percentBp }),
  ...(ids && { products: ids }),
})

const termsOf = ({ rule, notOnSale, minGoodsCents }: Coupon): DiscountTerms => ({
  ...{ rule, notOnSale, minGoods: minGoodsCents },
})

/** The coupon as an order of these lines keeps it. */
async function requireActing(
  db: Db,
  { code, amountCents, percentBp, freeShip, taxFree }: Coupon,
  terms: DiscountTerms,
  lines: DiscountedLine[],
): Promise<PlacedCoupon> {
  const goods = discountedGoods(terms, lines)
  if (!goods) throw new AppError('coupon_unusable', COUPONS.isFor(code, await namesOf(db, terms), terms.notOnSale))
  if (goods.missing > 0) throw new AppError('coupon_unusable', COUPONS.needsMore(code, formatDollars(goods.missing)))
  return { code, ...reductionOf({ amount: amountCents, percentBp }, goods.products), freeShip, taxFree }
}

/** The names of the goods that a rule is for, as buyers know them; none when it is for all. */
async function namesOf(db: Db, { rule }: DiscountTerms): Promise<string[]> {
  if (!rule) return []
  const { categories: names = [], collections: collectionIds = [], products: productIds = [] } = rule
  const rows = await Promise.all([
    db.select({ name: categories.label }).from(categories).where(inArray(categories.name, names)),
    db.select({ name: collections.name }).from(collections).where(inArray(collections.id, collectionIds)),
    db.select({ name: products.name }).from(products).where(inArray(products.id, productIds)),
  ])
  return rows.flat().map(({ name }) => name)
}

const NO_FACTS = { category: '', collections: [] }

/** The lines with what rules ask of their products. A choice is in the collections of its product. */
async function linesWithFacts(db: Db, items: PricedItem[]): Promise<DiscountedLine[]> {
  const { id, parentId: family, category } = products
  const rows = await db
    .select({
      ...{ id, family, category },
      collections: sql<string[]>`array(select ${collectionProducts.collectionId} from ${collectionProducts}
        where ${collectionProducts.productId} in (${products.id}, ${products.parentId}))`,
    })
    .from(products)
    .where(
      inArray(
        products.id,
        items.map(({ productId }) => productId),
      ),
    )
  const factsById = new Map(rows.map(({ id: product, ...facts }) => [product, facts]))
  return items.map((item) => ({ ...NO_FACTS, ...factsById.get(item.productId), ...lineOf(item) }))
}
