import { nameOf, type PhotoFile } from './file-names.ts'
import { type Kept, type PhotoStore, SMALL } from './store.ts'
import { makeForm } from './variants.ts'

const MEMORY = 16 * 2 ** 20

/**
 * Finds files of the store; forms that are missing are made. Small ones stay in memory, 16 MB of them, the one that
 * was asked for longest ago going first. Null for a photograph that the store has not.
 */
export function openKept(store: PhotoStore) {
  const small = new Map<string, Kept>()
  let bytes = 0

  const forget = (name: string) => {
    bytes -= small.get(name)?.size ?? 0
    small.delete(name)
  }
  const remember = (name: string, kept: Kept) => {
    forget(name)
    small.set(name, kept)
    bytes += kept.size
    for (const oldest of small.keys()) {
      if (bytes <= MEMORY) break
      forget(oldest)
    }
  }

  return async (file: PhotoFile): Promise<Kept | null> => {
    const name = nameOf(file)
    const kept = small.get(name) ?? (await store.find(file)) ?? (await madeNow(store, file))
    if (kept && kept.size <= SMALL) remember(name, kept)
    return kept
  }
}

async function madeNow(store: PhotoStore, { id, form }: PhotoFile) {
  if (!form || !(await store.has({ id }))) return null
  await makeForm(store, { id, form })
  return store.find({ id, form })
}
