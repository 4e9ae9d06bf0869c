import { LRUCache } from 'lru-cache'
import { type PhotoFile, photoFileName } from './file-names.ts'
import { IN_MEMORY_MAX, type PhotoStore, type StoredFile } from './store.ts'
import { makeVariant } from './variants.ts'

const MAX_BYTES = 16 * 2 ** 20

/**
 * Opens files of the store through an LRU cache of 16 MB for small files, and makes missing variants. `open` resolves to
 * null for an unknown photo; `forget` empties the cache.
 */
export function openVariantCache(store: PhotoStore) {
  const fileCache = new LRUCache<string, StoredFile>({
    maxSize: MAX_BYTES,
    maxEntrySize: IN_MEMORY_MAX,
    sizeCalculation: ({ size }) => Math.max(1, size),
  })
  let forgetCount = 0
  return {
    async open(photoFile: PhotoFile): Promise<StoredFile | null> {
      const name = photoFileName(photoFile)
      const hit = fileCache.get(name)
      if (hit) return hit
      const before = forgetCount
      const file = (await store.find(photoFile)) ?? (await makeMissing(store, photoFile))
      // A file that was read while others were removed may be one of them.
      if (file && before === forgetCount) fileCache.set(name, file)
      return file
    },
    forget() {
      forgetCount++
      fileCache.clear()
    },
  }
}

async function makeMissing(store: PhotoStore, { id, variant }: PhotoFile) {
  if (!variant || !(await store.has({ id }))) return null
  await makeVariant(store, { id, variant })
  return store.find({ id, variant })
}
