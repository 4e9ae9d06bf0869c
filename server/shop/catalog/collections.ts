import { and, count, eq, exists, not, type SQLWrapper, sql } from 'drizzle-orm'
import type { Collection, CollectionShelf } from '#contract/collections.ts'
import type { CollectionLink } from '#contract/products.ts'
import { notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { collectionProducts, collectionSlugs, collections, products } from '#server/shop/schema/catalog.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'
import { inStock } from './filters.ts'
import { inLists } from './for-sale.ts'
import { firstPhoto, type Photo, toImage } from './photos.ts'

/** Columns of a collection that visitors see. */
export const collectionColumns = {
  name: collections.name,
  slug: collections.slug,
  text: collections.text,
  photo: collections.photo,
}

/** SQL condition on `collections`: it is not hidden from visitors, though it may be empty. */
export const isLive = not(collections.hidden)

/** The seller's order. */
export const inOrder = [collections.position, collections.id] as const

/** The collections with products for sale, in the seller's order. */
export const liveCollections = (db: Db): Promise<Collection[]> =>
  db
    .select(collectionColumns)
    .from(collections)
    .where(and(isLive, hasProducts(db)))
    .orderBy(...inOrder)

/** The slugs of the collections with products for sale, and how many each has. */
export const collectionSizes = (db: Db) =>
  db
    .select({ slug: collections.slug, products: count() })
    .from(collections)
    .innerJoin(collectionProducts, eq(collectionProducts.collectionId, collections.id))
    .innerJoin(products, eq(products.id, collectionProducts.productId))
    .where(and(isLive, inLists))
    .groupBy(collections.id)
    .orderBy(...inOrder)

/** SQL condition on `collections`: visitors find a product in it. */
export const hasProducts = (db: Db) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(collectionProducts)
      .innerJoin(products, eq(products.id, collectionProducts.productId))
      .where(and(eq(collectionProducts.collectionId, collections.id), inLists)),
  )

/** The collection that visitors see with that slug, else the one that had it before. Throws not_found. */
export async function liveCollection(db: Db, text: string): Promise<Collection> {
  const slug = slugIn(text)
  const had = db
    .select({ id: collectionSlugs.collectionId })
    .from(collectionSlugs)
    .where(eq(collectionSlugs.slug, slug))
  const [collection] = await db
    .select(collectionColumns)
    .from(collections)
    .where(and(isLive, sql`(${collections.slug} = ${slug} or ${collections.id} = (${had}))`))
    .orderBy(sql`${collections.slug} = ${slug} desc`)
    .limit(1)
  if (!collection) throw notFound(NOT_FOUND.collection)
  return collection
}

/** The slug in an address. PostgreSQL text cannot hold NUL. */
export const slugIn = (text: string) => text.toLowerCase().replaceAll('\0', '')

/** SQL condition on `products`, and their order, for the collection with that slug; for `everyone` if it is not hidden. */
export function inCollection(slug: string, viewer: 'everyone' | 'admins') {
  const id = sql`(select ${collections.id} from ${collections}
    where ${collections.slug} = ${slug} and ${viewer === 'admins' ? sql`true` : isLive})`
  const members = sql`select ${collectionProducts.productId} from ${collectionProducts}
    where ${collectionProducts.collectionId} = ${id}`
  const place = sql`select ${collectionProducts.position} from ${collectionProducts}
    where ${collectionProducts.collectionId} = ${id} and ${collectionProducts.productId} = ${products.id}`
  return { where: sql`${products.id} in (${members})`, order: sql`(${place}), ${products.id}` }
}

/** Throws not_found unless a collection has that slug; for `everyone` one that is not hidden. */
export async function requireCollection(db: Db, slug: string, viewer: 'everyone' | 'admins') {
  const isVisible = viewer === 'admins' ? undefined : isLive
  if ((await db.$count(collections, and(eq(collections.slug, slug), isVisible))) === 0)
    throw notFound(NOT_FOUND.collection)
}

/** SQL: the collections that visitors see with the product, as JSON; null for none. */
export const linksOfProduct = (productId: SQLWrapper) => sql<CollectionLink[] | null>`(
  select json_agg(json_build_object('name', ${collections.name}, 'slug', ${collections.slug})
    order by ${collections.position}, ${collections.id})
  from ${collections} inner join ${collectionProducts} on ${collectionProducts.collectionId} = ${collections.id}
  where ${collectionProducts.productId} = ${productId} and ${isLive})`

/** SQL: the ids of all collections with the product, hidden ones included. */
export const collectionIdsOf = (productId: SQLWrapper) => sql<string[]>`array(
  select ${collectionProducts.collectionId} from ${collectionProducts}
  where ${collectionProducts.productId} = ${productId} order by ${collectionProducts.collectionId})`

type ShelfRow = CollectionShelf & { productId: string }

/**
 * The collections with products in stock, in the seller's order, each with a photo and the product that stands for it:
 * the first in stock, one with a photo before others.
 */
export async function collectionShelves(db: Db): Promise<ShelfRow[]> {
  const { rows } = await db.execute<Omit<Collection, 'text'> & { productId: string; first: Photo | null }>(sql`
    select ${collections.name}, ${collections.slug}, ${collections.photo}, shown.*
    from ${collections}
    cross join lateral (
      select ${products.id} as "productId", ${firstPhoto(products.id)} as first
      from ${collectionProducts} inner join ${products} on ${products.id} = ${collectionProducts.productId}
      where ${collectionProducts.collectionId} = ${collections.id} and ${inLists} and ${inStock}
      order by (${firstPhoto(products.id)}) is null, ${collectionProducts.position}, ${products.id} limit 1
    ) as shown
    where ${isLive}
    order by ${collections.position}, ${collections.id}`)
  return rows.flatMap(({ name, slug, productId, photo, first }) => {
    const image = photo ?? (first && toImage(first))
    return image ? [{ name, slug, productId, image }] : []
  })
}
