import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/client.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { type Gateway, modeOf } from '#server/shop/payments/gateway.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { cachedParts, cachedReports } from './cached-reports.ts'
import { type AnyPart, isOutdated, settledPart, totalsIn } from './cached-totals.ts'
import { byMonth, daysIn, type TimeSpan } from './days.ts'
import { firstMoment } from './moments.ts'

const EVERY_MS = 3_600_000

/** Totals of several days that nobody has asked for lately are computed from their days again. */
const LONGEST_CACHED = sql`interval '30 days'`

type Works = { db: Db; gateway: Gateway; log: FastifyBaseLogger }

/** Starts the job that caches the totals of all days that are over, so that no reader waits for them. */
export const startRefreshingTotals = ({ db, gateway, log }: Works): Job =>
  startJob(log, async (closing) => {
    await refreshTotals(db, { withDemo: modeOf(gateway) !== 'live' }, { closing, isGentle: true })
    return EVERY_MS
  })

type Pace = { closing?: AbortSignal; isGentle?: boolean }

/**
 * Computes what is missing or outdated, the newest months first, and deletes what nobody uses. With `isGentle` it pauses
 * after each month for as long as that took.
 */
export async function refreshTotals(db: Db, counted: { withDemo: boolean }, { closing, isGentle = false }: Pace = {}) {
  const { timeZone } = await shopSettings(db)
  const now = new Date()
  await deleteOutdated(db, await cachedParts(db, counted))
  const months = byMonth({ starts: await firstMoment(db), ends: now }, timeZone)
  for (const part of await cachedParts(db, counted))
    for (const month of months.toReversed()) {
      if (closing?.aborted) return
      const began = performance.now()
      await refreshMonth(db, part, month, timeZone)
      if (isGentle) await setTimeout(performance.now() - began, undefined, { ref: false })
    }
  for (const reports of cachedReports) await reports.readRecent?.(db, now, timeZone, counted)
}

/** Caches a month that is over as one, and each day of one that is not. */
async function refreshMonth(db: Db, part: AnyPart, month: TimeSpan, timeZone: string) {
  const { over, rest } = settledPart(month, timeZone)
  await totalsIn(db, part, rest.length === 0 ? over : over.flatMap((days) => daysIn(days, timeZone)), timeZone)
}

/**
 * Deletes outdated totals, then the changes that made them so. Each reader of totals looks through the changes of its days,
 * so they go after an hour: totals that do not see them would have had to be computed for longer than is allowed.
 */
async function deleteOutdated(db: Db, parts: AnyPart[]) {
  const { rows } = await db.execute<{ snapshot: string }>(sql`select pg_current_snapshot()::text as snapshot`)
  for (const { name, changedBy } of parts)
    await db.execute(sql`
      delete from cached_totals t where part = ${name} and ${isOutdated(sql`${sql.param(changedBy)}::text[]`)}`)
  // Those of parts that are computed in another way by now, such as with other fees, and of days that slid on.
  await db.execute(sql`
    delete from cached_totals where part <> all(${sql.param(parts.map(({ name }) => name))}::text[])
      or (cached_at < now() - ${LONGEST_CACHED} and ends - starts > interval '26 hours')`)
  // A long transaction may have ended since.
  await db.execute(sql`
    delete from past_changes
    where changed_at < now() - interval '1 hour' and pg_visible_in_snapshot(transaction, ${rows[0]?.snapshot}::pg_snapshot)`)
}
