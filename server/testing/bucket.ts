import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { Bucket } from '#server/platform/media/store.ts'

/** The credentials and the only bucket of the server. */
const ACCOUNT = { bucket: 'shop', region: 'us-east-1', accessKeyId: 'TESTKEY', secretAccessKey: 'test-secret' }
/** The page size of a list, as in Amazon S3. */
const PAGE = 1000

type Files = Map<string, Buffer>
type Answer = { status: number; headers?: Record<string, string>; body?: string | Buffer }
type Request = { method: string; url: URL; headers: IncomingMessage['headers']; body: Buffer }

/**
 * An empty bucket on an S3 server for the running test. It follows the Amazon S3 API Reference (GetObject, HeadObject,
 * PutObject, DeleteObject, ListObjectsV2, multipart uploads) and checks signatures as in "Authenticating Requests: Using the Authorization
 * Header (AWS Signature Version 4)".
 */
export async function testBucket(): Promise<Bucket> {
  const files: Files = new Map()
  const server = createServer((request, response) => void serve(files, request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.close()
    server.closeAllConnections()
  })
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ...ACCOUNT }
}

async function serve(files: Files, incoming: IncomingMessage, response: ServerResponse) {
  const { method = 'GET', headers } = incoming
  const url = new URL(incoming.url ?? '/', `http://${headers.host}`)
  const { status, headers: answerHeaders, body } = answer(files, { method, url, headers, body: await buffer(incoming) })
  response.writeHead(status, answerHeaders).end(method === 'HEAD' ? undefined : body)
}

function answer(files: Files, request: Request): Answer {
  const [, bucket, ...path] = request.url.pathname.split('/')
  const refusal = refusalOf(request)
  if (refusal) return fault(403, refusal)
  if (bucket !== ACCOUNT.bucket) return fault(404, 'NoSuchBucket')
  const key = decodeURIComponent(path.join('/'))
  if (!key) return request.method === 'GET' ? list(files, request.url.searchParams) : fault(405, 'MethodNotAllowed')
  return object(files, key, request)
}

function object(files: Files, key: string, request: Request): Answer {
  const { method, body, url } = request
  if (url.searchParams.has('uploads') || url.searchParams.has('uploadId')) return upload(files, key, request)
  const storedFile = files.get(key)
  switch (method) {
    case 'PUT':
      files.set(key, body)
      return { status: 200, headers: { etag: etagOf(body) } }
    case 'DELETE':
      files.delete(key)
      return { status: 204 }
    case 'GET':
    case 'HEAD':
      if (!storedFile) return fault(404, 'NoSuchKey')
      return {
        status: 200,
        headers: { etag: etagOf(storedFile), 'content-length': String(storedFile.length) },
        body: storedFile,
      }
    default:
      return fault(405, 'MethodNotAllowed')
  }
}

/** What the names of uploaded parts begin with, and no key. */
const PART = '\0'
/** The least bytes of each part but the last. */
const LEAST_PART = 5 * 2 ** 20

/** A multipart upload. Its parts are kept under a name that no key has. */
function upload(files: Files, key: string, { method, url, body }: Request): Answer {
  const part = (number: string) => `${PART}${url.searchParams.get('uploadId')} ${number}`
  const number = url.searchParams.get('partNumber')
  if (method === 'PUT' && number) {
    files.set(part(number), body)
    return { status: 200, headers: { etag: etagOf(body) } }
  }
  if (method !== 'POST') return fault(405, 'MethodNotAllowed')
  if (url.searchParams.has('uploads'))
    return xml(
      200,
      `<InitiateMultipartUploadResult><UploadId>u-${files.size}</UploadId></InitiateMultipartUploadResult>`,
    )
  const parts = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)].map(
    ([, number = '', etag]) => ({ bytes: files.get(part(number)), etag }),
  )
  const isWhole = parts.every(({ bytes, etag }) => bytes && etagOf(bytes) === etag?.replaceAll('&quot;', '"'))
  if (!isWhole || parts.slice(0, -1).some(({ bytes }) => (bytes?.length ?? 0) < LEAST_PART))
    return fault(400, 'InvalidPart')
  files.set(key, Buffer.concat(parts.map(({ bytes }) => bytes ?? Buffer.alloc(0))))
  return xml(200, `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`)
}

/** Keys in byte order, those after the token. The token is the last key of the previous page. */
function list(files: Files, query: URLSearchParams): Answer {
  if (query.get('list-type') !== '2') return fault(501, 'NotImplemented')
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString()
  const most = Math.min(Number(query.get('max-keys') ?? PAGE), PAGE)
  const isListed = (key: string) => !key.startsWith(PART) && key.startsWith(query.get('prefix') ?? '') && key > after
  const names = [...files.keys()].filter(isListed).toSorted()
  const page = names.slice(0, most)
  const isCut = names.length > page.length
  const token = Buffer.from(page.at(-1) ?? '').toString('base64')
  const contents = page.map((key) => `<Contents><Key>${key}</Key><Size>${files.get(key)?.length}</Size></Contents>`)
  const next = isCut ? `<NextContinuationToken>${token}</NextContinuationToken>` : ''
  return xml(
    200,
    `<ListBucketResult><Name>${ACCOUNT.bucket}</Name><KeyCount>${page.length}</KeyCount>` +
      `<IsTruncated>${isCut}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
  )
}

/** The error code of a request with a wrong signature; undefined for a valid one. */
function refusalOf({ method, url, headers, body }: Request) {
  const { authorization = '', 'x-amz-date': date = '', 'x-amz-content-sha256': bodyHash = '' } = headers
  const [, keyId, scope = '', signedNames = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(authorization) ?? []
  if (!keyId) return 'AccessDenied'
  if (keyId !== ACCOUNT.accessKeyId) return 'InvalidAccessKeyId'
  if (bodyHash !== 'UNSIGNED-PAYLOAD' && bodyHash !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).toSorted()
  const lines = signedNames.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`)
  const canonicalRequest = [method, url.pathname, query.join('&'), lines.join(''), signedNames, bodyHash].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonicalRequest)].join('\n')
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${ACCOUNT.secretAccessKey}`)
  const isGood = scope.startsWith(`${String(date).slice(0, 8)}/${ACCOUNT.region}/s3/`)
  return isGood && hmac(key, toSign).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch'
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`
const xml = (status: number, body: string): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>${body}`,
})
const fault = (status: number, code: string) => xml(status, `<Error><Code>${code}</Code></Error>`)
