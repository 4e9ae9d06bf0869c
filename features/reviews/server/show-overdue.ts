import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/client.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { showOverdueReviews } from './admin-reviews.ts'

const EVERY_MS = 600_000

/** Starts the job that shows reviews which have waited for the seller long enough. */
export const startShowingReviews = ({ db, log }: { db: Db; log: FastifyBaseLogger }): Job =>
  startJob(log, async () => {
    await showOverdueReviews(db)
    return EVERY_MS
  })
