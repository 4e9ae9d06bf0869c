import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/client.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { unmatchedWithdrawals } from '../schema.ts'

const EVERY_MS = 3_600_000

/** Deletes withdrawals that name no order 90 days after the seller has looked into them, and after a year at the latest. */
export const deleteOldWithdrawals = (db: Db) =>
  db.delete(unmatchedWithdrawals).where(sql`
    ${unmatchedWithdrawals.doneAt} < now() - interval '90 days'
    or ${unmatchedWithdrawals.receivedAt} < now() - interval '1 year'`)

/** Starts the job that deletes old withdrawals every hour. */
export const startDeletingWithdrawals = ({ db, log }: { db: Db; log: FastifyBaseLogger }): Job =>
  startJob(log, async () => {
    await deleteOldWithdrawals(db)
    return EVERY_MS
  })
