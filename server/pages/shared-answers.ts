import { MAX_AGE_MS } from './cache.ts'
import type { CallApi } from './render.ts'

/** API calls that nearly every page makes. */
const SHARED_PATHS = ['/api/shop', '/api/categories']

/**
 * Caches the responses to those calls until `clear`, and for five minutes at most; not while `fresh` is false. `call`
 * passes every other path on to `ask`.
 */
export function cacheSharedAnswers(ask: CallApi, fresh: () => boolean) {
  let cached = new Map<string, Promise<unknown>>()
  let since = performance.now()
  const clear = () => {
    cached = new Map()
    since = performance.now()
  }
  const call: CallApi = (path) => {
    if (!SHARED_PATHS.includes(path) || !fresh()) return ask(path)
    if (performance.now() - since > MAX_AGE_MS) clear()
    // A call that is under way during `clear` stays in the old map.
    const now = cached
    const answer = now.get(path) ?? ask(path)
    now.set(path, answer)
    answer.catch(() => now.delete(path))
    return answer
  }
  return { call, clear }
}
