import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/client.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { deleteOldEvents } from '#server/shop/audit-log/audit-log.ts'

const DAY_MS = 86_400_000

/** Starts the job that deletes old events of the audit log once a day. */
export const startDeletingAuditEvents = ({ db, log }: { db: Db; log: FastifyBaseLogger }): Job =>
  startJob(log, async () => {
    await deleteOldEvents(db)
    return DAY_MS
  })
