import { MAX_AGE_MS } from './cache.ts'
import type { PublicData } from './render.ts'

/** Data that nearly every page shows. */
type Shared = Pick<PublicData, 'shop' | 'categories'>

/**
 * Caches that data until `clear`, and for five minutes at most; not while `fresh` is false. The other functions of
 * `source` stay the same.
 */
export function cacheSharedData(source: PublicData, fresh: () => boolean) {
  let cached = new Map<keyof Shared, Promise<unknown>>()
  let since = performance.now()
  const clear = () => {
    cached = new Map()
    since = performance.now()
  }
  const read = <Name extends keyof Shared>(name: Name): ReturnType<Shared[Name]> => {
    const ask = source[name] as () => ReturnType<Shared[Name]>
    if (!fresh()) return ask()
    if (performance.now() - since > MAX_AGE_MS) clear()
    // A query that runs during `clear` stays in the old map.
    const now = cached
    const answer = (now.get(name) as ReturnType<Shared[Name]> | undefined) ?? ask()
    now.set(name, answer)
    answer.catch(() => now.delete(name))
    return answer
  }
  const data: PublicData = { ...source, shop: () => read('shop'), categories: () => read('categories') }
  return { data, clear }
}
