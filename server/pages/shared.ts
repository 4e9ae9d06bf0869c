import type { CallApi } from './render.ts'

/** What nearly every page asks for. */
const SHARED = ['/api/shop', '/api/categories']

/** The API, whose answers to those calls are kept until `clear`, as long as this process would know of a change. */
export function keepShared(ask: CallApi, fresh: () => boolean) {
  let kept = new Map<string, Promise<unknown>>()
  const call: CallApi = (path) => {
    if (!SHARED.includes(path) || !fresh()) return ask(path)
    // What is asked while they are forgotten goes down with the old ones.
    const now = kept
    const answer = now.get(path) ?? ask(path)
    now.set(path, answer)
    answer.catch(() => now.delete(path))
    return answer
  }
  const clear = () => {
    kept = new Map()
  }
  return { call, clear }
}
