import { keysInTab, readFromTab, removeFromTab, saveInTab } from './tab-storage.ts'

/**
 * Unsaved form values in this tab, by name. Each belongs to a user: nobody else who signs in here gets it, and signing
 * out deletes it.
 */
const PREFIX = 'draft:'

/** The cache in which the desk's service worker keeps photos until they are a product. */
export const SHARED_PHOTOS = 'desk-shared-photos'

/** The draft that the user left under the name, unchecked; undefined without one. */
export function readDraft(name: string, userId: string): unknown {
  const { by, value } = (readFromTab(PREFIX + name) ?? {}) as { by?: unknown; value?: unknown }
  return by === userId ? value : undefined
}

/** Stores the user's unsaved values under the name, so that they survive a reload and the end of the session. */
export const saveDraft = (name: string, userId: string, value: unknown) =>
  saveInTab(PREFIX + name, { by: userId, value })

export const deleteDraft = (name: string) => removeFromTab(PREFIX + name)

/** Deletes all drafts of this tab, and the photos that a phone has shared with the desk, at sign-out. */
export function deleteDrafts() {
  globalThis.caches?.delete(SHARED_PHOTOS).catch(() => {})
  for (const key of keysInTab()) if (key.startsWith(PREFIX)) removeFromTab(key)
}
