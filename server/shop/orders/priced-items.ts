// The items of a new order at the shop's prices: what of the request can be bought, and what it costs.
import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Answered, checkAnswers } from '#contract/answers.ts'
import { BEING_PAID } from '#contract/availability-texts.ts'
import { surchargeOf } from '#contract/order-items.ts'
import type { NewOrder } from '#contract/orders.ts'
import { PLACEHOLDER_PHOTO, photoLocation } from '#contract/photos.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { preparedFor } from '#server/platform/db/prepared-for.ts'
import { unitsLeftOf } from '#server/shop/catalog/for-sale.ts'
import { shownPhotoId } from '#server/shop/catalog/photos.ts'
import { limitsOfProduct } from '#server/shop/catalog/product-hooks.ts'
import { beingPaid } from '#server/shop/catalog/stock.ts'
import { products } from '#server/shop/schema/catalog.ts'
import type { Customs } from '#server/shop/schema/orders.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'
import { itemsGone } from './orders.ts'
import { ORDERS } from './texts.ts'

type WantedItem = NewOrder['orderItems'][number]

/** An item of an order. `price` is of one unit, in cents, with what its answers cost. */
export type PricedItem = {
  productId: string
  name: string
  image: string
  qty: number
  price: number
  answers: Answered[] | null
  makeDays: number | null
  /** Weight of one unit; null when the seller has not entered it. */
  grams: number | null
  customs: Customs | null
  /** The price is that of a sale, or another is crossed out. */
  isOnSale: boolean
}

const { id, name, priceCents, qty, axes, draft, deletedAt } = products
const parent = alias(products, 'parent')

/** A prepared query for the products with the placeholder `ids`, without drafts. A choice has its product's questions. */
export const orderedProducts = preparedFor((db) =>
  db
    .select({
      ...{ id, name, priceCents, qty, axes, draft, deletedAt, photo: shownPhotoId },
      isOnSale: sql<boolean>`num_nonnulls(${products.wasCents}, ${products.regularCents}) > 0`,
      limits: limitsOfProduct(),
      asks: sql<typeof products.$inferSelect.asks>`coalesce(${products.asks}, ${parent.asks})`,
      makeDays: sql<number | null>`coalesce(${products.makeDaysMax}, ${parent.makeDaysMax})`,
      grams: sql<number | null>`coalesce(${products.grams}, ${parent.grams})`,
      customs: sql<Customs | null>`nullif(jsonb_strip_nulls(jsonb_build_object(
        'hsCode', coalesce(${products.hsCode}, ${parent.hsCode}),
        'name', coalesce(${products.customsName}, ${parent.customsName}),
        'origin', coalesce(${products.originCountry}, ${parent.originCountry}))), '{}')`,
    })
    .from(products)
    .leftJoin(parent, eq(parent.id, products.parentId))
    .where(and(sql`${products.id} = any(${sql.placeholder('ids')}::uuid[])`, eq(products.draft, false)))
    .prepare('ordered_products'),
)

export type OrderedProduct = Awaited<ReturnType<ReturnType<typeof orderedProducts>['execute']>>[number]

/**
 * The requested items at the shop's prices, in their order, each for itself. Throws not_found, choice_needed (the
 * product comes in choices), answer_needed, or as `requireStock`.
 */
export async function pricedItems(tx: Db, items: WantedItem[], productRows: OrderedProduct[]): Promise<PricedItem[]> {
  const productById = new Map(productRows.map((product) => [product.id, product]))
  const itemsWithProduct = items.map((item) => {
    const product = productById.get(item.product)
    if (!product) throw notFound(NOT_FOUND.productInOrder)
    if (product.axes && !product.deletedAt)
      throw new AppError('choice_needed', ORDERS.choiceNeeded(product.name), { product: product.id })
    return { item, product }
  })
  await requireStock(tx, itemsWithProduct)
  return itemsWithProduct.map(({ item, product }, place) => {
    const answers = answersTo(product, item, place)
    return {
      productId: product.id,
      name: product.name,
      image: product.photo ? photoLocation(product.photo) : PLACEHOLDER_PHOTO,
      qty: item.qty,
      price: product.priceCents + surchargeOf(answers),
      answers: answers.length > 0 ? answers : null,
      makeDays: product.makeDays,
      grams: product.grams,
      customs: product.customs,
      isOnSale: product.isOnSale,
    }
  })
}

type ItemWithProduct = { item: WantedItem; product: OrderedProduct }

/**
 * Throws items_gone when a product has fewer units than all its items together; items_being_paid when the only products
 * that cannot be had are held by payments in progress, which may still give them back.
 */
async function requireStock(tx: Db, items: ItemWithProduct[]) {
  const missing = [...Map.groupBy(items, ({ product }) => product).entries()].flatMap(([product, those]) =>
    unitsLeftOf(product) < those.reduce((sum, { item }) => sum + item.qty, 0) ? [product] : [],
  )
  if (missing.length === 0) return
  const heldIds = await beingPaid(
    tx,
    missing.map(({ id }) => id),
  )
  const goneProducts = missing.filter(({ id }) => !heldIds.has(id))
  throw goneProducts.length > 0
    ? itemsGone(goneProducts.map((product) => ({ name: product.name, left: unitsLeftOf(product) })))
    : itemsBeingPaid(missing.map(nameOf))
}

const nameOf = ({ name }: OrderedProduct) => name

const itemsBeingPaid = (names: string[]) =>
  new AppError('items_being_paid', `${BEING_PAID.named(names.join(', '))} ${BEING_PAID.takes}`, { items: names })

/** Items of the same product with the same answers become one. */
export function mergedItems(items: PricedItem[]): PricedItem[] {
  const equal = Map.groupBy(items, ({ productId, answers }) => JSON.stringify([productId, answers]))
  return [...equal.values()].flatMap((those) => {
    const qty = those.reduce((sum, item) => sum + item.qty, 0)
    return those.slice(0, 1).map((item) => ({ ...item, qty }))
  })
}

/** The checked answers of an item. Throws answer_needed with an issue for each that is missing or cannot be taken. */
function answersTo(
  { asks, name }: OrderedProduct,
  { answers: givenAnswers = {} }: WantedItem,
  place: number,
): Answered[] {
  const { answers, errors } = checkAnswers(asks ?? [], givenAnswers)
  if (errors.length === 0) return answers
  const issues = errors.map(({ key, message }) => ({ path: `orderItems.${place}.answers.${key}`, message }))
  throw new AppError('answer_needed', ORDERS.answerNeeded(name, issues.map(({ message }) => message).join(' ')), {
    issues,
  })
}
