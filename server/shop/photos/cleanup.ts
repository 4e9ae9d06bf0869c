// Deletes photos and logos that no product, no text page, no collection, no look and no feature has used for a day: uploaded but
// never saved, or removed. Photos of deleted products stay, because orders show them.
import { inArray, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/client.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { photoFiles } from '#server/platform/media/file-names.ts'
import type { PhotoStore } from '#server/platform/media/store.ts'
import { collections, images } from '#server/shop/schema/catalog.ts'
import { logos, looks } from '#server/shop/schema/look.ts'
import { usedByFeatures } from './used-photos.ts'

const BATCH = 100
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

type JobContext = { db: Db; photos: PhotoStore; log: FastifyBaseLogger }

/** Starts the job that deletes unused photos every hour, and files without a row once a day. */
export function startPhotoCleanup({ db, photos, log }: JobContext): Job {
  let orphansDue = 0
  return startJob(log, async (closing) => {
    while (!closing.aborted && (await removeUnusedPhotos(db, photos)) === BATCH);
    if (Date.now() >= orphansDue && !closing.aborted) {
      await removeOrphanedFiles(db, photos)
      await removeUnusedLogos(db)
      orphansDue = Date.now() + DAY_MS
    }
    return HOUR_MS
  })
}

/**
 * Deletes up to 100 photos that nothing has used for a day; returns how many. Rows go before files, so that no page
 * shows a photo without its files. Skips rows that an edit has locked.
 */
export async function removeUnusedPhotos(db: Db, photos: PhotoStore): Promise<number> {
  const { rows } = await db.execute<{ id: string }>(sql`
    delete from ${images} where id in (
      select id from ${images} where product_id is null and page_slug is null and unused_since < now() - interval '1 day'
        and '/images/' || id || '.jpg' not in (${usedLocations}) and id not in (${usedByFeatures()})
      order by unused_since limit ${BATCH} for update skip locked
    ) returning id`)
  await removeFiles(
    db,
    photos,
    rows.map(({ id }) => id),
  )
  return rows.length
}

/** Removes the files of photos, and has all processes forget what they hold of them in memory. */
async function removeFiles(db: Db, photos: PhotoStore, ids: string[]) {
  if (ids.length === 0) return
  await photos.remove(ids.flatMap(photoFiles))
  await db.execute(sql`select pg_notify('catalog', ${JSON.stringify({ removedPhotos: ids.length })})`)
}

/** The photos of collections and of all looks, of the past and the draft, too. */
const usedLocations = sql`
  select photo ->> 'Location' from ${collections} where photo is not null
  union all
  select photo ->> 'Location' from ${looks}, unnest(array[look -> 'hero' -> 'photo', look -> 'storyPhoto']) photo
  where photo ->> 'Location' is not null`

/** Deletes logos that are a day old and in no look. */
export const removeUnusedLogos = (db: Db) =>
  db.execute(sql`
    delete from ${logos} where created_at < now() - interval '1 day'
      and not exists (select from ${looks} where look -> 'mark' ->> 'logo' = logos.id::text)`)

/**
 * Deletes files of uploads without a row, which a killed process leaves behind; returns the number of photos. Uploads of
 * the last day may still get their row.
 */
export async function removeOrphanedFiles(db: Db, photos: PhotoStore): Promise<number> {
  const old = new Set((await photos.list()).map(({ id }) => id).filter(isOldUpload))
  const orphans = new Set(old)
  for (const ids of batchesOf([...old]))
    for (const { id } of await db.select({ id: images.id }).from(images).where(inArray(images.id, ids)))
      orphans.delete(id)
  await removeFiles(db, photos, [...orphans])
  return orphans.size
}

const UUID_V7_PATTERN = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/

/** A UUID of version 7 begins with its time of creation. */
const isOldUpload = (id: string) =>
  UUID_V7_PATTERN.test(id) && Number.parseInt(id.replace('-', '').slice(0, 12), 16) < Date.now() - DAY_MS

function* batchesOf(ids: string[]) {
  for (let start = 0; start < ids.length; start += 1_000) yield ids.slice(start, start + 1_000)
}
