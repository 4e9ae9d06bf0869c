import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/client.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { news } from '../schema.ts'

/** How often the next date is looked for: news with a date sooner than that appear that much late. */
const LOOK_MS = 5_000

/** Starts the job that shows news when their date comes. */
export const startShowingNews = ({ db, log }: { db: Db; log: FastifyBaseLogger }): Job =>
  startJob(log, () => showNews(db))

/** Shows the news whose date has come. Returns the time until the next look in milliseconds. */
export async function showNews(db: Db): Promise<number> {
  await db
    .update(news)
    .set({ shown: true })
    .where(and(eq(news.shown, false), lte(news.datedAt, sql`clock_timestamp()`)))
  const msLeft = sql<number>`(extract(epoch from ${news.datedAt} - clock_timestamp()) * 1000)::float8`
  const [next] = await db
    .select({ msLeft })
    .from(news)
    .where(and(eq(news.shown, false), sql`${news.datedAt} is not null`))
    .orderBy(asc(news.datedAt))
    .limit(1)
  return next ? Math.max(0, Math.min(LOOK_MS, Math.ceil(next.msLeft))) : LOOK_MS
}
