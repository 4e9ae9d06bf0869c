import { inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import type { Counter } from './define-policies.ts'
import { rateLimits } from './schema.ts'

/** A full counter, and for how many seconds it will be full. */
export type FullCounter = { name: string; wait: number }

/** The full counter, or how often each was counted in its window and in how many seconds that ends. */
type Count = { full: FullCounter | null; hits: Record<string, { hits: number; ends: number }> }

/**
 * How often an increment is retried when other requests fill a counter meanwhile; the second try usually sees it full.
 */
const TRIES = 3

/**
 * Increments all of the counters, or none when one is full: then it returns the one with the longest wait. No counter
 * exceeds its `most`, however many processes count at once. A rollback undoes the increment.
 */
export const incrementCounters = async (db: Db, counters: Counter[]): Promise<FullCounter | null> =>
  (await countOnce(db, counters)).full

/** Increments counters as `incrementCounters` does, and says how full they are. */
export async function countOnce(db: Db, counters: Counter[]): Promise<Count> {
  for (let tries = 0; tries < TRIES; tries++) {
    const { rows } = await db.execute<CounterRow>(incrementStatement(counters))
    const full = rows.filter(({ wait }) => wait !== null).sort((a, b) => Number(b.wait) - Number(a.wait))[0]
    if (full) return { full: { name: full.name, wait: Number(full.wait) }, hits: {} }
    const countedNames = rows.filter(({ isCounted }) => isCounted).map(({ name }) => name)
    if (countedNames.length === counters.length)
      return { full: null, hits: Object.fromEntries(rows.map(({ name, hits, ends }) => [name, { hits, ends }])) }
    await decrementCounters(
      db,
      counters.filter(({ name }) => countedNames.includes(name)),
    )
  }
  return { full: { name: 'too many at once', wait: 1 }, hits: {} }
}

type CounterRow = { name: string; isCounted: boolean; wait: number | null; hits: number; ends: number }

// A read finds full counters without a lock, so rejections are cheap. When a counter fills between the read and the
// update, the update's condition rejects it under the row lock. Rows are locked in key order.
const incrementStatement = (counters: Counter[]) => sql`
  with wanted as (${counterRows(counters)}),
  standing as (
    select w.key, extract(epoch from case when r.hits >= w.last then r.window_ends else r.waits_until end - now())::float8 as wait
    from wanted w join ${rateLimits} r on r.key = w.key where ${isFull}
  ),
  counted as (
    insert into ${rateLimits} as r (key, hits, window_ends)
    select key, 1, now() + seconds * interval '1 second' from wanted
    where not exists (select from standing) order by key
    on conflict (key) do update set (hits, window_ends, waits_until) = (
      select next.hits,
        case when next.hits = 1 or w.first is not null then excluded.window_ends else r.window_ends end,
        now() + least(w.longest, w.first * 2.0 ^ (next.hits - w.most)) * interval '1 second'
      from wanted w, lateral (select case when ${isOpen} then r.hits + 1 else 1 end as hits) next
      where w.key = r.key)
    where not exists (select from wanted w where w.key = r.key and ${isFull})
    returning key, hits, extract(epoch from window_ends - now())::float8 as ends
  )
  select w.name, c.key is not null as "isCounted", s.wait, c.hits, c.ends
  from wanted w left join counted c on c.key = w.key left join standing s on s.key = w.key`

/**
 * SQL condition on a counter `w` and its row `r`: its window has not ended. A window that ends later than a new one would
 * is of a clock that was set back; a minute more, because transactions that began later see later times.
 */
const isOpen = sql`r.window_ends > now() and r.window_ends < now() + (w.seconds + 60) * interval '1 second'`

/** SQL condition on a counter `w` and its row `r`: it accepts no more for now. */
const isFull = sql`${isOpen} and (r.hits >= w.last or r.hits >= w.most and r.waits_until > now())`

/** Whether one of the counters is full now. */
export async function areFull(db: Db, counters: Counter[]): Promise<boolean> {
  const { rows } = await db.execute<{ key: string }>(sql`
    select r.key from (${counterRows(counters)}) w join ${rateLimits} r on r.key = w.key where ${isFull}`)
  return rows.length > 0
}

/** Decrements the counters. After a success, counters of failures in a row restart at zero. */
export async function decrementCounters(db: Db, counters: Counter[], isSuccess = false) {
  await db.execute(sql`
    update ${rateLimits} r
    set hits = case when held.starts_afresh then 0 else greatest(r.hits - 1, 0) end
    from (
      select k.key, w."isInARow" and ${isSuccess} as starts_afresh
      from ${rateLimits} k join (${counterRows(counters)}) w on w.key = k.key
      order by k.key for update of k
    ) held
    where r.key = held.key`)
}

/** Deletes the counters. */
export async function removeCounters(db: Db, counters: Counter[]) {
  await db.execute(sql`
    delete from ${rateLimits} where key in (
      select k.key from ${rateLimits} k join (${counterRows(counters)}) w on w.key = k.key order by k.key for update of k
    )`)
}

/**
 * The counters as rows. Keys are hashes, so that the table holds no addresses. The database folds case as it does for
 * email addresses.
 */
const counterRows = (counters: Counter[]): SQL => sql`
  select w.*, coalesce((w.delays->>'most')::int, w.most) as last,
    (w.delays->>'first')::int as first, (w.delays->>'longest')::int as longest,
    encode(sha256(convert_to(w.name || ' ' || lower(w.subject), 'UTF8')), 'hex') as key
  from jsonb_to_recordset(${JSON.stringify(counters)}::jsonb)
    as w (name text, subject text, most int, seconds int, delays jsonb, "isInARow" boolean)`

/** Deletes counters whose window has ended, except those that a request is using. */
export async function removeExpiredCounters(db: Db) {
  const over = db
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(lt(rateLimits.windowEnds, sql`now()`))
    .for('update', { skipLocked: true })
  await db.delete(rateLimits).where(inArray(rateLimits.key, over))
}
