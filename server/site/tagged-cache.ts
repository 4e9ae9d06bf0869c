import { LRUCache } from 'lru-cache'
import { EVERYTHING } from '#server/platform/cdn/tags.ts'

/** Something cached: `tags` say what it shows, and whether it may be stored at all. */
export type TaggedEntry = { tags: string[]; isCacheable: boolean }

/** Upper bound on the age of a cached entry, should a change notification ever be lost. */
export const MAX_AGE_MS = 5 * 60_000

/** Whether an entry is to stay in the cache although one of its tags is cleared. */
type Stays<Entry> = (entry: Entry) => boolean

/**
 * In-memory cache: least recently used out first, five minutes at most. Concurrent requests for an entry share one
 * computation. `clear` removes the entries with one of these tags, except those for which `stays` is true; an entry that
 * it would remove and that is being computed then is returned but not stored, and is not `isCacheable` any more.
 */
export function createTaggedCache<Entry extends TaggedEntry>(limits: {
  maxSize: number
  sizeOf(entry: Entry, key: string): number
}) {
  const keysByTag = new Map<string, Set<string>>()
  const entries = new LRUCache<string, Entry>({
    maxSize: limits.maxSize,
    sizeCalculation: limits.sizeOf,
    ttl: MAX_AGE_MS,
    ttlResolution: 0,
    dispose(entry, key) {
      for (const tag of entry.tags) removeKey(keysByTag, tag, key)
    },
  })
  const pending = new Map<string, Promise<Entry>>()
  /** The tags that were cleared while a computation ran, by computation. */
  const running = new Set<{ tags: string[]; stays: Stays<Entry> }[]>()

  const store = (key: string, entry: Entry, ttl = MAX_AGE_MS) => {
    entries.set(key, entry, { ttl })
    if (entries.peek(key) === entry) for (const tag of entry.tags) addKey(keysByTag, tag, key)
  }
  const compute = async (key: string, create: () => Promise<Entry>) => {
    const clearings: { tags: string[]; stays: Stays<Entry> }[] = []
    running.add(clearings)
    try {
      const entry = await create()
      const isOf = (tags: string[]) => tags.includes(EVERYTHING) || entry.tags.some((tag) => tags.includes(tag))
      if (clearings.some(({ tags, stays }) => isOf(tags) && !stays(entry))) entry.isCacheable = false
      if (entry.isCacheable) store(key, entry)
      return entry
    } finally {
      running.delete(clearings)
    }
  }

  return {
    clear(tags: string[], stays: Stays<Entry> = () => false) {
      // A request that comes now must not get what was read before the change.
      pending.clear()
      for (const runningClearings of running) runningClearings.push({ tags, stays })
      if (tags.includes(EVERYTHING)) return entries.clear()
      const keys = new Set(tags.flatMap((tag) => [...(keysByTag.get(tag) ?? [])]))
      for (const key of keys) {
        const entry = entries.peek(key)
        if (!entry || !stays(entry)) entries.delete(key)
      }
    },
    peek: (key: string): Entry | undefined => entries.get(key),
    /** Counts the size of a stored entry anew; its age stays. */
    resize(key: string, entry: Entry) {
      if (entries.peek(key) !== entry) return
      const msLeft = entries.getRemainingTTL(key)
      entries.delete(key)
      if (msLeft > 0) store(key, entry, msLeft)
    },
    make(key: string, create: () => Promise<Entry>): Promise<Entry> {
      const pendingEntry = pending.get(key)
      if (pendingEntry) return pendingEntry
      const task: Promise<Entry> = compute(key, create).finally(() => {
        if (pending.get(key) === task) pending.delete(key)
      })
      pending.set(key, task)
      return task
    },
  }
}

export type TaggedCache<Entry extends TaggedEntry> = ReturnType<typeof createTaggedCache<Entry>>

function addKey(index: Map<string, Set<string>>, tag: string, key: string) {
  const keys = index.get(tag)
  if (keys) keys.add(key)
  else index.set(tag, new Set([key]))
}

function removeKey(index: Map<string, Set<string>>, tag: string, key: string) {
  const keys = index.get(tag)
  if (keys?.delete(key) && keys.size === 0) index.delete(tag)
}
