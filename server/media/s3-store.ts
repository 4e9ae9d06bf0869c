import { AwsClient } from 'aws4fetch'
import pLimit from 'p-limit'
import { AppError } from '../errors.ts'
import { PHOTOS } from '../texts/catalog.ts'
import { type PhotoFile, parsePhotoName, photoFileName } from './file-names.ts'
import type { Bucket, PhotoStore } from './store.ts'

/** Key prefix, for a bucket that holds other things too. */
const PREFIX = 'photos/'
const SECONDS = 10
const RETRIES = 2
/** Concurrent DELETE requests. */
const CONCURRENT_DELETES = 10

/**
 * Photo store in an S3 bucket, with path-style URLs, which every S3 server supports. All methods throw
 * photos_unavailable when the bucket does not respond or refuses.
 */
export function s3Store(location: Bucket): PhotoStore {
  const { request, requestFile } = openBucket(location)
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
    list: () => listFiles(request),
    // S3 writes are atomic.
    tidy: async () => {},
  }
}

type BucketRequest = (method: string, path: string, body?: Uint8Array) => Promise<Response>

function openBucket({ endpoint, bucket, region, accessKeyId, secretAccessKey }: Bucket) {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES })
  const request: BucketRequest = async (method, path, body) => {
    const reply = await client
      .fetch(`${endpoint}/${bucket}${path}`, {
        method,
        ...(body ? { body: Buffer.from(body) } : {}),
        signal: AbortSignal.timeout(SECONDS * 1000),
      })
      .catch((cause: Error) => {
        throw bucketUnavailable(cause)
      })
    // Only an object may be missing, not the bucket.
    const isMissing = reply.status === 404 && ['GET', 'HEAD', 'DELETE'].includes(method) && path.startsWith('/')
    if (!reply.ok && !isMissing) throw bucketUnavailable(new Error(`${method} ${path} was answered ${reply.status}.`))
    return reply
  }
  const requestFile = (method: string, file: PhotoFile, body?: Uint8Array) =>
    request(method, `/${PREFIX}${photoFileName(file)}`, body)
  return { request, requestFile }
}

const bucketUnavailable = (cause: Error) =>
  Object.assign(new AppError('photos_unavailable', PHOTOS.unavailable), {
    cause,
  })

/** Lists all files, 1,000 per response. File names need no XML escaping, so a pattern reads the XML. */
async function listFiles(request: BucketRequest): Promise<PhotoFile[]> {
  const files: PhotoFile[] = []
  for (let token = ''; ; ) {
    const query = new URLSearchParams({
      'list-type': '2',
      prefix: PREFIX,
      ...(token && { 'continuation-token': token }),
    })
    const xml = await (await request('GET', `?${query}`)).text()
    for (const [, key = ''] of xml.matchAll(/<Key>([^<]*)<\/Key>/g)) {
      const file = parsePhotoName(key.slice(PREFIX.length))
      if (file) files.push(file)
    }
    token = /<NextContinuationToken>([^<]+)</.exec(xml)?.[1] ?? ''
    if (!token) return files
  }
}
