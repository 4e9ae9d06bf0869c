import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { makeForm } from './forms.ts'
import { hasFile, type PhotoFile, type PhotoStore, pathOf } from './photos.ts'

/** A file of the store, to be sent: its bytes from memory, or streamed from the disk when it is large. */
export type Kept = { etag: string; size: number; body(): Buffer | Readable }

const SMALL = 100 * 1024
const MEMORY = 16 * 2 ** 20

/**
 * Finds files of the store; forms that are missing are made. Small ones stay in memory, 16 MB of them, the one that
 * was asked for longest ago going first. Null for a photograph that the store has not.
 */
export function openKept(store: PhotoStore) {
  const small = new Map<string, Kept>()
  let bytes = 0

  const forget = (path: string) => {
    bytes -= small.get(path)?.size ?? 0
    small.delete(path)
  }
  const remember = (path: string, kept: Kept) => {
    forget(path)
    small.set(path, kept)
    bytes += kept.size
    for (const oldest of small.keys()) {
      if (bytes <= MEMORY) break
      forget(oldest)
    }
  }

  return async (file: PhotoFile): Promise<Kept | null> => {
    const path = pathOf(store, file)
    const kept = small.get(path) ?? (await keptAt(path)) ?? (await madeNow(store, file))
    if (kept && kept.size <= SMALL) remember(path, kept)
    return kept
  }
}

async function keptAt(path: string): Promise<Kept | null> {
  const facts = await stat(path).catch(nullWhenMissing)
  if (!facts) return null
  const { size, mtimeMs } = facts
  const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`
  if (size > SMALL) return { etag, size, body: () => createReadStream(path) }
  const bytes = await readFile(path)
  return { etag, size, body: () => bytes }
}

async function madeNow(store: PhotoStore, { id, form }: PhotoFile) {
  if (!form || !(await hasFile(store, { id }))) return null
  await makeForm(store, { id, form })
  return keptAt(pathOf(store, { id, form }))
}

function nullWhenMissing(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return null
  throw error
}
