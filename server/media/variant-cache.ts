import { type PhotoFile, photoFileName } from './file-names.ts'
import { IN_MEMORY_MAX, type PhotoStore, type StoredFile } from './store.ts'
import { makeVariant } from './variants.ts'

const MAX_BYTES = 16 * 2 ** 20

/**
 * Opens files of the store through an LRU cache of 16 MB for small files, and makes missing variants. The returned
 * function resolves to null for an unknown photo.
 */
export function openVariantCache(store: PhotoStore) {
  const cached = new Map<string, StoredFile>()
  let bytes = 0

  const evict = (name: string) => {
    bytes -= cached.get(name)?.size ?? 0
    cached.delete(name)
  }
  const remember = (name: string, file: StoredFile) => {
    evict(name)
    cached.set(name, file)
    bytes += file.size
    for (const oldest of cached.keys()) {
      if (bytes <= MAX_BYTES) break
      evict(oldest)
    }
  }

  return async (photoFile: PhotoFile): Promise<StoredFile | null> => {
    const name = photoFileName(photoFile)
    const file = cached.get(name) ?? (await store.find(photoFile)) ?? (await makeMissing(store, photoFile))
    if (file && file.size <= IN_MEMORY_MAX) remember(name, file)
    return file
  }
}

async function makeMissing(store: PhotoStore, { id, variant }: PhotoFile) {
  if (!variant || !(await store.has({ id }))) return null
  await makeVariant(store, { id, variant })
  return store.find({ id, variant })
}
