import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { isNotNull } from 'drizzle-orm'
import { operatorError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { PhotoStore, StoreLocation } from '#server/platform/media/store.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { ownShop } from '#server/shop/schema/own-shop.ts'

/** What fill-process.ts fills: the database at `url`, and whether it brings orders of the past. */
export type FillTask = { url: string; location: StoreLocation; withOrders: boolean }

type NewShop = { db: Db; photos: PhotoStore; url: string; demo: boolean; withOrders: boolean }

/**
 * Fills a new shop with the demo shop, if `demo`. Decoding photos takes memory that
 * a process never returns, so a child process does it; `onBegin` gets that process. Throws new_shop_not_filled.
 */
export async function fillNewShop(shop: NewShop, onBegin: (child: ChildProcess) => void) {
  const { db, photos, url, demo, withOrders } = shop
  if (!demo || (await isOpened(db))) return
  const child = fork(new URL('fill-process.ts', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  onBegin(child)
  const childExit = once(child, 'exit')
  // Not as arguments, which every user of the machine can read: both hold secrets.
  child.send({ url, location: photos.location, withOrders } satisfies FillTask)
  const [code] = await childExit
  if (code !== 0)
    throw operatorError('new_shop_not_filled', 'The shop could not be filled with its photos and first products.')
}

/** Whether the shop has or ever had a product, or is its owner's own: then the demo stays out of it. */
export async function isOpened(db: Db) {
  const [anyProduct] = await db.select({ id: products.id }).from(products).limit(1)
  return anyProduct !== undefined || (await db.$count(ownShop, isNotNull(ownShop.startedAt))) > 0
}
