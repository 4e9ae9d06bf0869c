import { inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { rateLimits } from '../db/schema.ts'
import type { Counter } from './rules.ts'

/** A counter that is full, and for how many seconds it will be. */
export type FullCounter = { name: string; wait: number }

/** How often a count is tried anew when others fill a counter meanwhile; the second time usually sees it full. */
const TRIES = 3

/**
 * Counts one more in each of the counters, or in none of them when one is full: that one is answered, the fullest first.
 * However many count at once, in however many processes, no counter goes over its `most`. Inside a transaction the
 * count is undone with it.
 */
export async function incrementCounters(db: Db, counters: Counter[]): Promise<FullCounter | null> {
  for (let tries = 0; tries < TRIES; tries++) {
    const { rows } = await db.execute<Counted>(incrementStatement(counters))
    const full = rows.filter(({ wait }) => wait !== null).sort((a, b) => Number(b.wait) - Number(a.wait))[0]
    if (full) return { name: full.name, wait: Number(full.wait) }
    const counted = rows.filter(({ isCounted }) => isCounted).map(({ name }) => name)
    if (counted.length === counters.length) return null
    await decrementCounters(
      db,
      counters.filter(({ name }) => counted.includes(name)),
    )
  }
  return { name: 'too many at once', wait: 1 }
}

type Counted = { name: string; isCounted: boolean; wait: number | null }

// A full counter is seen without a lock and written by nobody, so refusals are cheap. Where it fills between the look and
// the count, the condition of the update refuses it under its lock. Rows are locked in the order of their keys.
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
      from wanted w, lateral (select case when r.window_ends > now() then r.hits + 1 else 1 end as hits) next
      where w.key = r.key)
    where not exists (select from wanted w where w.key = r.key and ${isFull})
    returning key
  )
  select w.name, c.key is not null as "isCounted", s.wait
  from wanted w left join counted c on c.key = w.key left join standing s on s.key = w.key`

/** Of a counter `w` and its row `r`: nothing more is counted for now. */
const isFull = sql`r.window_ends > now() and (r.hits >= w.last or r.hits >= w.most and r.waits_until > now())`

/** Takes one count back from each of the counters. After a success, what counts only in a row starts from nothing. */
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

/** Removes the counters, whatever they have counted. */
export async function removeCounters(db: Db, counters: Counter[]) {
  await db.execute(sql`
    delete from ${rateLimits} where key in (
      select k.key from ${rateLimits} k join (${counterRows(counters)}) w on w.key = k.key order by k.key for update of k
    )`)
}

/**
 * The counters as rows. Keys are hashes: nobody's address is kept in clear. Case is folded by the database, as it is
 * where an account is looked up: another spelling of an email address is no other account.
 */
const counterRows = (counters: Counter[]): SQL => sql`
  select w.*, coalesce((w.delays->>'most')::int, w.most) as last,
    (w.delays->>'first')::int as first, (w.delays->>'longest')::int as longest,
    encode(sha256(convert_to(w.name || ' ' || lower(w.subject), 'UTF8')), 'hex') as key
  from jsonb_to_recordset(${JSON.stringify(counters)}::jsonb)
    as w (name text, subject text, most int, seconds int, delays jsonb, "isInARow" boolean)`

/** Removes the counters whose window is over. Those that somebody is counting in are left for the next time. */
export async function removeExpiredCounters(db: Db) {
  const over = db
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(lt(rateLimits.windowEnds, sql`now()`))
    .for('update', { skipLocked: true })
  await db.delete(rateLimits).where(inArray(rateLimits.key, over))
}
