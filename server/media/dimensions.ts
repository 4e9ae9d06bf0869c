import { and, asc, eq, gt } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/client.ts'
import { images } from '../db/schema.ts'
import { type Job, startJob } from '../lib/jobs.ts'
import { roomOf } from './photos.ts'
import type { PhotoStore } from './store.ts'

type Works = { db: Db; photos: PhotoStore; log: FastifyBaseLogger }

const DAY_MS = 86_400_000
/** The id before all others. */
const NIL = '00000000-0000-0000-0000-000000000000'

/** Measures, at the start and then daily, the photographs whose size is not known. */
export const startMeasuring = ({ db, photos, log }: Works): Job =>
  startJob(log, async (closing) => {
    await measurePhotos(db, photos, closing)
    return DAY_MS
  })

/**
 * Writes down the size of photographs that were uploaded before sizes were kept, so that they count towards the quota.
 * One whose file is missing takes no room.
 */
export async function measurePhotos(db: Db, photos: PhotoStore, closing?: AbortSignal) {
  for (let last = NIL; !closing?.aborted; ) {
    const [row] = await db
      .select({ id: images.id })
      .from(images)
      .where(and(eq(images.bytes, 0), gt(images.id, last)))
      .orderBy(asc(images.id))
      .limit(1)
    if (!row) return
    last = row.id
    if (!(await photos.has({ id: row.id }))) continue
    const bytes = roomOf(await photos.read({ id: row.id }))
    await db.update(images).set({ bytes }).where(eq(images.id, row.id))
  }
}
