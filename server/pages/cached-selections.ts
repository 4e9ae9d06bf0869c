import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { LRUCache } from 'lru-cache'
import { PAGE_SIZE } from '#contract/defaults.ts'
import type { ProductQuery } from '#contract/product-queries.ts'
import { toCategorySlug } from '../catalog/categories.ts'
import { type Counts, countsWith, movesWith, type PriceChange, type Selections } from '../catalog/selections.ts'
import type { SuggestedIds } from '../catalog/suggestions.ts'
import { createTaggedCache, type Tagged } from './tagged-cache.ts'
import { ALL_PRODUCTS, CATEGORIES, type CatalogChange, COLLECTIONS, EVERYTHING, listTag, SEARCH } from './tags.ts'

type Reads = Selections & { suggestedIds(keyword: string): Promise<SuggestedIds> }
type Entry = Tagged & { value: unknown; isOther(change: PriceChange): boolean }

const MAX_ENTRIES = 1_000

/** The tags of the list that a query is about. */
export const tagsOfList = ({ keyword, category, collection }: ListOf) => {
  const list = keyword ? SEARCH : category ? listTag(toCategorySlug(category)) : ALL_PRODUCTS
  return collection ? [list, COLLECTIONS] : [list]
}
type ListOf = Pick<ProductQuery, 'keyword' | 'category' | 'collection'>

/** Nobody waits until a list with more products is counted anew. */
export const COUNTED_AT_ONCE = 1_000

/** Between two counts of a list that changes all the time. */
const PAUSE_MS = 500
const MAX_LARGE_LISTS = 200

/**
 * The same reads from a cache, while `fresh`, until `clear` gets a change. A new price of one product leaves what it
 * cannot change, so that a large shop is not counted anew. After any other change a list of more than COUNTED_AT_ONCE
 * products has the counts from before until it is counted; `recounted` is then called with the tags of what shows them.
 */
export function cacheSelections(reads: Reads, fresh: () => boolean, recounted: (tags: string[]) => void = () => {}) {
  const cache = createTaggedCache<Entry>({ maxSize: MAX_ENTRIES, sizeOf: () => 1 })
  const lastCounts = new LRUCache<string, { value: Counts; isCounting: boolean }>({ max: MAX_LARGE_LISTS })
  const cached = async <Value>(
    key: string,
    listTags: string[],
    read: () => Promise<Value>,
    isOther: (change: PriceChange, value: Value) => boolean,
  ) => {
    if (!fresh()) return read()
    const make = async () => {
      const value = await read()
      const tags = [...listTags, CATEGORIES]
      return { value, tags, isCacheable: true, isOther: (change: PriceChange) => isOther(change, value) }
    }
    return (cache.peek(key) ?? (await cache.make(key, make))).value as Value
  }
  const countsNow = async (key: string, query: ProductQuery) => {
    const read = () => reads.counts(query)
    const value = await cached(key, tagsOfList(query), read, (change, known) => countsWith(change, query, known))
    const last = lastCounts.get(key)
    if (value.total <= COUNTED_AT_ONCE) lastCounts.delete(key)
    else if (last) last.value = value
    else lastCounts.set(key, { value, isCounting: false })
    return value
  }
  /** Counts a list until its counts are of now, and tells when they are others. */
  const recount = async (key: string, query: ProductQuery) => {
    const last = lastCounts.get(key)
    if (!last || last.isCounting) return
    last.isCounting = true
    try {
      for (; fresh() && lastCounts.peek(key) === last; await setTimeout(PAUSE_MS, undefined, { ref: false })) {
        const shown = last.value
        if (!isDeepStrictEqual(await countsNow(key, query), shown)) recounted(tagsOfList(query))
        if (cache.peek(key)) return
      }
    } catch {
      // The next visitor counts, and is told what is wrong.
      lastCounts.delete(key)
    } finally {
      last.isCounting = false
    }
  }
  return {
    async counts(query: ProductQuery) {
      const { sort, pageNumber, ...counted } = query
      const key = `counts ${JSON.stringify(counted)}`
      const last = fresh() && !cache.peek(key) ? lastCounts.get(key) : undefined
      // A page that may have come since is counted for.
      if (!last || last.value.total <= (pageNumber - 1) * PAGE_SIZE) return countsNow(key, query)
      void recount(key, query)
      return last.value
    },
    ids({ extras, ...query }: ProductQuery, { way }: { way: number }) {
      const read = () => reads.ids(query, { way })
      return cached(`ids ${way} ${JSON.stringify(query)}`, tagsOfList(query), read, (change) =>
        movesWith(change, query),
      )
    },
    suggestedIds: (keyword: string) =>
      cached(
        `suggestions ${keyword}`,
        [SEARCH, COLLECTIONS],
        () => reads.suggestedIds(keyword),
        () => false,
      ),
    clear({ tags, price }: CatalogChange) {
      if (tags.includes(EVERYTHING)) lastCounts.clear()
      cache.clear(tags, (entry) => price !== undefined && !entry.isOther(price))
    },
  }
}
