import { and, not, sql } from 'drizzle-orm'
import { notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { NOT_FOUND } from '#server/platform/lib/texts.ts'
import { inLists } from '#server/shop/catalog/for-sale.ts'
import { images, products } from '#server/shop/schema/catalog.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import type { FeedSettings, Feeds } from '../contract.ts'
import { GOOGLE_FEED_PATH, NEW_FEED_PATH } from '../paths.ts'
import { feedSettings } from '../schema.ts'

/** Whether AI assistants may read the shop: until the seller chooses otherwise. */
export async function assistantsMayRead(db: Db): Promise<boolean> {
  const [row] = await db.select({ assistantsMayRead: feedSettings.assistantsMayRead }).from(feedSettings)
  return row?.assistantsMayRead ?? true
}

/** Throws not_found while AI assistants may not read the shop. */
export async function requireAssistants(db: Db) {
  if (!(await assistantsMayRead(db))) throw notFound(NOT_FOUND.address)
}

/** Whether the shop ships nowhere: buyers collect their orders. */
export const isPickupOnly = async (db: Db) => (await shopSettings(db)).shipping?.zones.length === 0

const hasPhoto = sql`exists (select from ${images} where ${images.productId} = ${products.id})`

/** The addresses of the feeds, with what the seller has to know about them. */
export const feeds = async (db: Db, shopUrl: string): Promise<Feeds> => ({
  assistantsMayRead: await assistantsMayRead(db),
  google: `${shopUrl}${GOOGLE_FEED_PATH}`,
  newest: `${shopUrl}${NEW_FEED_PATH}`,
  withoutPhoto: await db.$count(products, and(inLists, not(hasPhoto))),
  isPickupOnly: await isPickupOnly(db),
})

export async function saveFeedSettings(db: Db, settings: FeedSettings) {
  await db.insert(feedSettings).values(settings).onConflictDoUpdate({ target: feedSettings.id, set: settings })
}
