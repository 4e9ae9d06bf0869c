import type { ProductQuery } from '#contract/product-queries.ts'
import { toCategorySlug } from '../catalog/categories.ts'
import { countsWith, movesWith, type PriceChange, type Selections } from '../catalog/selections.ts'
import type { SuggestedIds } from '../catalog/suggestions.ts'
import { createTaggedCache, type Tagged } from './tagged-cache.ts'
import { ALL_PRODUCTS, CATEGORIES, type CatalogChange, COLLECTIONS, listTag, SEARCH } from './tags.ts'

type Reads = Selections & { suggestedIds(keyword: string): Promise<SuggestedIds> }
type Entry = Tagged & { value: unknown; isOther(change: PriceChange): boolean }

const MAX_ENTRIES = 1_000

/** The tags of the list that a query is about. */
export const tagsOfList = ({ keyword, category, collection }: ListOf) => {
  const list = keyword ? SEARCH : category ? listTag(toCategorySlug(category)) : ALL_PRODUCTS
  return collection ? [list, COLLECTIONS] : [list]
}
type ListOf = Pick<ProductQuery, 'keyword' | 'category' | 'collection'>

/**
 * The same reads from a cache, while `fresh`, until `clear` gets a change. A new price of one product leaves what it
 * cannot change, so that a large shop is not counted anew.
 */
export function cacheSelections(reads: Reads, fresh: () => boolean) {
  const cache = createTaggedCache<Entry>({ maxSize: MAX_ENTRIES, sizeOf: () => 1 })
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
  return {
    counts(query: ProductQuery) {
      const { sort, pageNumber, ...counted } = query
      const read = () => reads.counts(query)
      return cached(`counts ${JSON.stringify(counted)}`, tagsOfList(query), read, (change, value) =>
        countsWith(change, query, value),
      )
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
    clear: ({ tags, price }: CatalogChange) =>
      cache.clear(tags, (entry) => price !== undefined && !entry.isOther(price)),
  }
}
