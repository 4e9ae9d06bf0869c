import { AwsClient } from 'aws4fetch'
import { AppError } from '../errors.ts'
import { PHOTOS } from '../texts/catalog.ts'
import { nameOf, type PhotoFile, photoFile } from './file-names.ts'
import type { Bucket, PhotoStore } from './store.ts'

/** In a bucket that holds other things too, photographs are by themselves. */
const PREFIX = 'photos/'
const SECONDS = 10
const RETRIES = 2
/** So many files are removed side by side. */
const AT_ONCE = 10

/**
 * Photographs in a bucket that speaks S3, addressed by path, as all such servers understand it. Everything throws
 * photos_unavailable when the bucket does not answer, or answers with a refusal.
 */
export function bucketStore(place: Bucket): PhotoStore {
  const { ask, askFor } = callsTo(place)
  return {
    place,
    has: async (file) => (await askFor('HEAD', file)).ok,
    async find(file) {
      const reply = await askFor('GET', file)
      if (!reply.ok) return null
      const bytes = Buffer.from(await reply.arrayBuffer())
      return { etag: reply.headers.get('etag') ?? `"${nameOf(file)}"`, size: bytes.length, body: () => bytes }
    },
    async read(file) {
      const reply = await askFor('GET', file)
      if (!reply.ok) throw new Error(`There is no ${nameOf(file)} in the bucket.`)
      return Buffer.from(await reply.arrayBuffer())
    },
    async write(file, bytes) {
      await askFor('PUT', file, bytes)
    },
    async remove(files) {
      for (let start = 0; start < files.length; start += AT_ONCE)
        await Promise.all(files.slice(start, start + AT_ONCE).map((file) => askFor('DELETE', file)))
    },
    list: () => listed(ask),
    // What is put into a bucket is there as a whole or not at all.
    tidy: async () => {},
  }
}

type Ask = (method: string, path: string, body?: Uint8Array) => Promise<Response>

function callsTo({ endpoint, bucket, region, accessKeyId, secretAccessKey }: Bucket) {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES })
  const ask: Ask = async (method, path, body) => {
    const reply = await client
      .fetch(`${endpoint}/${bucket}${path}`, {
        method,
        ...(body ? { body: Buffer.from(body) } : {}),
        signal: AbortSignal.timeout(SECONDS * 1000),
      })
      .catch((cause: Error) => {
        throw unavailable(cause)
      })
    // A file that is looked for may be missing; nothing else may.
    const isMissing = reply.status === 404 && ['GET', 'HEAD', 'DELETE'].includes(method) && path.startsWith('/')
    if (!reply.ok && !isMissing) throw unavailable(new Error(`${method} ${path} was answered ${reply.status}.`))
    return reply
  }
  const askFor = (method: string, file: PhotoFile, body?: Uint8Array) => ask(method, `/${PREFIX}${nameOf(file)}`, body)
  return { ask, askFor }
}

const unavailable = (cause: Error) =>
  Object.assign(new AppError('photos_unavailable', PHOTOS.unavailable), {
    cause,
  })

/** A thousand names an answer; the names are ours, so that nothing in the XML is ever written in another way. */
async function listed(ask: Ask): Promise<PhotoFile[]> {
  const files: PhotoFile[] = []
  for (let token = ''; ; ) {
    const query = new URLSearchParams({
      'list-type': '2',
      prefix: PREFIX,
      ...(token && { 'continuation-token': token }),
    })
    const xml = await (await ask('GET', `?${query}`)).text()
    for (const [, key = ''] of xml.matchAll(/<Key>([^<]*)<\/Key>/g)) {
      const file = photoFile(key.slice(PREFIX.length))
      if (file) files.push(file)
    }
    token = /<NextContinuationToken>([^<]+)</.exec(xml)?.[1] ?? ''
    if (!token) return files
  }
}
