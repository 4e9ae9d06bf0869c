import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { isNotNull } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { ownShop, products } from '../db/schema.ts'
import { operatorError } from '../errors.ts'
import type { PhotoStore, StoreLocation } from '../media/store.ts'

/** What fill-process.ts fills: the database at `url`. */
export type FillTask = { url: string; location: StoreLocation }

type NewShop = { db: Db; photos: PhotoStore; url: string; demo: boolean }

/**
 * Fills a new shop with the demo shop, if `demo`. Decoding photos takes memory that
 * a process never returns, so a child process does it; `begun` gets that process. Throws new_shop_not_filled.
 */
export async function fillNewShop({ db, photos, url, demo }: NewShop, begun: (child: ChildProcess) => void) {
  if (!demo || (await isOpened(db))) return
  const child = fork(new URL('fill-process.ts', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  begun(child)
  const ended = once(child, 'exit')
  // Not as arguments, which every user of the machine can read: both hold secrets.
  child.send({ url, location: photos.location } satisfies FillTask)
  const [code] = await ended
  if (code !== 0)
    throw operatorError('new_shop_not_filled', 'The shop could not be filled with its photos and first products.')
}

/** Whether the shop has or ever had a product, or is its owner's own: then the demo stays out of it. */
export async function isOpened(db: Db) {
  const [found] = await db.select({ id: products.id }).from(products).limit(1)
  return found !== undefined || (await db.$count(ownShop, isNotNull(ownShop.startedAt))) > 0
}
