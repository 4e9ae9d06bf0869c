// Searches that no product matches with all words. They are counted in memory while pages are sent, cached ones too, and
// saved once a minute: a visitor waits for no statement, and whatever visitors search for, the table stays small.

import { desc, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Db } from '#server/platform/db/client.ts'
import { holdLock } from '#server/platform/db/locks.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { textWords } from '#server/shop/catalog/search-keyword.ts'
import type { FruitlessSearch } from '../contract.ts'
import { fruitlessSearches } from '../schema.ts'
import { SEARCH_WORDS_LOCK } from './synonyms.ts'

/** How many searches the table has, those that are searched for most. */
export const MOST_SEARCHES = 300
/** How many searches are saved at once, and how often each is counted until then. */
export const MOST_AT_ONCE = 100
export const MOST_TIMES_AT_ONCE = 20
/** How many searches of one network are counted in an hour. */
export const MOST_OF_A_NETWORK = 20
const HOUR_MS = 3_600_000
const MOST_NETWORKS = 2_000
const KEYWORD_MAX = 60
const SAVED_EVERY_MS = 60_000
const KEPT = '180 days'
/** Of the searches of this time those that are searched for most stay. */
const RECENT = '30 days'

/** An address, a telephone number or the number of an order is no word of a piece. */
const PERSONAL_PATTERN = /@|\d{4,}|(\d[\s./-]*){7,}/

type Counted = Pick<FruitlessSearch, 'keyword' | 'matchedWords' | 'times'>

/** The counts of a process since they were last saved. */
export type FruitlessCounts = ReturnType<typeof openFruitlessCounts>

export function openFruitlessCounts() {
  let counts = new Map<string, Counted>()
  const networks = new LRUCache<string, { pages: number }>({ max: MOST_NETWORKS, ttl: HOUR_MS })
  const add = ({ keyword, matchedWords, times }: Counted) => {
    const before = counts.get(keyword)
    if (!before && counts.size >= MOST_AT_ONCE) return
    counts.set(keyword, { keyword, matchedWords, times: Math.min((before?.times ?? 0) + times, MOST_TIMES_AT_ONCE) })
  }
  /** Whether the network may have another page counted. */
  const allows = (network: string) => {
    const counted = networks.get(network) ?? { pages: 0 }
    if (counted.pages >= MOST_OF_A_NETWORK) return false
    if (counted.pages === 0) networks.set(network, counted)
    counted.pages++
    return true
  }
  return {
    add,
    /**
     * What to call each time the page of this search is sent, which the network has asked for first. Undefined when it is
     * not counted.
     */
    counterOf(search: { keyword: string; matchedWords: string }, network: string): (() => void) | undefined {
      const keyword = textWords(search.keyword.toLowerCase()).join(' ')
      const isCounted = keyword !== '' && keyword.length <= KEYWORD_MAX && !PERSONAL_PATTERN.test(search.keyword)
      if (!isCounted || !allows(network)) return undefined
      const view = { keyword, matchedWords: search.matchedWords, times: 1 }
      return () => add(view)
    },
    /** The counts, which start anew. */
    take(): Counted[] {
      const taken = [...counts.values()]
      counts = new Map()
      return taken
    },
  }
}

declare module '#server/platform/context.ts' {
  interface Context {
    fruitlessCounts: FruitlessCounts
  }
}

/** Saves the counts of this process, and deletes what the table has too much. */
export async function saveCounts(db: Db, counts: FruitlessCounts) {
  const taken = counts.take()
  if (taken.length === 0) return
  try {
    await db.transaction(async (tx) => {
      await holdLock(tx, SEARCH_WORDS_LOCK)
      await tx.execute(sql`
        insert into ${fruitlessSearches} (keyword, matched_words, times, last_at)
        select keyword, "matchedWords", times, date_trunc('hour', now())
        from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as it (keyword text, "matchedWords" text, times int)
        on conflict (keyword) do update set matched_words = excluded.matched_words, last_at = excluded.last_at,
          times = least(${fruitlessSearches.times}::bigint + excluded.times, 1000000)`)
      await tx.execute(sql`
        delete from ${fruitlessSearches} where ${fruitlessSearches.lastAt} < now() - ${KEPT}::interval
          or ${fruitlessSearches.keyword} in (
            select keyword from fruitless_searches
            order by last_at > now() - ${RECENT}::interval desc, times desc, last_at desc, keyword offset ${MOST_SEARCHES})`)
    })
  } catch (error) {
    for (const count of taken) counts.add(count)
    throw error
  }
}

/** Starts saving the counts of this process every minute. */
export const startSavingCounts = (log: FastifyBaseLogger, db: Db, counts: FruitlessCounts): Job =>
  startJob(log, async () => {
    await saveCounts(db, counts)
    return SAVED_EVERY_MS
  })

/** The fruitless searches, those that are searched for most first. */
export async function fruitlessList(db: Db): Promise<FruitlessSearch[]> {
  const rows = await db
    .select()
    .from(fruitlessSearches)
    .orderBy(desc(fruitlessSearches.times), desc(fruitlessSearches.lastAt), fruitlessSearches.keyword)
  return rows.map(({ lastAt, ...search }) => ({ ...search, lastAt: lastAt.toISOString() }))
}

/** Takes a search off the list, until it is searched for again. */
export const dismissSearch = (db: Db, keyword: string) =>
  db.delete(fruitlessSearches).where(sql`${fruitlessSearches.keyword} = ${keyword.replaceAll('\0', '')}`)
