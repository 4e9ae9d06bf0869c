import { MAX_AGE_MS } from './cache.ts'
import type { CallApi } from './render.ts'

/** What nearly every page asks for. */
const SHARED = ['/api/shop', '/api/categories']

/** The API, whose answers to those calls are kept until `clear`, as long as this process would know of a change and for five minutes at most. */
export function keepShared(ask: CallApi, fresh: () => boolean) {
  let kept = new Map<string, Promise<unknown>>()
  let since = performance.now()
  const clear = () => {
    kept = new Map()
    since = performance.now()
  }
  const call: CallApi = (path) => {
    if (!SHARED.includes(path) || !fresh()) return ask(path)
    if (performance.now() - since > MAX_AGE_MS) clear()
    // What is asked while they are forgotten goes down with the old ones.
    const now = kept
    const answer = now.get(path) ?? ask(path)
    now.set(path, answer)
    answer.catch(() => now.delete(path))
    return answer
  }
  return { call, clear }
}
