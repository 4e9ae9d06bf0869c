import { ensureAdmin } from '../accounts/first-admin.ts'
import { ensureCategory } from '../catalog/edit-categories.ts'
import { openDatabase, requireDirectConnection } from '../db/client.ts'
import { migrateDatabase } from '../db/migrate.ts'
import { fillNewShop } from '../demo/fill-new-shop.ts'
import type { Env } from '../env.ts'
import { openPhotoStore, photoStoreLocation } from '../media/open-store.ts'
import { openOwnShop } from '../own-shop/own-shop.ts'
import { type Opening, reportStep } from './opening.ts'

/**
 * Migrates the database and fills in what every shop needs; returns the database, the photo store and the first admin.
 */
export async function prepareStorage(env: Env, url: string, { closers }: Opening) {
  if (env.DATABASE_URL) await requireDirectConnection(url)
  await reportStep('Bringing the tables up to date', migrateDatabase(url))
  const db = openDatabase(url)
  closers.push(() => db.$client.end())
  const photos = openPhotoStore(photoStoreLocation(env))
  // Makes the folder, too: one that cannot be written is noticed now, not at the first upload.
  await photos.tidy()
  await fillNewShop({ db, photos, url, demo: env.DEMO }, (child) => closers.push(async () => void child.kill()))
  await ensureCategory(db)
  await openOwnShop(db)
  const admin = await ensureAdmin(db, { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD })
  return { db, photos, admin }
}
