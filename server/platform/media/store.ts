import type { Readable } from 'node:stream'
import type { PhotoFile } from './file-names.ts'

/** A file ready to send: a buffer when it is small, a stream when it is large. */
export type StoredFile = { etag: string; size: number; body(): Buffer | Readable }

/** Largest file, in bytes, that is read into memory as a whole. */
export const IN_MEMORY_MAX = 100 * 1024

/** Storage of photo files. A file never changes once it is written. */
export type PhotoStore = {
  location: StoreLocation
  has(file: PhotoFile): Promise<boolean>
  /** The file, ready to send; null when it is missing. */
  find(file: PhotoFile): Promise<StoredFile | null>
  /** The bytes of the file. Throws when it is missing. */
  read(file: PhotoFile): Promise<Buffer>
  /** Writes the file atomically. Throws photos_full when the disk is full. */
  write(file: PhotoFile, bytes: Uint8Array): Promise<void>
  /** Deletes the files; ignores missing ones. */
  remove(files: PhotoFile[]): Promise<void>
  list(): Promise<PhotoFile[]>
  /** Deletes partly written files, which killed processes leave behind. */
  tidy(): Promise<void>
}

/** Location of a store, serializable for a child process: a folder or an S3 bucket. */
export type StoreLocation = { folder: string } | Bucket

export type Bucket = { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string }
