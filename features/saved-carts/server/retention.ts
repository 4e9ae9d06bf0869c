import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/client.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { savedCarts } from '../schema.ts'

const EVERY_MS = 86_400_000

/** Deletes carts that their device has not saved for 90 days. */
export const deleteOldCarts = (db: Db) =>
  db.delete(savedCarts).where(sql`${savedCarts.savedAt} < now() - interval '90 days'`)

/** Starts the job that deletes old carts every day. */
export const startDeletingCarts = ({ db, log }: { db: Db; log: FastifyBaseLogger }): Job =>
  startJob(log, async () => {
    await deleteOldCarts(db)
    return EVERY_MS
  })
