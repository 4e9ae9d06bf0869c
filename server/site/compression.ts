import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, brotliDecompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'

export type Encoding = 'br' | 'gzip'

const PREFERRED_ENCODINGS: Encoding[] = ['br', 'gzip']
const OFFERED_ENCODINGS = [...PREFERRED_ENCODINGS, 'identity']

/** Parsed Accept-Encoding headers; browsers send few different ones. */
const encodings = new LRUCache<string, Encoding | 'plain'>({ max: 1_000 })

/** Best encoding that an Accept-Encoding header admits (RFC 9110, 12.5.3). */
export function encodingFor(acceptEncoding: string): Encoding | 'plain' {
  const knownEncoding = encodings.get(acceptEncoding)
  if (knownEncoding) return knownEncoding
  const [best] = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }).encodings(OFFERED_ENCODINGS, {
    preferred: PREFERRED_ENCODINGS,
  })
  const encoding = PREFERRED_ENCODINGS.find((one) => one === best) ?? 'plain'
  encodings.set(acceptEncoding, encoding)
  return encoding
}

const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

/** The bytes in memory of their own: zlib returns a part of a larger chunk, all of which would stay in memory with it. */
function exactly(bytes: Buffer) {
  const exact = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(exact)
  return exact
}

// The home page of 150 kB: quality 0 takes 0.2 ms for 28 kB, 1 takes 0.3 ms for 27 kB, 5 takes 2 ms for 21 kB, 11 takes
// 150 ms for 20 kB; gzip 6 takes 1.3 ms for 25 kB.
const GOOD = 5
const FAST = 0
const GZIP_LEVEL = 6

/** How many bodies a second are compressed well at once; beyond that, a page has to prove hot first. */
const GOOD_PER_SECOND = 5

/** Most compressed pages fit into one chunk of output. Short answers need less, and allocating more takes longer. */
const CHUNK_BYTES = 2 ** 16
const MIN_CHUNK_BYTES = 2 ** 10

const optionsOf = (bytes: Buffer, quality: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  chunkSize: Math.min(Math.max(bytes.length, MIN_CHUNK_BYTES), CHUNK_BYTES),
})

/** Compressor of one process: it compresses well while there is little to do, and fast when much is rendered. */
export function openCompressor() {
  let tokensLeft = GOOD_PER_SECOND
  let since = performance.now()
  const takesTime = () => {
    const now = performance.now()
    if (now - since >= 1_000) [tokensLeft, since] = [GOOD_PER_SECOND, now]
    return tokensLeft-- > 0
  }
  return (bytes: Buffer, encoding: Encoding): { bytes: Promise<Buffer>; isFast: boolean } => {
    if (encoding === 'gzip') return { bytes: gz(bytes, { level: GZIP_LEVEL }).then(exactly), isFast: false }
    if (takesTime()) return { bytes: compressWell(bytes), isFast: false }
    // Not in a thread: the way there and back takes longer than the compression.
    return { bytes: Promise.resolve(exactly(brotliCompressSync(bytes, optionsOf(bytes, FAST)))), isFast: true }
  }
}

/** The body with brotli at a good quality. */
export const compressWell = (bytes: Buffer) => brotli(bytes, optionsOf(bytes, GOOD)).then(exactly)

/** The body of one with brotli. */
export const decompress = promisify(brotliDecompress) as (bytes: Buffer) => Promise<Buffer>
