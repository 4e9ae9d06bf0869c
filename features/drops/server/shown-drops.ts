// What everybody sees of a drop.
import { createHash } from 'node:crypto'
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { notDeleted } from '#server/shop/catalog/for-sale.ts'
import { firstPhoto, type Photo, toImage } from '#server/shop/catalog/photos.ts'
import { products } from '#server/shop/schema/catalog.ts'
import type { AnnouncedDrop, Drop, Line } from '../contract.ts'
import { drops } from '../schema.ts'
import { isInDrop } from './dropped-products.ts'
import { DROPS } from './texts.ts'

/** The drop with that slug, and the ids of its products. Throws not_found. */
export async function shownDrop(db: Db, slugText: string): Promise<{ drop: Drop; productIds: string[] }> {
  const row = await dropBySlug(db, slugText)
  const { id, name, slug, priceCents, wasCents, qty } = products
  const rows = await db
    .select({ id, name, slug, price: priceCents, wasPrice: wasCents, qty, photo: firstPhoto(products.id) })
    .from(products)
    .where(and(isInDrop(row.id), notDeleted, row.state === 'planned' ? undefined : ne(products.draft, true)))
    .orderBy(asc(products.createdAt), asc(products.id))
  const drop = {
    ...{ _id: row.id, name: row.name, slug: row.slug, text: row.text },
    ...{ state: row.state, minutes: row.minutes, drawn: row.drawn },
    startsAt: row.startsAt.toISOString(),
    secretHash: createHash('sha256').update(row.secret).digest('hex'),
    secret: revealedSecret(row),
    products: rows.map(({ id: _, photo, ...product }) => ({ ...product, image: photo && toImage(photo) })),
  }
  return { drop, productIds: rows.map(({ id }) => id) }
}

/** The line of the drop with that slug. Throws not_found. */
export async function shownLine(db: Db, slugText: string): Promise<Line> {
  const row = await dropBySlug(db, slugText)
  const { state, startsAt, minutes, drawn, shown } = row
  const waiting = shown.tickets - shown.admitted
  return {
    ...shown,
    ...{ state, minutes, drawn, secret: revealedSecret(row), startsAt: startsAt.toISOString() },
    // About a thousand questions a second, however many wait.
    pollSeconds: within(3, Math.ceil(waiting / 1_000), 60),
    spreadSeconds: within(2, Math.ceil(shown.tickets / 2_000), 60),
  }
}

const within = (least: number, value: number, most: number) => Math.max(least, Math.min(value, most))

/** Nobody can compute a place before the start, so nobody can choose the ticket with the best one. */
const revealedSecret = ({ drawn, secret }: { drawn: number | null; secret: string }) => (drawn === null ? null : secret)

/** SQL: the first photo of each product of a drop, null for a product without; null for a drop without products. */
const photosOfProducts = sql<(Photo | null)[] | null>`(
  select json_agg(${firstPhoto(products.id)} order by ${products.createdAt}, ${products.id})
  from ${products} where ${isInDrop(drops.id)} and ${notDeleted})`

/** How many photos an announcement shows. */
const ANNOUNCED_PHOTOS = 3

/** The announced drops with products that are planned or whose line is open, the next to start first. */
export async function announcedDrops(db: Db): Promise<AnnouncedDrop[]> {
  const { name, slug, state, startsAt } = drops
  const rows = await db
    .select({ _id: drops.id, name, slug, state, startsAt, photos: sql<(Photo | null)[] | null>`${photosOfProducts}` })
    .from(drops)
    .where(and(drops.announced, inArray(drops.state, ['planned', 'line'])))
    .orderBy(asc(drops.startsAt), asc(drops.id))
  return rows.flatMap(({ photos, startsAt, state, ...drop }) => {
    if (!photos || (state !== 'planned' && state !== 'line')) return []
    const images = photos.flatMap((photo) => photo ?? []).slice(0, ANNOUNCED_PHOTOS)
    return [{ ...drop, state, startsAt: startsAt.toISOString(), images: images.map(toImage) }]
  })
}

async function dropBySlug(db: Db, slugText: string) {
  const [row] = await db
    .select()
    .from(drops)
    .where(eq(drops.slug, slugText.toLowerCase().replaceAll('\0', '')))
  if (!row) throw notFound(DROPS.notFound)
  return row
}
