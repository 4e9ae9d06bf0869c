import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { LRUCache } from 'lru-cache'
import { PAGE_SIZE } from '#contract/defaults.ts'
import type { ProductQuery } from '#contract/product-queries.ts'
import { EVERYTHING } from '#server/platform/cdn/tags.ts'
import { COUNTED_OFF } from '#server/platform/db/pagination.ts'
import { toCategorySlug } from '#server/shop/catalog/categories.ts'
import {
  type Counts,
  countsWith,
  movesWith,
  type PriceChange,
  type SelectedBy,
  type Selections,
} from '#server/shop/catalog/selections.ts'
import type { SuggestedIds } from '#server/shop/catalog/suggestions.ts'
import { ALL_PRODUCTS, CATEGORIES, type CatalogChange, COLLECTIONS, listTag, SEARCH } from '#server/shop/public-tags.ts'
import { createTaggedCache, type TaggedEntry } from './tagged-cache.ts'

type Reads = Selections & { suggestedIds(keyword: string): Promise<SuggestedIds> }
type LastCounts = { value: Counts; isCounting: boolean }
type Entry = TaggedEntry & { value: unknown; isOther(change: PriceChange): boolean }

const MAX_ENTRIES = 1_000

/** The tags of the list that a query is about. */
export const tagsOfList = ({ keyword, category, collection }: ListOf) => {
  const list = keyword ? SEARCH : category ? listTag(toCategorySlug(category)) : ALL_PRODUCTS
  return collection || keyword ? [list, COLLECTIONS] : [list]
}
type ListOf = Pick<ProductQuery, 'keyword' | 'category' | 'collection'>

/** How a search has found its products. */
const wayOf = ({ queries }: SelectedBy) => [queries?.asMeant !== undefined, queries?.matchedWords]

/** Nobody waits until a list with more products is counted anew. */
export const COUNTED_AT_ONCE = 1_000

/** Between two counts of a list that changes all the time. */
const PAUSE_MS = 500
const MAX_LARGE_LISTS = 200

/**
 * The same reads from a cache, while `fresh`, until `clear` gets a change. A new price of one product leaves what it
 * cannot change, so that a large shop is not counted anew. After any other change a list of more than COUNTED_AT_ONCE
 * products has the counts from before until it is counted; `onRecount` is called with the tags of what may show others.
 */
export function cacheSelections(reads: Reads, fresh: () => boolean, onRecount: (tags: string[]) => void = () => {}) {
  const cache = createTaggedCache<Entry>({ maxSize: MAX_ENTRIES, sizeOf: () => 1 })
  const lastCounts = new LRUCache<string, LastCounts>({ max: MAX_LARGE_LISTS })
  const cachedValue = async <Value>(
    key: string,
    listTags: string[],
    readValue: () => Promise<Value>,
    isOther: (change: PriceChange, value: Value) => boolean,
  ) => {
    if (!fresh()) return readValue()
    const make = async () => {
      const value = await readValue()
      const tags = [...listTags, CATEGORIES]
      return { value, tags, isCacheable: true, isOther: (change: PriceChange) => isOther(change, value) }
    }
    return (cache.peek(key) ?? (await cache.make(key, make))).value as Value
  }
  const countsNow = async (key: string, query: ProductQuery, last = lastCounts.get(key)) => {
    const readCounts = () => reads.counts(query)
    const value = await cachedValue(key, tagsOfList(query), readCounts, (change, countsBefore) =>
      countsWith(change, query, countsBefore),
    )
    const before = last?.value
    if (last) last.value = value
    if (value.total <= COUNTED_AT_ONCE) lastCounts.delete(key)
    else lastCounts.set(key, last ?? { value, isCounting: false })
    if (before && !isDeepStrictEqual(value, before)) onRecount(tagsOfList(query))
    return value
  }
  /** Counts a list again. Where that fails or a change overtakes it, the list is made again, and so counted again. */
  const recount = async (key: string, query: ProductQuery, last: LastCounts) => {
    if (last.isCounting) return
    last.isCounting = true
    try {
      await countsNow(key, query, last)
      if (cache.peek(key)) return
      await setTimeout(PAUSE_MS, undefined, { ref: false })
    } catch {
      // The next visitor counts, and is told what is wrong.
      lastCounts.delete(key)
    } finally {
      last.isCounting = false
    }
    onRecount(tagsOfList(query))
  }
  return {
    async counts(query: ProductQuery) {
      const { sort, pageNumber, ...countQuery } = query
      const key = `counts ${JSON.stringify(countQuery)}`
      const last = fresh() && !cache.peek(key) ? lastCounts.get(key) : undefined
      // A page that may have come since is counted for.
      if (!last || last.value.total <= (pageNumber - 1) * PAGE_SIZE) return countsNow(key, query)
      void recount(key, query, last)
      return last.value
    },
    ids({ extras, ...query }: ProductQuery, counts: SelectedBy) {
      // A page far behind may be counted from the end of its list.
      const total = query.pageNumber * PAGE_SIZE > COUNTED_OFF ? counts.total : undefined
      const key = `ids ${JSON.stringify([wayOf(counts), total, query])}`
      const readIds = () => reads.ids(query, counts)
      return cachedValue(key, tagsOfList(query), readIds, (change) => movesWith(change, query))
    },
    suggestedIds: (keyword: string) =>
      cachedValue(
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
