import type { Readable } from 'node:stream'
import type { PhotoFile } from './file-names.ts'

/** A file of the store, to be sent: its bytes from memory, or streamed when it is large. */
export type Kept = { etag: string; size: number; body(): Buffer | Readable }

/** Up to this size a file is read into memory as a whole. */
export const SMALL = 100 * 1024

/** Where photographs are kept and read from. What stands under an id there never changes. */
export type PhotoStore = {
  place: PhotoPlace
  has(file: PhotoFile): Promise<boolean>
  /** The file, to be sent; null when the store has not got it. */
  find(file: PhotoFile): Promise<Kept | null>
  /** The bytes of the file. Throws when the store has not got it. */
  read(file: PhotoFile): Promise<Buffer>
  /** Others see all of it or nothing. Throws photos_full when there is no room. */
  write(file: PhotoFile, bytes: Uint8Array): Promise<void>
  /** Removes the files; those that are not there are no trouble. */
  remove(files: PhotoFile[]): Promise<void>
  list(): Promise<PhotoFile[]>
  /** Removes what processes that were killed while writing have left. */
  tidy(): Promise<void>
}

/** What says where a store is, also to another process: a folder, or a bucket that speaks S3. */
export type PhotoPlace = { folder: string } | Bucket

export type Bucket = { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string }
