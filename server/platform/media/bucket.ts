// Requests to an S3 bucket, with path-style URLs, which every S3 server supports.
import { AwsClient } from 'aws4fetch'
import { AppError } from '#server/errors.ts'
import type { Bucket } from './store.ts'
import { PHOTOS } from './texts.ts'

const SECONDS = 10
const RETRIES = 2

export type BucketRequest = (method: string, path: string, body?: Uint8Array | string) => Promise<Response>

/**
 * Makes signed requests to the bucket, which end after so many seconds; `path` is a key after a slash, or a query. They
 * throw photos_unavailable when the bucket does not respond or refuses. A key may be missing: that is an answer.
 */
export function openBucket(place: Bucket, seconds = SECONDS): BucketRequest {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = place
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES })
  return async (method, path, body) => {
    const reply = await client
      .fetch(`${endpoint}/${bucket}${path}`, {
        method,
        ...(body === undefined ? {} : { body: Buffer.from(body) }),
        signal: AbortSignal.timeout(seconds * 1000),
      })
      .catch((cause: Error) => {
        throw bucketUnavailable(cause)
      })
    // Only an object may be missing, not the bucket.
    const isMissing = reply.status === 404 && ['GET', 'HEAD', 'DELETE'].includes(method) && path.startsWith('/')
    if (!reply.ok && !isMissing) throw bucketUnavailable(new Error(`${method} ${path} was answered ${reply.status}.`))
    return reply
  }
}

const bucketUnavailable = (cause: Error) =>
  Object.assign(new AppError('photos_unavailable', PHOTOS.unavailable), {
    cause,
  })

/** The keys with that prefix, 1,000 per response. The shop's own need no XML escaping, so a pattern reads the XML. */
export async function listKeys(request: BucketRequest, prefix: string): Promise<string[]> {
  const keys: string[] = []
  for (let token = ''; ; ) {
    const query = new URLSearchParams({ 'list-type': '2', prefix, ...(token && { 'continuation-token': token }) })
    const xml = await (await request('GET', `?${query}`)).text()
    for (const [, key = ''] of xml.matchAll(/<Key>([^<]*)<\/Key>/g)) keys.push(key)
    token = /<NextContinuationToken>([^<]+)</.exec(xml)?.[1] ?? ''
    if (!token) return keys
  }
}
