import type { ChildProcess } from 'node:child_process'
import { ensureAdmin } from '../accounts/first-admin.ts'
import { ensureCategory } from '../catalog/edit-categories.ts'
import { openDatabase } from '../db/client.ts'
import { requireDirectConnection, requirePooledConnection } from '../db/connection-checks.ts'
import { migrateDatabase } from '../db/migrate.ts'
import { untilAvailable } from '../db/until-available.ts'
import { fillNewShop } from '../demo/fill-new-shop.ts'
import { directDatabase, type Env } from '../env.ts'
import { openPhotoStore, photoStoreLocation } from '../media/open-store.ts'
import { openOwnShop } from '../own-shop/own-shop.ts'
import { type Opening, reportStep } from './opening.ts'

/**
 * Migrates the database and fills in what every shop needs; returns the database, the photo store and the first admin.
 */
export async function prepareStorage(env: Env, url: string, { closers }: Opening) {
  const own = directDatabase(env)
  if (own) await requireDirectConnection(own.url, own.setting)
  await reportStep(
    'Bringing the tables up to date',
    untilAvailable(() => migrateDatabase(url)),
  )
  const db = await openPool(env, url)
  closers.push(() => db.$client.end())
  const photos = openPhotoStore(photoStoreLocation(env))
  // Makes the folder, too: one that cannot be written is noticed now, not at the first upload.
  await photos.tidy()
  const begun = (child: ChildProcess) => closers.push(async () => void child.kill())
  await untilAvailable(() => fillNewShop({ db, photos, url, demo: env.DEMO }, begun))
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

/** The connections of requests and jobs: to the database, or to the transaction pooler in front of it. */
async function openPool({ DATABASE_DIRECT_URL: direct, DATABASE_URL: pooler }: Env, url: string) {
  if (!direct || !pooler) return openDatabase(url)
  await requirePooledConnection(pooler, direct)
  return openDatabase(pooler, 10, { isPooled: true })
}
