import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/client.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { deleteOldInvitations } from './invitations.ts'

const EVERY_MS = 86_400_000

/** Starts the job that deletes invitations that are over, every day. */
export const startDeletingInvitations = ({ db, log }: { db: Db; log: FastifyBaseLogger }): Job =>
  startJob(log, async () => {
    await deleteOldInvitations(db)
    return EVERY_MS
  })
