import { eq, sql } from 'drizzle-orm'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { holdLock } from '#server/platform/db/locks.ts'
import type { StoredSynonyms } from '#server/shop/catalog/search-hooks.ts'
import { textWords } from '#server/shop/catalog/search-keyword.ts'
import { SYNONYMS_MAX, type Synonyms, type SynonymsUpdate } from '../contract.ts'
import { fruitlessSearches, searchSynonyms } from '../schema.ts'
import { STARTING_SYNONYMS } from './starting-synonyms.ts'
import { SEARCH_WORDS } from './texts.ts'
import { wordKey } from './word-keys.ts'

/** The lock under which synonyms are edited, and fruitless searches saved. */
export const SEARCH_WORDS_LOCK = 7_272_733

const termsIn = (text: string) => text.split(', ')

const STARTING: Synonyms[] = STARTING_SYNONYMS.map(({ id, words, finds }) => ({
  _id: id,
  words: termsIn(words),
  finds: finds ? termsIn(finds) : [],
}))

const STARTING_BY_ID = new Map(STARTING.map((synonyms) => [synonyms._id, synonyms]))

/** The starting synonyms by the keys of their words. */
const STARTING_BY_KEY = Map.groupBy(
  STARTING.flatMap((synonyms) => [...new Set(synonyms.words.map(wordKey))].map((key) => ({ key, synonyms }))),
  ({ key }) => key,
)

/** The most neighboring words of a keyword that are looked up together. */
const MOST_TOGETHER = 4

/** The synonyms of neighboring words of a keyword. */
export function synonymsFor(words: readonly string[]): StoredSynonyms {
  const runs = words.flatMap((_, from) =>
    Array.from({ length: Math.min(MOST_TOGETHER, words.length - from) }, (_at, more) => {
      const to = from + more + 1
      return { from, to, key: wordKey(words.slice(from, to).join(' ')) }
    }),
  )
  const keys = [...new Set(runs.map(({ key }) => key))]
  const starting = keys.flatMap((key) => STARTING_BY_KEY.get(key)?.map(({ synonyms }) => synonyms) ?? [])
  const synonymsIn = (rows: unknown) => {
    const inUse = withoutReplaced(starting, rows as Synonyms[])
    return runs.flatMap(({ from, to, key }) => {
      const others = inUse.flatMap((synonyms) =>
        synonyms.words.some((word) => wordKey(word) === key) ? meant(synonyms) : [],
      )
      const found = [...new Set(others)].filter((word) => wordKey(word) !== key)
      return found.length > 0 ? [{ from, to, words: found }] : []
    })
  }
  const ids = starting.map(({ _id }) => _id)
  return { stored: rowsWith(keys, ids), synonymsIn }
}

/** SQL: the rows that have a word with one of the keys, or one of the ids, as JSON. */
const rowsWith = (keys: string[], ids: string[]) => sql`(
  select coalesce(json_agg(json_build_object('_id', id, 'words', words, 'finds', finds) order by id), '[]')
  from ${searchSynonyms} where keys && ${sql.param(keys)}::text[] or id = any(${sql.param(ids)}::text[]))`

const columns = { _id: searchSynonyms.id, words: searchSynonyms.words, finds: searchSynonyms.finds }

const meant = ({ words, finds }: Synonyms) => (finds.length > 0 ? finds : words)

/** The starting synonyms that no row replaces, and the rows. */
const withoutReplaced = (starting: Synonyms[], rows: Synonyms[]) => {
  const replacedIds = new Set(rows.map(({ _id }) => _id))
  return [...new Set(starting)].filter(({ _id }) => !replacedIds.has(_id)).concat(rows)
}

/** All synonyms, by their first word. */
export async function allSynonyms(db: Db): Promise<Synonyms[]> {
  const rows = await db.select(columns).from(searchSynonyms)
  return withoutReplaced(STARTING, rows)
    .filter(({ words }) => words.length > 0)
    .toSorted(({ words: [one = ''] }, { words: [other = ''] }) => one.localeCompare(other, 'en'))
}

/** Adds synonyms. Throws synonyms_refused for more than SYNONYMS_MAX. */
export const addSynonyms = (db: Db, update: SynonymsUpdate): Promise<Synonyms> =>
  db.transaction(async (tx) => {
    await holdLock(tx, SEARCH_WORDS_LOCK)
    if ((await tx.$count(searchSynonyms)) >= SYNONYMS_MAX)
      throw new AppError('synonyms_refused', SEARCH_WORDS.tooMany(SYNONYMS_MAX))
    return saveSynonyms(tx, crypto.randomUUID(), update)
  })

/** Changes synonyms. Throws not_found. */
export const updateSynonyms = (db: Db, id: string, update: SynonymsUpdate): Promise<Synonyms> =>
  db.transaction(async (tx) => {
    await requireSynonyms(tx, id)
    return saveSynonyms(tx, id, update)
  })

/** Removes synonyms. Throws not_found. */
export const removeSynonyms = (db: Db, id: string): Promise<void> =>
  db.transaction(async (tx) => {
    await requireSynonyms(tx, id)
    if (STARTING_BY_ID.has(id)) await writeRow(tx, { id, words: [], finds: [], keys: [] })
    else await tx.delete(searchSynonyms).where(eq(searchSynonyms.id, id))
  })

async function requireSynonyms(tx: Db, id: string) {
  await holdLock(tx, SEARCH_WORDS_LOCK)
  const [row] = await tx.select().from(searchSynonyms).where(eq(searchSynonyms.id, id))
  if (row ? row.words.length === 0 : !STARTING_BY_ID.has(id)) throw notFound(SEARCH_WORDS.gone)
}

/** Saves synonyms, whose words are no fruitless searches any more. */
async function saveSynonyms(tx: Db, id: string, update: SynonymsUpdate): Promise<Synonyms> {
  const [words, finds] = [[...new Set(update.words)], [...new Set(update.finds)]]
  await writeRow(tx, { id, words, finds, keys: [...new Set(words.map(wordKey))] })
  const keywords = words.map((word) => textWords(word).join(' '))
  await tx.delete(fruitlessSearches).where(sql`${fruitlessSearches.keyword} = any(${sql.param(keywords)}::text[])`)
  return { _id: id, words, finds }
}

const writeRow = (tx: Db, { id, ...row }: typeof searchSynonyms.$inferInsert) =>
  tx
    .insert(searchSynonyms)
    .values({ id, ...row })
    .onConflictDoUpdate({ target: searchSynonyms.id, set: row })
