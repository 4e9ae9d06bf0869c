// Totals of whole days that are over are computed once and cached, since what is over hardly changes. A change is noted by
// triggers (`past_changes`) in its own transaction. Each row of totals has the snapshot that it was computed in, so it is
// outdated as soon as a change of one of its moments is committed that this snapshot does not see. That needs no lock,
// and whoever caches totals later than another does no harm.
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import type { CHANGE_KINDS } from '#server/shop/schema/totals.ts'
import { daysIn, type TimeSpan } from './days.ts'
import { hasMoments } from './moments.ts'

/** A day's totals are cached from then on. A transaction that began on that day has ended long before. */
const SETTLED_MS = 2 * 3_600_000

/** Totals that took longer are not cached: the changes that they do not see may be deleted after an hour. */
const LONGEST_COMPUTED = sql`interval '15 minutes'`

/** A part of a report: figures that add up over orders, refunds or entries, by keys such as a state or a product. */
export type Part<Row extends object> = {
  /** The name of the part in the cache. A new way to compute it needs a new name. */
  name: string
  keys: readonly (keyof Row & string)[]
  changedBy: readonly (typeof CHANGE_KINDS)[number][]
  /** Its rows in each of these spans, straight from the tables. `number` counts the spans from one. */
  rowsIn(db: Db, spans: TimeSpan[]): Promise<(Row & { number: number })[]>
  /** How many days are computed by one statement. */
  daysAtOnce: number
  /** What is cached of several days together, if not all of it: rows that are summed up in others. */
  shortened?(rows: Row[]): Row[]
}

/** A part of any rows. */
export type AnyPart = Part<never>

/**
 * The rows of a part in each of the spans, at most one for the same keys. What is over comes from cached totals, which are
 * computed and cached where they are missing or outdated; the rest from the tables. A span that is over altogether has its
 * rows as they are cached, and so shortened.
 */
export async function totalsIn<Row extends object>(
  db: Db,
  part: Part<Row>,
  spans: TimeSpan[],
  timeZone: string,
): Promise<Row[][]> {
  const settledBefore = Date.now() - SETTLED_MS
  const spanParts = spans.map((span) => partsOf(span, settledBefore, timeZone))
  const [cachedRuns, rest] = await Promise.all([
    settledTotals(
      db,
      part,
      spanParts.flatMap(({ over }) => over),
    ),
    tableRows(
      db,
      part,
      spanParts.flatMap(({ rest }) => rest),
    ),
  ])
  const take = (rows: Row[][], count: number) => rows.splice(0, count).flat()
  return spanParts.map((span) =>
    summedRows(part, [...take(cachedRuns, span.over.length), ...take(rest, span.rest.length)]),
  )
}

/** A span in three at most: its whole days of which totals are cached by now, as one, and what is before and after them. */
export function settledPart(span: TimeSpan, timeZone: string): { over: TimeSpan[]; rest: TimeSpan[] } {
  const { over, rest } = partsOf(span, Date.now() - SETTLED_MS, timeZone)
  const [first, last] = [over[0], over.at(-1)]
  return { over: first && last ? [{ starts: first.starts, ends: last.ends }] : [], rest }
}

/** Several whole days, as the days that they are. */
type Run = TimeSpan & { days: TimeSpan[] }

/** A span as runs of days that are over, and what is left of it. */
function partsOf(span: TimeSpan, settledBefore: number, timeZone: string): { over: Run[]; rest: TimeSpan[] } {
  const days = daysIn({ starts: span.starts, ends: new Date(Math.min(span.ends.getTime(), settledBefore)) }, timeZone)
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return { over: [], rest: [span] }
  const rest = [
    { starts: span.starts, ends: first.starts },
    { starts: last.ends, ends: span.ends },
  ].filter(({ starts, ends }) => starts < ends)
  // What ends today has other days tomorrow, so its days are cached one by one.
  return rest.length === 0
    ? { over: [{ ...span, days }], rest }
    : { over: days.map((day) => ({ ...day, days: [day] })), rest }
}

