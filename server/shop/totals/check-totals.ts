import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { cachedParts } from './cached-reports.ts'
import { type AnyPart, isOutdated, shortRows, spanTable, summedRows } from './cached-totals.ts'
import type { TimeSpan } from './days.ts'
import { hasMoments } from './moments.ts'

const DAYS_AT_ONCE = 50

/** The cached totals in use that differ from what the tables add up to, such as `sales 2026-05-01T05:00:00.000Z`. */
export async function wrongTotals(db: Db): Promise<string[]> {
  const differences: string[] = []
  for (const counted of [{ withDemo: true }, { withDemo: false }])
    for (const part of await cachedParts(db, counted)) {
      const spans = await spansCached(db, part)
      // Longer spans one by one.
      const [days, longer] = [spans.filter(isOneDay), spans.filter((span) => !isOneDay(span))]
      const batches = [...inBatches(days, DAYS_AT_ONCE), ...inBatches(longer, 1)]
      for (const batch of batches) differences.push(...(await wrongOf(db, part, batch)))
    }
  return [...new Set(differences)]
}

function* inBatches<Value>(values: Value[], size: number) {
  for (let at = 0; at < values.length; at += size) yield values.slice(at, at + size)
}

/** The spans whose totals are in use, but for those without rows and without anything that a row could be of. */
async function spansCached(db: Db, part: AnyPart): Promise<TimeSpan[]> {
  const { rows } = await db.execute<{ starts: string; ends: string }>(sql`
    select starts, ends from cached_totals t
    where part = ${part.name} and not ${isOutdatedFor(part)} and (rows <> '[]' or ${hasMoments(sql`t`)})
    order by starts, ends`)
  return rows.map(({ starts, ends }) => ({ starts: new Date(starts), ends: new Date(ends) }))
}

const isOutdatedFor = ({ changedBy }: AnyPart) => isOutdated(sql`${sql.param(changedBy)}::text[]`)

async function wrongOf(db: Db, part: AnyPart, spans: TimeSpan[]): Promise<string[]> {
  const computedRows = Map.groupBy<number, { number: number }>(await part.rowsIn(db, spans), ({ number }) => number)
  // Read last, so that what has changed meanwhile is known to be outdated.
  const { rows: cachedTotals } = await db.execute<{ number: number; rows: object[] }>(sql`
    select span.number::int as number, t.rows
    from ${spanTable(spans)} join cached_totals t on t.part = ${part.name} and (t.starts, t.ends) = (span.starts, span.ends)
    where not ${isOutdatedFor(part)}`)
  return cachedTotals.flatMap(({ number, rows }) => {
    const [span] = spans.slice(number - 1)
    const all = summedRows(
      part,
      (computedRows.get(number) ?? []).map(({ number: _, ...row }) => row as never),
    )
    if (!span || isDeepStrictEqual(inOrder(part, rows), inOrder(part, isOneDay(span) ? all : shortRows(part, all))))
      return []
    return [`${part.name} ${span.starts.toISOString()}`]
  })
}

/** A day has all of its rows, and longer spans may be shortened. */
const isOneDay = ({ starts, ends }: TimeSpan) => ends.getTime() - starts.getTime() <= LONGEST_DAY_MS

/** The length of a day on which clocks are put back or the time zone changes, at most. */
const LONGEST_DAY_MS = 26 * 3_600_000

/** Rows by their keys, as JSON has them. */
const inOrder = ({ keys }: AnyPart, rows: object[]) =>
  new Map(
    rows
      .map((row): [string, object] => [
        JSON.stringify((keys as readonly string[]).map((name) => (row as Record<string, unknown>)[name])),
        row,
      ])
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
