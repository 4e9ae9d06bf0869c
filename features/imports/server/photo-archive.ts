// An archive or a folder with a file of products and its photos. Nothing of an archive is unpacked to a place that it
// names: its files are found by their own names, without folders.
import { createReadStream, createWriteStream } from 'node:fs'
import { access, lstat, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Entry, ZipFile } from 'yauzl'
import { PHOTO_MAX_BYTES } from '#contract/admin/uploads.ts'
import { IMPORT_MAX_BYTES } from '../contract.ts'
import { fileError } from './source-file.ts'
import { IMPORT_FILES } from './texts.ts'

/** The files beside the products, by their names in small letters. */
export type PhotoFiles = {
  /** The bytes of a file; undefined for one that is missing or too large for a photo. */
  read(name: string): Promise<Buffer | undefined>
  close(): void
}

const MOST_ENTRIES = 20_000
/** The most bytes of all files of an archive, unpacked. */
const MOST_BYTES = 4 * 2 ** 30
/** No photo and no table packs tighter than this. */
const MOST_PACKED = 200
const PRODUCTS_PATTERN = /\.(csv|json|txt|tsv)$/i
/** What macOS adds to archives, and hidden files. */
const HIDDEN_PATTERN = /(^|\/)(__MACOSX\/|\.)/
const SYMLINK = 0o120000
const FILE_TYPE = 0o170000
const ENCRYPTED_FLAG = 1

/** Whether a file is an archive by its first bytes. */
export async function isArchive(path: string): Promise<boolean> {
  for await (const chunk of createReadStream(path, { end: 3 }))
    return (chunk as Buffer).toString('latin1') === 'PK\u0003\u0004'
  return false
}

/**
 * Writes the file of products of an archive to `to`. Throws import_refused for a spreadsheet, for an archive without a
 * file of products or with several, and for one that is damaged, encrypted, too large or has links in it.
 */
export async function unpackProducts(path: string, to: string): Promise<void> {
  const { zip, entries } = await openArchive(path)
  try {
    if (entries.some(({ fileName }) => fileName === '[Content_Types].xml')) throw fileError(IMPORT_FILES.spreadsheet)
    const [products, another] = entries.filter(({ fileName }) => PRODUCTS_PATTERN.test(fileName))
    if (!products) throw fileError(IMPORT_FILES.archiveWithout)
    if (another) throw fileError(IMPORT_FILES.archiveWithSeveral)
    if (products.uncompressedSize > IMPORT_MAX_BYTES) throw fileError(IMPORT_FILES.tooLarge(IMPORT_MAX_BYTES / 2 ** 20))
    await pipeline(await zip.openReadStreamPromise(products), createWriteStream(to, { mode: 0o600 })).catch(() => {
      throw fileError(IMPORT_FILES.archiveDamaged)
    })
  } finally {
    zip.close()
  }
}

/** The photos of an archive. Throws import_refused as `unpackProducts` does. */
export async function photosInArchive(path: string): Promise<PhotoFiles> {
  const { zip, entries } = await openArchive(path)
  const byName = new Map(entries.map((entry) => [basename(entry.fileName).toLowerCase(), entry]))
  return {
    async read(name) {
      const entry = byName.get(name.toLowerCase())
      if (!entry || entry.uncompressedSize > PHOTO_MAX_BYTES) return undefined
      // A damaged photo is a missing one.
      return await bytesOf(await zip.openReadStreamPromise(entry)).catch(() => undefined)
    },
    close: () => zip.close(),
  }
}

/** The photos of a folder, without links and folders in it. */
export async function photosInFolder(folder: string): Promise<PhotoFiles> {
  const names = new Map((await readdir(folder)).map((name) => [name.toLowerCase(), name]))
  return {
    async read(name) {
      const entry = names.get(name.toLowerCase())
      if (!entry) return undefined
      const path = join(folder, entry)
      const file = await lstat(path)
      return file.isFile() && file.size <= PHOTO_MAX_BYTES ? bytesOf(createReadStream(path)) : undefined
    },
    close: () => {},
  }
}

/** The one file of products in a folder. Throws import_refused when there is none, or several. */
export async function productsInFolder(folder: string): Promise<string> {
  const [products, another] = (await readdir(folder)).filter(
    (name) => PRODUCTS_PATTERN.test(name) && !name.startsWith('.'),
  )
  if (!products) throw fileError(IMPORT_FILES.archiveWithout)
  if (another) throw fileError(IMPORT_FILES.archiveWithSeveral)
  return join(folder, products)
}

/** Where the archive of an import waits until its products are created. */
export const archivePath = (dataDir: string, id: string) => join(dataDir, 'imports', `${id}.zip`)

/** The photos that came with an import in an archive, if there are any. */
export async function photosOfImport(dataDir: string | undefined, id: string): Promise<PhotoFiles | undefined> {
  if (!dataDir) return undefined
  const path = archivePath(dataDir, id)
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  return isThere ? photosInArchive(path) : undefined
}

/** The name by which an archive or a folder has the photo of an address. */
export function fileNameOf(url: string): string {
  const path = /^https?:\/\//i.test(url) ? (URL.parse(url)?.pathname ?? '') : url
  const name = basename(path)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

async function openArchive(path: string): Promise<{ zip: ZipFile; entries: Entry[] }> {
  const yauzl = await import('yauzl')
  const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false }).catch(() => {
    throw fileError(IMPORT_FILES.archiveDamaged)
  })
  try {
    const entries: Entry[] = []
    let bytes = 0
    // It refuses names that lead out of the archive.
    for await (const entry of zip.eachEntry()) {
      bytes += entry.uncompressedSize
      if (entries.length >= MOST_ENTRIES || bytes > MOST_BYTES || isBomb(entry))
        throw fileError(IMPORT_FILES.archiveTooLarge)
      if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMLINK)
        throw fileError(IMPORT_FILES.archiveWithLinks)
      if (entry.generalPurposeBitFlag & ENCRYPTED_FLAG) throw fileError(IMPORT_FILES.archiveEncrypted)
      if (!entry.fileName.endsWith('/') && !HIDDEN_PATTERN.test(entry.fileName)) entries.push(entry)
    }
    return { zip, entries }
  } catch (error) {
    zip.close()
    throw (error as { code?: string }).code === 'import_refused' ? error : fileError(IMPORT_FILES.archiveDamaged)
  }
}

const isBomb = ({ compressedSize, uncompressedSize }: Entry) =>
  uncompressedSize > 1_000_000 && uncompressedSize / Math.max(1, compressedSize) > MOST_PACKED

async function bytesOf(stream: Readable) {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