async function tableRows<Row extends object>(db: Db, part: Part<Row>, spans: TimeSpan[]): Promise<Row[][]> {
  if (spans.length === 0) return []
  const rowsByNumber = Map.groupBy(await part.rowsIn(db, spans), ({ number }) => number)
  return spans.map((_, at) => (rowsByNumber.get(at + 1) ?? []).map(withoutNumber<Row>))
}

const withoutNumber = <Row extends object>({ number: _, ...row }: Row & { number: number }) => row as unknown as Row

async function settledTotals<Row extends object>(db: Db, part: Part<Row>, runs: Run[]): Promise<Row[][]> {
  const cachedDays = await cachedRows<Row>(db, part, runs)
  const missing = runs.filter((_, at) => !cachedDays[at])
  if (missing.length === 0) return cachedDays as Row[][]
  const computedRuns = await computeTotals(db, part, missing)
  return cachedDays.map((rows) => rows ?? (computedRuns.shift() as Row[]))
}

/** The snapshot of the database that totals are computed in, and when it was taken. */
type Snapshot = { snapshot: string; at: string }

type CachedSpan<Row extends object> = TimeSpan & { rows: Row[] }

/** The totals of some runs, from those of their days, which are computed where need be; both are then cached. */
async function computeTotals<Row extends object>(db: Db, part: Part<Row>, runs: Run[]): Promise<Row[][]> {
  const { computedIn, fresh, totals } = await db.transaction(
    async (tx) => {
      // On a busy machine a while may pass between two of many statements.
      await tx.execute(sql`set local idle_in_transaction_session_timeout = '60s'`)
      const { rows } = await tx.execute<Snapshot>(
        sql`select pg_current_snapshot()::text as snapshot, now()::text as at`,
      )
      const days = [...new Map(runs.flatMap(({ days }) => days.map((day) => [day.starts.getTime(), day]))).values()]
      const cachedDays = await cachedRows<Row>(tx, part, days)
      const missing = days.filter((_, at) => !cachedDays[at])
      const busy = await daysWithMoments(tx, missing)
      const isBusy = new Set(busy)
      const fresh: CachedSpan<Row>[] = missing.flatMap((day) => (isBusy.has(day) ? [] : [{ ...day, rows: [] }]))
      for (let at = 0; at < busy.length; at += part.daysAtOnce) {
        const some = busy.slice(at, at + part.daysAtOnce)
        const rows = await tableRows(tx, part, some)
        fresh.push(...some.map((day, index) => ({ ...day, rows: summedRows(part, rows[index] ?? []) })))
      }
      const all = [...fresh, ...days.flatMap((day, at) => (cachedDays[at] ? [{ ...day, rows: cachedDays[at] }] : []))]
      const byDay = new Map(all.map(({ starts, rows }) => [starts.getTime(), rows]))
      const totals = runs.map((run) => {
        const rows = run.days.flatMap(({ starts }) => byDay.get(starts.getTime()) ?? [])
        return run.days.length === 1 ? rows : shortRows(part, summedRows(part, rows))
      })
      return { computedIn: onlyRow(rows), fresh, totals }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  const long = runs.flatMap((run, at) => (run.days.length > 1 ? [{ ...run, rows: totals[at] as Row[] }] : []))
  const once = new Map(
    [...fresh, ...long].map((cachedSpan) => [`${+cachedSpan.starts} ${+cachedSpan.ends}`, cachedSpan]),
  )
  await store(db, part, computedIn, [...once.values()])
  return totals
}

/** The days on which anything was that a total could be of. */
async function daysWithMoments(db: Db, days: TimeSpan[]): Promise<TimeSpan[]> {
  if (days.length === 0) return []
  const { rows } = await db.execute<{ number: number }>(sql`
    select span.number::int as number from ${spanTable(days)} where ${hasMoments(sql`span`)}`)
  const numbers = new Set(rows.map(({ number }) => number))
  return days.filter((_, at) => numbers.has(at + 1))
}

/** What is cached of a run of several days. */
export const shortRows = <Row extends object>(part: Part<Row>, rows: Row[]) => part.shortened?.(rows) ?? rows

/** Rows with the same keys as one: numbers add up. */
export function summedRows<Row extends object>({ keys }: Pick<Part<Row>, 'keys'>, rows: Row[]): Row[] {
  const sums = new Map<string, Row>()
  const isKey = new Set<string>(keys)
  for (const row of rows) {
    const key = JSON.stringify(keys.map((name) => row[name]))
    const sum = sums.get(key) as Record<string, unknown> | undefined
    if (!sum) sums.set(key, { ...row })
    else
      for (const [name, value] of Object.entries(row))
        if (!isKey.has(name)) sum[name] = Number(sum[name]) + Number(value)
  }
  return [...sums.values()]
}

/** SQL condition: the totals `t` are outdated, or of another database that was copied here. */
export const isOutdated = (changedBy: SQL) => sql`(
  t.cluster <> (select system_identifier from pg_control_system())
  or exists (select from past_changes c where c.moment >= t.starts and c.moment < t.ends and c.kind = any(${changedBy})
    and not pg_visible_in_snapshot(c.transaction, t.snapshot))
  or exists (select from past_changes c where c.moment = '-infinity' and not pg_visible_in_snapshot(c.transaction, t.snapshot)))`

const moments = (spans: TimeSpan[], end: keyof TimeSpan) => sql.param(spans.map((span) => span[end].toISOString()))

/** SQL: the spans as a table `span` with the columns `starts`, `ends` and `number`, which counts them from one. */
export const spanTable = (spans: TimeSpan[]) =>
  sql`unnest(${moments(spans, 'starts')}::timestamptz[], ${moments(spans, 'ends')}::timestamptz[]) with ordinality as span (starts, ends, number)`

/** The rows that are cached of each span and are not outdated. */
async function cachedRows<Row extends object>(
  db: Db,
  { name, changedBy }: Part<Row>,
  spans: TimeSpan[],
): Promise<(Row[] | undefined)[]> {
  if (spans.length === 0) return []
  const { rows } = await db.execute<{ number: number; rows: Row[] }>(sql`
    select span.number::int as number, t.rows
    from ${spanTable(spans)} join cached_totals t on t.part = ${name} and (t.starts, t.ends) = (span.starts, span.ends)
    where not ${isOutdated(sql`${sql.param(changedBy)}::text[]`)}`)
  const rowsByNumber = new Map(rows.map(({ number, rows }) => [number, rows]))
  return spans.map((_, at) => rowsByNumber.get(at + 1))
}

/** Caches totals that were computed in that snapshot, in the place of older ones. */
async function store<Row extends object>(
  db: Db,
  { name, daysAtOnce }: Part<Row>,
  { snapshot, at }: Snapshot,
  totals: CachedSpan<Row>[],
) {
  // A month of a large shop has megabytes of rows, more than a statement writes in its time on a busy machine.
  for (let from = 0; from < totals.length; from += daysAtOnce) {
    const some = totals
      .slice(from, from + daysAtOnce)
      .map(
        ({ starts, ends, rows }) =>
          sql`(${starts.toISOString()}::timestamptz, ${ends.toISOString()}::timestamptz, ${JSON.stringify(rows)}::jsonb)`,
      )
    await db.execute(sql`
      insert into cached_totals (part, starts, ends, snapshot, cluster, rows)
      select ${name}, starts, ends, ${snapshot}::pg_snapshot, (select system_identifier from pg_control_system()), rows
      from (values ${sql.join(some, sql`, `)}) as computed (starts, ends, rows)
      where ${at}::timestamptz > now() - ${LONGEST_COMPUTED}
      on conflict (part, starts, ends) do update
        set snapshot = excluded.snapshot, cluster = excluded.cluster, rows = excluded.rows, cached_at = now()`)
  }
}
