// A backup is one file: the rows of every table as of one instant, and the photos. It needs no PostgreSQL programs and
// works while the shop runs. docs/backup.md is the manual.
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'drizzle-orm'
import { operatorError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { tablesByDependency } from '#server/platform/db/tables.ts'
import { exists } from '#server/platform/lib/files.ts'
import { photoFileName } from '#server/platform/media/file-names.ts'
import type { PhotoStore } from '#server/platform/media/store.ts'
import { countShop, isShop, type ShopCounts } from '#server/shop/database/shop-counts.ts'
import { archiveWriter } from './archive.ts'
import { backupsIn, describe, UNFINISHED_SUFFIX } from './backup-folder.ts'
import { encryptFor } from './encryption.ts'
import { backedUp, HEAD, headOf } from './head.ts'
import { rowEntries } from './rows.ts'

/** The numbers of rows and photos that were written or read. */
export type Amount = { rows: number; photos: number }

/** The folder of the photos within the archive. */
export const PHOTOS = 'photos/'
/** A backup with less than this share of the last one's content, beyond one record, is probably of another shop. */
const LEAST_SHARE = 0.9

type Archive = ReturnType<typeof archiveWriter>
type Source = { db: Db; photos: PhotoStore }

/**
 * Writes the shop atomically into a new file, encrypted when there is a recipient. Throws a sentence when the file exists,
 * there is no shop, or it has far less than the newest backup beside the file.
 */
export async function backUp(source: Source, path: string, recipient?: string): Promise<Amount> {
  if (await exists(path)) throw operatorError('backup_exists', `${path} already exists. Choose another name.`)
  const folder = dirname(resolve(path))
  await requireNoLargeLoss(await countShop(source.db), folder)
  // It holds addresses and password hashes.
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unfinishedPath = `${path}${UNFINISHED_SUFFIX}`
  try {
    const { head, photos, sha256 } = await writeArchive(source, unfinishedPath, recipient)
    const { madeAt, release, holds } = head
    const rows = Object.values(head.rows).reduce((sum, count) => sum + count, 0)
    const about = { madeAt, release, sha256, rows, photos, holds }
    // Before the file, so that a backup in the list always has it.
    await describe(path, about)
    await rename(unfinishedPath, path)
    return { rows, photos }
  } finally {
    await rm(unfinishedPath, { force: true })
  }
}

/** Writes the archive, and returns its head, the number of its photos and the SHA-256 of the file. */
async function writeArchive(source: Source, path: string, recipient: string | undefined) {
  const archiveStream = new PassThrough()
  const hash = createHash('sha256')
  const writing = pipeline(
    recipient ? await encryptFor(recipient, archiveStream) : archiveStream,
    async function* (bytes: AsyncIterable<Uint8Array>) {
      for await (const chunk of bytes) {
        hash.update(chunk)
        yield chunk
      }
    },
    createWriteStream(path, { mode: 0o600, flush: true }),
  )
  const write = (bytes: Buffer) =>
    new Promise<void>(
      (resolve, reject) => void archiveStream.write(bytes, (error) => (error ? reject(error) : resolve())),
    )
  const [backup] = await Promise.all([addShop(source, archiveWriter(write), archiveStream), writing])
  return { ...backup, sha256: hash.digest('hex') }
}

/** Ends the stream of the archive, with the error when there is one. */
async function addShop({ db, photos }: Source, archive: Archive, archiveStream: PassThrough) {
  try {
    const head = await addDatabase(db, archive)
    // The photos come after the rows, because a photo is stored before its row and never changes.
    const photoCount = await addPhotos(photos, archive)
    await archive.finish()
    archiveStream.end()
    return { head, photos: photoCount }
  } catch (error) {
    archiveStream.destroy(error as Error)
    throw error
  }
}

/** Adds all rows as of one instant (repeatable read). What was committed before the time in the head is among them. */
function addDatabase(db: Db, archive: Archive) {
  const now = new Date()
  return db.transaction(
    async (tx) => {
      await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
      const tables = backedUp(await tablesByDependency(tx))
      const head = await headOf(tx, tables, now)
      await archive.add({ name: HEAD, bytes: Buffer.from(`${JSON.stringify(head, null, 2)}\n`) })
      for await (const entry of rowEntries(tx, tables)) await archive.add(entry)
      return head
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** Adds the originals; variants are made again on demand. */
async function addPhotos(photos: PhotoStore, archive: Archive) {
  let photoCount = 0
  const originals = (await photos.list()).filter(({ variant }) => !variant)
  for (const file of originals) {
    const bytes = await photos.read(file).catch(async (error: unknown) => {
      if (await photos.has(file)) throw error
    })
    // Deleted meanwhile.
    if (!bytes) continue
    await archive.add({ name: `${PHOTOS}${photoFileName(file)}`, bytes })
    photoCount += 1
  }
  return photoCount
}

async function requireNoLargeLoss(now: ShopCounts, folder: string) {
  if (!isShop(now))
    throw operatorError(
      'shop_not_found',
      'No backup was made: there is no shop. Is DATA_DIR or DATABASE_URL the right one?',
    )
  const last = (await backupsIn(folder)).find(({ about }) => about)
  for (const kind of ['accounts', 'products', 'paid orders'] as const)
    if (last?.about && now[kind] < last.about.holds[kind] * LEAST_SHARE - 1)
      throw operatorError(
        'backup_too_small',
        `This shop has ${now[kind]} ${kind}, and its last backup, ${last.path}, has ${last.about.holds[kind]}. No ` +
          'backup was made. Is it the right shop? If it is, put this backup into a folder of its own.',
      )
}
