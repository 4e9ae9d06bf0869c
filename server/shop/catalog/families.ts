// Products that come in choices: each choice is a row of its own, with the product as its parent. See schema.ts.
import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { photoLocation } from '#contract/photos.ts'
import type { Choice, MakeDays, Product } from '#contract/products.ts'
import { images, products } from '#server/shop/schema/catalog.ts'

/** The parts of a product that only some products have. */
export type Family = Pick<Product, 'axes' | 'choices' | 'priceMax' | 'choiceOf' | 'makeDays' | 'asks'>

type Days = { makeDaysMin: number | null; makeDaysMax: number | null }
type ChoiceRow = Omit<Choice, 'photo' | 'makeDays' | 'wasPrice'> &
  Days & { photoId: string | null; wasPrice: number | null }
type ParentRow = Omit<NonNullable<Product['choiceOf']>, 'values'> & Days & { asks: Product['asks'] | null }

/** The column `family` of a row: null for a product of the plain kind. */
export type FamilyRow = Days & {
  axes: string[] | null
  asks: NonNullable<Product['asks']> | null
  values: string[] | null
  photoId: string | null
  choices: ChoiceRow[] | null
  parent: ParentRow | null
}

/** A choice, in `anyChoice`. */
export const choiceRow = alias(products, 'choice')
const parent = alias(products, 'parent')

// The photo is one of the product's: it may have been taken off the product, and is then waiting for cleanup.
const photoOf = sql`(select ${images.id} from ${images} where ${images.id} = ${choiceRow.photoId} and ${images.productId} = ${choiceRow.parentId})`

const choicesOfProduct = sql`${products} ${sql.identifier('choice')}
  where ${choiceRow.parentId} = ${products.id} and ${choiceRow.deletedAt} is null`

const choices = sql`(
  select json_agg(json_build_object('_id', ${choiceRow.id}, 'slug', ${choiceRow.slug}, 'values', ${choiceRow.choice},
    'price', ${choiceRow.priceCents}, 'wasPrice', ${choiceRow.wasCents}, 'qty', ${choiceRow.qty}, 'sku', ${choiceRow.sku}, 'photoId', ${photoOf},
    'makeDaysMin', ${choiceRow.makeDaysMin}, 'makeDaysMax', ${choiceRow.makeDaysMax}) order by ${choiceRow.position}, ${choiceRow.id})
  from ${choicesOfProduct})`

/** SQL: the weight of a unit of the row, in grams; null when nobody has weighed it. A choice weighs what its product does. */
export const unitGrams = sql<number | null>`case when ${products.parentId} is null then ${products.grams}
  else coalesce(${products.grams}, (
    select ${parent.grams} from ${products} ${sql.identifier('parent')} where ${parent.id} = ${products.parentId})) end`

/**
 * SQL condition: the product of the row has a choice that meets the condition on `choiceRow`. Not `exists`: PostgreSQL
 * may answer that from a hash of all choices, for which it reads the whole table.
 */
export const anyChoice = (condition: SQL | undefined) => sql`(${products.axes} is not null and coalesce((
  select true from ${choicesOfProduct} and ${condition} limit 1), false))`

/**
 * SQL: what the product of the row or its choices cost outside of the sale that they are in, in cents, by id; null
 * outside of a sale.
 */
export const regularPrices = sql<Record<string, number> | null>`case when ${products.axes} is not null then (
  select json_object_agg(${choiceRow.id}, ${choiceRow.regularCents}) from ${choicesOfProduct}
    and ${choiceRow.regularCents} is not null)
  when ${products.regularCents} is not null then json_build_object(${products.id}, ${products.regularCents}) end`

/** SQL: the highest price, in cents, of the product of the row or of its choices. */
export const highestPrice = sql<number>`case when ${products.axes} is null then ${products.priceCents} else (
  select max(${choiceRow.priceCents}) from ${choicesOfProduct}) end`

/** SQL: the stock of the product of the row, or of all its choices. */
export const wholeStock = sql<number>`case when ${products.axes} is null then ${products.qty} else (
  select coalesce(sum(${choiceRow.qty}), 0)::int from ${choicesOfProduct}) end`

const ofParent = sql`(
  select json_build_object('_id', ${parent.id}, 'slug', ${parent.slug}, 'name', ${parent.name}, 'asks', ${parent.asks},
    'makeDaysMin', ${parent.makeDaysMin}, 'makeDaysMax', ${parent.makeDaysMax})
  from ${products} ${sql.identifier('parent')} where ${parent.id} = ${products.parentId})`

/** Column of `products` with what a product has beyond the plain one; null, and nothing is read, for that. */
export const family = sql<FamilyRow | null>`case
  when ${products.axes} is null and ${products.parentId} is null and ${products.asks} is null
    and ${products.makeDaysMin} is null then null
  else json_build_object('axes', ${products.axes}, 'asks', ${products.asks}, 'values', ${products.choice},
    'photoId', ${products.photoId}, 'makeDaysMin', ${products.makeDaysMin}, 'makeDaysMax', ${products.makeDaysMax},
    'choices', case when ${products.axes} is not null then ${choices} end,
    'parent', case when ${products.parentId} is not null then ${ofParent} end) end`

/** The parts of a product that `family` has. The price of a family is in its row, its stock the sum of its choices'. */
export function familyOf({ axes, asks, values, choices, parent, ...days }: FamilyRow): Family & { qty?: number } {
  const questions = asks ?? parent?.asks
  const makeDays = makeDaysOf(days) ?? (parent && makeDaysOf(parent))
  return {
    ...(axes && { axes, ...summedUp(choices ?? []) }),
    ...(parent && values && { choiceOf: { _id: parent._id, slug: parent.slug, name: parent.name, values } }),
    ...(makeDays && { makeDays }),
    ...(questions && { asks: questions }),
  }
}

const summedUp = (choices: ChoiceRow[]) => ({
  choices: choices.map(toChoice),
  qty: choices.reduce((sum, { qty }) => sum + qty, 0),
  priceMax: Math.max(0, ...choices.map(({ price }) => price)),
})

function toChoice({ photoId, wasPrice, makeDaysMin, makeDaysMax, ...choice }: ChoiceRow): Choice {
  const makeDays = makeDaysOf({ makeDaysMin, makeDaysMax })
  return {
    ...choice,
    ...(wasPrice && { wasPrice }),
    photo: photoId && photoLocation(photoId),
    ...(makeDays && { makeDays }),
  }
}

const makeDaysOf = ({ makeDaysMin: min, makeDaysMax: max }: Days): MakeDays | undefined =>
  min === null || max === null ? undefined : { min, max }

/** These photos of its product; of a choice, the one that shows it comes first. */
export function photosFor<Photo extends { id: string }>(row: FamilyRow | null, photos: Photo[]) {
  const ownPhoto = row?.parent && photos.find(({ id }) => id === row.photoId)
  return ownPhoto ? [ownPhoto, ...photos.filter((photo) => photo !== ownPhoto)] : photos
}
