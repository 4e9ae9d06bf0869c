import pLimit from 'p-limit'
import { listKeys, openBucket } from './bucket.ts'
import { type PhotoFile, parsePhotoName, photoFileName } from './file-names.ts'
import type { Bucket, PhotoStore } from './store.ts'

/** Key prefix, for a bucket that holds other things too. */
const PREFIX = 'photos/'
/** Concurrent DELETE requests. */
const CONCURRENT_DELETES = 10

/**
 * Photo store in an S3 bucket. All methods throw
 * photos_unavailable when the bucket does not respond or refuses.
 */
export function s3Store(location: Bucket): PhotoStore {
  const request = openBucket(location)
  const requestFile = (method: string, file: PhotoFile, body?: Uint8Array) =>
    request(method, `/${PREFIX}${photoFileName(file)}`, body)
  return {
    location,
    has: async (file) => (await requestFile('HEAD', file)).ok,
    async find(file) {
      const reply = await requestFile('GET', file)
      if (!reply.ok) return null
      const bytes = Buffer.from(await reply.arrayBuffer())
      return { etag: reply.headers.get('etag') ?? `"${photoFileName(file)}"`, size: bytes.length, body: () => bytes }
    },
    async read(file) {
      const reply = await requestFile('GET', file)
      if (!reply.ok) throw new Error(`There is no ${photoFileName(file)} in the bucket.`)
      return Buffer.from(await reply.arrayBuffer())
    },
    async write(file, bytes) {
      await requestFile('PUT', file, bytes)
    },
    async remove(files) {
      const limit = pLimit(CONCURRENT_DELETES)
      // When the bucket fails, the files that are left are not tried one after the other.
      await limit.map(files, (file) => requestFile('DELETE', file)).finally(limit.clearQueue)
    },
    list: async () =>
      (await listKeys(request, PREFIX)).flatMap((key) => parsePhotoName(key.slice(PREFIX.length)) ?? []),
    // S3 writes are atomic.
    tidy: async () => {},
  }
}
