// Photographs that no product shows go after a day: they were uploaded and never saved with a product, or taken out
// of one. Those of deleted products stay, because orders show them.
import { inArray, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/client.ts'
import { images } from '../db/schema.ts'
import { type Job, startJob } from '../lib/jobs.ts'
import { filesOf } from './file-names.ts'
import type { PhotoStore } from './store.ts'

const BATCH = 100
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

type Works = { db: Db; photos: PhotoStore; log: FastifyBaseLogger }

/** Removes what nobody shows, every hour until it is stopped; once a day also files that belong to no row. */
export function startRemovingUnused({ db, photos, log }: Works): Job {
  let straysDue = 0
  return startJob(log, async (closing) => {
    while (!closing.aborted && (await removeUnused(db, photos)) === BATCH);
    if (Date.now() >= straysDue && !closing.aborted) {
      await removeStrays(db, photos)
      straysDue = Date.now() + DAY_MS
    }
    return HOUR_MS
  })
}

/**
 * Removes up to a hundred photographs that no product has shown for a day, and answers how many. The rows go first: a
 * product never shows one without its files. One that a product takes at this moment is left alone.
 */
export async function removeUnused(db: Db, photos: PhotoStore): Promise<number> {
  const { rows } = await db.execute<{ id: string }>(sql`
    delete from ${images} where id in (
      select id from ${images} where product_id is null and unused_since < now() - interval '1 day'
      order by unused_since limit ${BATCH} for update skip locked
    ) returning id`)
  await photos.remove(rows.flatMap(({ id }) => filesOf(id)))
  return rows.length
}

/**
 * Removes files of uploads whose row is gone or never came, as a process that was killed leaves them; answers of how many
 * photographs. Those of the last day may still get theirs.
 */
export async function removeStrays(db: Db, photos: PhotoStore): Promise<number> {
  const old = new Set((await photos.list()).map(({ id }) => id).filter(isOldUpload))
  const strays = new Set(old)
  for (const ids of batchesOf([...old]))
    for (const { id } of await db.select({ id: images.id }).from(images).where(inArray(images.id, ids)))
      strays.delete(id)
  await photos.remove([...strays].flatMap(filesOf))
  return strays.size
}

const UUID_V7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/

/** Such an id begins with the moment in which it was made. */
const isOldUpload = (id: string) =>
  UUID_V7.test(id) && Number.parseInt(id.replace('-', '').slice(0, 12), 16) < Date.now() - DAY_MS

function* batchesOf(ids: string[]) {
  for (let start = 0; start < ids.length; start += 1_000) yield ids.slice(start, start + 1_000)
}
