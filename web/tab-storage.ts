/**
 * What this tab keeps until it is closed, as JSON under a key. In a browser that blocks its storage nothing is kept, and
 * nothing else is different.
 */

/** The value under a key, of whatever shape; undefined when there is none or it cannot be read. */
export function fromTab(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '') as unknown
  } catch {
    return undefined
  }
}

/** Keeps a value that JSON can hold. Storage that is off or full keeps nothing. */
export function keepInTab(key: string, value: unknown) {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Nothing to do: whoever reads it finds nothing.
  }
}

/** Forgets the value under a key, if there is one. */
export function forgetInTab(key: string) {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Storage is off: there is nothing to forget.
  }
}
