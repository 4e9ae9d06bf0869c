import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/client.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { requests } from '../schema.ts'

const EVERY_MS = 3_600_000

/**
 * Deletes requests that were not confirmed within 7 days, that were told, answered or ended 90 days ago, and that have
 * waited a year to hear of a product.
 */
export const deleteOldRequests = (db: Db) =>
  db.delete(requests).where(sql`
    (${requests.state} = 'unconfirmed' and ${requests.createdAt} < now() - interval '7 days')
    or ${requests.doneAt} < now() - interval '90 days'
    or (${requests.kind} = 'back' and ${requests.state} = 'waiting' and ${requests.createdAt} < now() - interval '1 year')`)

/** Starts the job that deletes old requests every hour. */
export const startDeletingRequests = ({ db, log }: { db: Db; log: FastifyBaseLogger }): Job =>
  startJob(log, async () => {
    await deleteOldRequests(db)
    return EVERY_MS
  })
