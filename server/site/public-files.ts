import { Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { and } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/platform/db/client.ts'
import { limitConcurrencyByKey } from '#server/platform/lib/limit-concurrency.ts'
import { sendInChunks } from '#server/platform/lib/streams.ts'
import { networkKey } from '#server/platform/rate-limits/network-key.ts'
import { forSale, hasOwnStock } from '#server/shop/catalog/for-sale.ts'
import { type FileSource, type PublicFile, publicFiles } from '#server/shop/public-files.ts'
import { SETTINGS } from '#server/shop/public-tags.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { encodingFor } from './compression.ts'
import type { SendCached } from './page-cache.ts'
import type { PublicReads } from './public-data.ts'

type Options = {
  db: Db
  reads: Pick<PublicReads, 'shop'>
  shopUrl: string
  sendCached: SendCached
  /** A file of more products, each choice counted, is sent in parts. */
  mostCached?: number
}

/** About 3 MB of XML, an eighth of the cache. */
const MOST_CACHED = 2_000

/** Files that are sent in parts at once, one to a network, and how many requests wait. */
const SENT_AT_ONCE = 2
const MOST_WAITING = 1
const MOST_IN_ALL = 10
/** A reader that is slower than this makes room for others. */
const LONGEST_MS = 10 * 60_000

/** Of brotli, for text that is compressed while it is sent. */
const QUALITY = 4

/** Serves the public files of features. */
export function servePublicFiles(
  app: FastifyInstance,
  { db, reads, shopUrl, sendCached, mostCached = MOST_CACHED }: Options,
) {
  const limitSending = limitConcurrencyByKey(SENT_AT_ONCE, MOST_WAITING, MOST_IN_ALL)
  const sourceNow = async () => ({ db, shop: (await reads.shop()).value, shopUrl })
  for (const file of publicFiles)
    app.get(file.path, { schema: { hide: true } }, async (request, reply) => {
      if ('parts' in file && (await hasMoreProducts(db, mostCached)))
        return limitSending(networkKey(request.ip), async () =>
          sendParts({ request, reply }, file, file.parts(await sourceNow())),
        )
      return sendCached({ request, reply }, file.path, async () => {
        const { text, tags } = await textOf(file, await sourceNow())
        return { status: 200, type: file.type, text, tags: [SETTINGS, ...tags] }
      })
    })
}

/** Whether more than that many products and choices are for sale. */
async function hasMoreProducts(db: Db, most: number) {
  const { id } = products
  return (await db.select({ id }).from(products).where(and(forSale, hasOwnStock)).offset(most).limit(1)).length > 0
}

async function textOf(file: PublicFile, source: FileSource) {
  if (!('parts' in file)) return file.make(source)
  return { text: (await Array.fromAsync(file.parts(source))).join(''), tags: file.tags }
}

const COMPRESSORS = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
  gzip: () => createGzip(),
}

/** Sends the parts as they are made. Nobody may cache them: what changes meanwhile is in some of them only. */
async function sendParts(
  { request, reply }: Parameters<SendCached>[0],
  { type }: PublicFile,
  parts: AsyncIterable<string>,
) {
  reply.headers({ 'content-type': type, 'cache-control': 'no-cache', vary: 'accept-encoding' })
  reply.headers(reply.server.cdnHeaders(undefined))
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  const patience = setTimeout(() => reply.raw.destroy(), LONGEST_MS)
  reply.raw.once('close', () => clearTimeout(patience))
  const encoding = encodingFor(request.headers['accept-encoding']?.toString() ?? '')
  if (encoding === 'plain') return sendInChunks(reply, parts)
  return sendInChunks(reply.header('content-encoding', encoding), parts, COMPRESSORS[encoding]())
}
