import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { fillNewShop } from '#app/server/demo/fill-new-shop.ts'
import { openOwnShop } from '#features/own-shop/server/own-shop.ts'
import { directDatabase, type Env, photoStoreLocation } from '#server/env.ts'
import { operatorError } from '#server/errors.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { requireDirectConnection, requirePooledConnection } from '#server/platform/db/connection-checks.ts'
import { hasTables } from '#server/platform/db/tables.ts'
import { untilAvailable } from '#server/platform/db/until-available.ts'
import { exists } from '#server/platform/lib/files.ts'
import { openPhotoStore } from '#server/platform/media/open-store.ts'
import { ensureAdmin } from '#server/shop/accounts/first-admin.ts'
import { ensureCategory } from '#server/shop/catalog/edit-categories.ts'
import { migrateDatabase } from '#server/shop/database/migrate.ts'
import { type Opening, reportStep } from './opening.ts'

/**
 * Migrates the database and fills in what every shop needs; returns the database, the photo store and the first admin.
 */
export async function prepareStorage(env: Env, url: string, { closers, stopping }: Opening) {
  const ownUrl = directDatabase(env)
  if (ownUrl) {
    await requireDirectConnection(ownUrl.url, ownUrl.setting)
    await requireIntendedDatabase(env, ownUrl.url)
  }
  await reportStep(
    'Bringing the tables up to date',
    untilAvailable(() => migrateDatabase(url)),
  )
  stopping.signal.throwIfAborted()
  const db = await openPool(env, url)
  closers.push(() => db.$client.end())
  const photos = openPhotoStore(photoStoreLocation(env))
  // Makes the folder, too: one that cannot be written is noticed now, not at the first upload.
  await photos.tidy()
  const onBegin = (child: ChildProcess) => closers.push(async () => void child.kill())
  await untilAvailable(() => fillNewShop({ db, photos, url, demo: env.DEMO, withOrders: env.DEMO_ORDERS }, onBegin))
  const admin = await reportStep(
    'Looking for categories and the admin',
    untilAvailable(async () => {
      await ensureCategory(db)
      await openOwnShop(db)
      return ensureAdmin(db, { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD })
    }),
  )
  return { db, photos, admin }
}

/**
 * Throws shop_not_found when the database of DATABASE_URL is empty although the folder has that of a shop, unless
 * NEW_SHOP says so: shoppers would find an empty shop.
 */
async function requireIntendedDatabase({ DATA_DIR, NEW_SHOP }: Env, url: string) {
  const folder = join(DATA_DIR, 'postgres')
  if (NEW_SHOP || !(await exists(join(folder, 'PG_VERSION')))) return
  const db = openDatabase(url, 1)
  const isEmpty = !(await hasTables(db).finally(() => db.$client.end()))
  if (!isEmpty) return
  throw operatorError(
    'shop_not_found',
    `The database of DATABASE_URL is empty, and ${folder} has the shop that ran without it. To move that shop, make a ` +
      'backup of it without DATABASE_URL (npm run shop -- backup), and restore that with DATABASE_URL (npm run shop -- ' +
      'restore). To begin an empty shop instead, set NEW_SHOP=1.',
  )
}

/** The connections of requests and jobs: to the database, or to the transaction pooler in front of it. */
async function openPool(env: Env, url: string) {
  const { DATABASE_DIRECT_URL: direct, DATABASE_URL: pooler, BATCH_STATEMENTS: isBatched } = env
  if (!direct || !pooler) return openDatabase(url, 10, { isBatched })
  await requirePooledConnection(pooler, direct)
  return openDatabase(pooler, 10, { isPooled: true })
}
