import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#server/errors.ts'
import { exists, UNFINISHED_PREFIX, writeAtomically } from '#server/platform/lib/files.ts'
import { type PhotoFile, parsePhotoName, photoFileName } from './file-names.ts'
import { IN_MEMORY_MAX, type PhotoStore } from './store.ts'
import { PHOTOS } from './texts.ts'

const HOUR = 3_600_000

/** Photo store in a folder on disk. */
export function folderStore({ folder }: { folder: string }): PhotoStore & { folder: string } {
  const pathOf = (file: PhotoFile) => join(folder, photoFileName(file))
  return {
    location: { folder },
    folder,
    has: (file) => exists(pathOf(file)),
    find: (file) => storedFileAt(pathOf(file)),
    read: (file) => readFile(pathOf(file)),
    write: (file, bytes) => writeAtomically(folder, photoFileName(file), bytes).catch(throwDiskFull),
    async remove(files) {
      await Promise.all(files.map((file) => rm(pathOf(file), { force: true })))
    },
    list: async () => (await namesIn(folder)).flatMap((name) => parsePhotoName(name) ?? []),
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

async function storedFileAt(path: string) {
  const stats = await stat(path).catch(nullIfMissing)
  if (!stats) return null
  const { size, mtimeMs } = stats
  const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`
  if (size > IN_MEMORY_MAX) return { etag, size, body: () => createReadStream(path) }
  const bytes = await readFile(path)
  return { etag, size, body: () => bytes }
}

function nullIfMissing(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return null
  throw error
}

function throwDiskFull(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ENOSPC' && error.code !== 'EDQUOT') throw error
  throw new AppError('photos_full', PHOTOS.diskFull)
}
