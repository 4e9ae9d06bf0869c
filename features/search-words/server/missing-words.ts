import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/client.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { addWordsOfCollections } from '#server/shop/catalog/search-words.ts'

const EVERY_MS = 24 * 3_600_000

/**
 * Starts the job that adds the words of collections and questions. Triggers add those of every edit; what was written by
 * an earlier version has none.
 */
export const startAddingWords = ({ db, log }: { db: Db; log: FastifyBaseLogger }): Job =>
  startJob(log, async () => {
    await addWordsOfCollections(db)
    return EVERY_MS
  })
