import { randomUUID } from 'node:crypto'
import { access, chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { operatorError } from '#server/errors.ts'

/** The prefix of a file's name while it is being written. */
export const UNFINISHED_PREFIX = '.unfinished-'

/** Writes a file atomically: readers see all of it or nothing. Creates the folder; both are private to this user. */
export async function writeAtomically(folder: string, name: string, bytes: Uint8Array) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const temporaryFile = join(folder, `${UNFINISHED_PREFIX}${randomUUID()}`)
  try {
    await writeFile(temporaryFile, bytes, { flush: true, mode: 0o600 })
    await rename(temporaryFile, join(folder, name))
  } catch (error) {
    await rm(temporaryFile, { force: true })
    throw error
  }
}

/** Whether the file or folder exists. */
export const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** The part of the data folder that belongs to the database, which may run as another user. */
const DATABASE_PATTERN = /^postgres(\.|$)/

/**
 * Makes the folder, and what this process writes from now on, private to this user. Started as root, it lets the
 * database's user pass through the folder, but read nothing else. Throws a sentence when the folder belongs to somebody
 * else.
 */
export async function makePrivateFolder(folder: string) {
  process.umask(0o077)
  await mkdir(folder, { recursive: true })
  const isRoot = process.getuid?.() === 0
  await chmod(folder, isRoot ? 0o711 : 0o700).catch((cause: NodeJS.ErrnoException) => {
    throw operatorError(
      'folder_not_ours',
      `${folder} belongs to another user of this computer. Start the shop as that user, or choose another DATA_DIR.`,
      cause,
    )
  })
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (!DATABASE_PATTERN.test(entry.name)) await chmod(join(folder, entry.name), entry.isDirectory() ? 0o700 : 0o600)
}
