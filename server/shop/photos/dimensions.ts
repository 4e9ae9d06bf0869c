import { and, asc, eq, gt } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/client.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { storageBytes } from '#server/platform/media/photos.ts'
import type { PhotoStore } from '#server/platform/media/store.ts'
import { images } from '#server/shop/schema/catalog.ts'

type JobContext = { db: Db; photos: PhotoStore; log: FastifyBaseLogger }

const DAY_MS = 86_400_000
/** The UUID that sorts before all others. */
const MIN_UUID = '00000000-0000-0000-0000-000000000000'

/** Starts the job that measures photos of unknown size, now and then daily. */
export const startMeasuring = ({ db, photos, log }: JobContext): Job =>
  startJob(log, async (closing) => {
    await measurePhotos(db, photos, closing)
    return DAY_MS
  })

/**
 * Stores the size in bytes of photos uploaded before the shop recorded sizes, so that they count toward the quota. A
 * photo without a file counts as 0.
 */
export async function measurePhotos(db: Db, photos: PhotoStore, closing?: AbortSignal) {
  for (let last = MIN_UUID; !closing?.aborted; ) {
    const [row] = await db
      .select({ id: images.id })
      .from(images)
      .where(and(eq(images.bytes, 0), gt(images.id, last)))
      .orderBy(asc(images.id))
      .limit(1)
    if (!row) return
    last = row.id
    if (!(await photos.has({ id: row.id }))) continue
    const bytes = storageBytes(await photos.read({ id: row.id }))
    await db.update(images).set({ bytes }).where(eq(images.id, row.id))
  }
}
