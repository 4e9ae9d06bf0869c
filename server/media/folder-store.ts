import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../errors.ts'
import { exists, UNFINISHED_PREFIX, writeAtomically } from '../lib/files.ts'
import { PHOTOS } from '../texts/catalog.ts'
import { nameOf, type PhotoFile, photoFile } from './file-names.ts'
import { type PhotoStore, SMALL } from './store.ts'

const HOUR = 3_600_000

/** Photographs in a folder, one file each. */
export function folderStore({ folder }: { folder: string }): PhotoStore & { folder: string } {
  const pathOf = (file: PhotoFile) => join(folder, nameOf(file))
  return {
    place: { folder },
    folder,
    has: (file) => exists(pathOf(file)),
    find: (file) => keptAt(pathOf(file)),
    read: (file) => readFile(pathOf(file)),
    write: (file, bytes) => writeAtomically(folder, nameOf(file), bytes).catch(whenFull),
    async remove(files) {
      await Promise.all(files.map((file) => rm(pathOf(file), { force: true })))
    },
    list: async () => (await namesIn(folder)).flatMap((name) => photoFile(name) ?? []),
    async tidy() {
      const names = (await namesIn(folder)).filter((name) => name.startsWith(UNFINISHED_PREFIX))
      for (const path of names.map((name) => join(folder, name)))
        if ((await stat(path)).mtimeMs < Date.now() - HOUR) await rm(path, { force: true })
    },
  }
}

async function namesIn(folder: string) {
  await mkdir(folder, { recursive: true })
  return readdir(folder)
}

async function keptAt(path: string) {
  const facts = await stat(path).catch(nullWhenMissing)
  if (!facts) return null
  const { size, mtimeMs } = facts
  const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`
  if (size > SMALL) return { etag, size, body: () => createReadStream(path) }
  const bytes = await readFile(path)
  return { etag, size, body: () => bytes }
}

function nullWhenMissing(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return null
  throw error
}

function whenFull(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ENOSPC' && error.code !== 'EDQUOT') throw error
  throw new AppError('photos_full', PHOTOS.diskFull)
}
