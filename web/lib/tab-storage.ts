/**
 * JSON values by key that this tab stores until it is closed. In a browser that blocks its storage nothing is stored,
 * and nothing else changes.
 */

export type TabStorage = Pick<Window, 'sessionStorage'>

/** Reads the value of a key from sessionStorage, unchecked; undefined when it is absent or unreadable. */
export function readFromTab(key: string, tab: TabStorage = globalThis): unknown {
  try {
    return JSON.parse(tab.sessionStorage.getItem(key) ?? '') as unknown
  } catch {
    return undefined
  }
}

/** Saves a JSON value in sessionStorage; does nothing when the storage is full or blocked. */
export function saveInTab(key: string, value: unknown, tab: TabStorage = globalThis) {
  try {
    tab.sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Nothing to do: whoever reads it finds nothing.
  }
}

/** Removes a key from sessionStorage. */
export function removeFromTab(key: string) {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Storage is off: there is nothing to forget.
  }
}

/** The keys that have a value in this tab. */
export function keysInTab(): string[] {
  try {
    return Object.keys(sessionStorage)
  } catch {
    return []
  }
}
