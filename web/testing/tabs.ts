import type { BrowserTab } from '#web/shop/visitor/storage.ts'

type Listener = (event: { key: string | null }) => void
type Change = { key: string; value: string | null }
type ReceivedChange = Change & { from: object }
type Copy = { tab: BrowserTab; received: ReceivedChange[]; commit(): boolean; hear(): boolean }

/**
 * The storage that the tabs of one browser share, as Chromium has it: each tab works on a copy of its own, its changes
 * reach the browser and then the others later, and while a change of its own is under way those of others to the same
 * key are not taken over. `random` (from 0 to 1) decides which message moves when `step` is called; `settle` moves all
 * of them and answers how many there were. A page that is opened with the storage of another tab follows it there.
 */
export function openBrowser(initialState: Record<string, string> = {}, random = Math.random) {
  const disk = new Map(Object.entries(initialState))
  const tabs: Copy[] = []

  function openTab(ownStorage = new Map<string, string>()) {
    const openedAt = Date.now()
    const copy = new Map(disk)
    const sentChanges: Change[] = []
    const receivedChanges: ReceivedChange[] = []
    const listeners = new Set<Listener>()
    const putChange = (map: Map<string, string>, { key, value }: Change) =>
      value === null ? map.delete(key) : map.set(key, value)
    const change = (next: Change) => {
      if ((copy.get(next.key) ?? null) === next.value) return
      putChange(copy, next)
      sentChanges.push(next)
    }
    const localStorage = {
      getItem: (key: string) => copy.get(key) ?? null,
      setItem: (key: string, value: string) => change({ key, value: String(value) }),
      removeItem: (key: string) => change({ key, value: null }),
    }
    const tab = {
      localStorage,
      sessionStorage: {
        getItem: (key: string) => ownStorage.get(key) ?? null,
        setItem: (key: string, value: string) => ownStorage.set(key, value),
      },
      performance: { now: () => Date.now() - openedAt },
      addEventListener: (type: string, listener: Listener) => type === 'storage' && listeners.add(listener),
      removeEventListener: (_: string, listener: Listener) => listeners.delete(listener),
    } as unknown as BrowserTab
    /** The tab's oldest change reaches the browser. */
    const commit = () => {
      const next = sentChanges.shift()
      if (!next) return false
      putChange(disk, next)
      for (const other of tabs) other.received.push({ ...next, from: self })
      return true
    }
    /** The tab hears of the oldest change that the browser tells it of, also of its own. */
    const hear = () => {
      const next = receivedChanges.shift()
      if (!next) return false
      if (next.from === self) return true
      const isOverwritten = [...sentChanges, ...receivedChanges.filter(({ from }) => from === self)].some(
        ({ key }) => key === next.key,
      )
      if (!isOverwritten) putChange(copy, next)
      for (const listener of listeners) listener({ key: next.key })
      return true
    }
    const self: Copy = { tab, received: receivedChanges, commit, hear }
    tabs.push(self)
    return self
  }

  const step = () => {
    const moves = tabs.flatMap(({ commit, hear }) => [commit, hear])
    const first = Math.floor(random() * moves.length)
    return moves.some((_, at) => moves[(first + at) % moves.length]?.())
  }
  const settle = () => {
    for (let moves = 0; moves < MOST_MOVES; moves++) if (!step()) return moves
    throw new Error('The tabs do not come to rest.')
  }
  return { openTab: (ownStorage?: Map<string, string>) => openTab(ownStorage).tab, step, settle, disk }
}

const MOST_MOVES = 10_000
