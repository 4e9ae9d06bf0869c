import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/client.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { forgetUnconfirmed } from './subscribers.ts'

const EVERY_MS = 3_600_000

/** Starts the job that forgets requests that were not confirmed. */
export const startForgettingSubscribers = ({ db, log }: { db: Db; log: FastifyBaseLogger }): Job =>
  startJob(log, async () => {
    await forgetUnconfirmed(db)
    return EVERY_MS
  })
