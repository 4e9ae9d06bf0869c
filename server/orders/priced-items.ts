// The items of a new order at the shop's prices: what of the request can be bought, and what it costs.
import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Answered, checkAnswers } from '#contract/answers.ts'
import { BEING_PAID } from '#contract/availability-texts.ts'
import { surchargeOf } from '#contract/order-items.ts'
import type { NewOrder } from '#contract/orders.ts'
import { PLACEHOLDER_PHOTO, photoLocation } from '#contract/photos.ts'
import { unitsLeftOf } from '../catalog/for-sale.ts'
import { shownPhotoId } from '../catalog/photos.ts'
import { beingPaid } from '../catalog/stock.ts'
import type { Db } from '../db/client.ts'
import type { Customs } from '../db/order-schema.ts'
import { preparedFor } from '../db/prepared-for.ts'
import { products } from '../db/schema.ts'
import { AppError, notFound } from '../errors.ts'
import { ORDERS } from '../texts/orders.ts'
import { NOT_FOUND } from '../texts/requests.ts'
import { itemsGone } from './orders.ts'

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
  /** Of one unit; null when nobody has weighed it. */
  grams: number | null
  customs: Customs | null
}

const { id, name, priceCents, qty, axes, draft, deletedAt, dropId } = products
const parent = alias(products, 'parent')

/** A prepared query for the products with the placeholder `ids`, without drafts. A choice has its product's questions. */
export const orderedProducts = preparedFor((db) =>
  db
    .select({
      ...{ id, name, priceCents, qty, axes, draft, deletedAt, dropId, photo: shownPhotoId },
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
export async function pricedItems(tx: Db, wanted: WantedItem[], found: OrderedProduct[]): Promise<PricedItem[]> {
  const known = new Map(found.map((product) => [product.id, product]))
  const asked = wanted.map((item) => {
    const product = known.get(item.product)
    if (!product) throw notFound(NOT_FOUND.productInOrder)
    if (product.axes && !product.deletedAt)
      throw new AppError('choice_needed', ORDERS.choiceNeeded(product.name), { product: product.id })
    return { item, product }
  })
  await requireStock(tx, asked)
  return asked.map(({ item, product }, place) => {
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
    }
  })
}

type Asked = { item: WantedItem; product: OrderedProduct }

/**
 * Throws items_gone when a product has fewer units than all its items together; items_being_paid when the only products
 * that cannot be had are held by payments in progress, which may still give them back.
 */
async function requireStock(tx: Db, asked: Asked[]) {
  const missing = [...Map.groupBy(asked, ({ product }) => product).entries()].flatMap(([product, those]) =>
    unitsLeftOf(product) < those.reduce((sum, { item }) => sum + item.qty, 0) ? [product] : [],
  )
  if (missing.length === 0) return
  const held = await beingPaid(
    tx,
    missing.map(({ id }) => id),
  )
  const gone = missing.filter(({ id }) => !held.has(id))
  throw gone.length > 0
    ? itemsGone(gone.map((product) => ({ name: product.name, left: unitsLeftOf(product) })))
    : itemsBeingPaid(missing.map(nameOf))
}

const nameOf = ({ name }: OrderedProduct) => name

const itemsBeingPaid = (names: string[]) =>
  new AppError('items_being_paid', `${BEING_PAID.named(names.join(', '))} ${BEING_PAID.takes}`, { items: names })

/** Items of the same product with the same answers become one. */
export function merged(items: PricedItem[]): PricedItem[] {
  const equal = Map.groupBy(items, ({ productId, answers }) => JSON.stringify([productId, answers]))
  return [...equal.values()].flatMap((those) => {
    const qty = those.reduce((sum, item) => sum + item.qty, 0)
    return those.slice(0, 1).map((item) => ({ ...item, qty }))
  })
}

/** The checked answers of an item. Throws answer_needed with an issue for each that is missing or cannot be taken. */
function answersTo({ asks, name }: OrderedProduct, { answers: given = {} }: WantedItem, place: number): Answered[] {
  const { answers, errors } = checkAnswers(asks ?? [], given)
  if (errors.length === 0) return answers
  const issues = errors.map(({ key, message }) => ({ path: `orderItems.${place}.answers.${key}`, message }))
  throw new AppError('answer_needed', ORDERS.answerNeeded(name, issues.map(({ message }) => message).join(' ')), {
    issues,
  })
}
