// The API's answers that are the same for everyone. Each is made from its cache key alone, so nothing about a caller can
// enter the cache, and a URL that two parsers read differently cannot change what others get.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { CollectionShelves, Collections } from '#contract/collections.ts'
import { Drop, Line } from '#contract/drops.ts'
import { Categories, Product, ProductPage, Shelves, Suggestions } from '#contract/products.ts'
import { ShopInfo } from '#contract/shop-info.ts'
import { networkKey } from '../rate-limits/network-key.ts'
import { type PageCache, type RenderedPage, responseOf, sendPage } from './cache.ts'
import { openMissLimit } from './miss-limit.ts'
import type { PublicReads } from './public-data.ts'

type Query = Record<string, string | undefined>
type Answer = {
  /** The value as JSON. */
  toJson(value: never): string
  /** The parameters that the answer depends on. Any other leaves the answer as it is. */
  parameters?: string[]
  read(reads: PublicReads, query: Query): Promise<{ value: unknown; tags: string[] }>
}

const encoded =
  <Schema extends z.ZodType>(schema: Schema) =>
  (value: z.output<Schema>) =>
    JSON.stringify(z.encode(schema, value))

/** The JSON of products. The same object is the same product, which many lists have. */
const productTexts = new WeakMap<Product, string>()

function productText(product: Product) {
  const text = productTexts.get(product) ?? encoded(Product)(product)
  productTexts.set(product, text)
  return text
}

const productsText = (products: Product[]) => `[${products.map(productText).join()}]`

const restOfPage = encoded(ProductPage.omit({ products: true }))
const pageText = ({ products, ...page }: ProductPage) =>
  `{"products":${productsText(products)},${restOfPage(page).slice(1)}`

const ANSWERS: Record<string, Answer> = {
  '/api/shop': { toJson: encoded(ShopInfo), read: (reads) => reads.shop() },
  '/api/categories': { toJson: encoded(Categories), read: (reads) => reads.categories() },
  '/api/categories/shelves': { toJson: encoded(Shelves), read: (reads) => reads.shelves() },
  '/api/collections': { toJson: encoded(Collections), read: (reads) => reads.collections() },
  '/api/collections/shelves': { toJson: encoded(CollectionShelves), read: (reads) => reads.collectionShelves() },
  '/api/products/featured': { toJson: productsText, read: (reads) => reads.featured() },
  '/api/products/newest': { toJson: productsText, read: (reads) => reads.newest() },
  '/api/products': {
    toJson: pageText,
    parameters: 'keyword category collection pageNumber sort color minPrice maxPrice inStock extras'.split(' '),
    read: (reads, query) => reads.products(query),
  },
  '/api/products/suggestions': {
    toJson: encoded(Suggestions),
    parameters: ['keyword'],
    read: (reads, { keyword }) => reads.suggestions(keyword),
  },
}
const PRODUCT: Answer = { toJson: productText, read: (reads, { key = '' }) => reads.product(key) }
const RELATED: Answer = { toJson: productsText, read: (reads, { key = '' }) => reads.related(key) }

const DROP: Answer = { toJson: encoded(Drop), read: (reads, { key = '' }) => reads.drop(key) }
const LINE: Answer = { toJson: encoded(Line), read: (reads, { key = '' }) => reads.line(key) }

/** The slug of a drop, in lower case as all are. */
const OF_DROP = /^\/api\/drops\/([a-z\d-]{1,100})(\/line)?$/
const OF_PRODUCT = /^\/api\/products\/([^/]+)(\/related)?$/
const ONE_PRODUCT = /^\/api\/products\/[^/?]+$/
const isOfOneProduct = (key: string) => ONE_PRODUCT.test(key) && !(key in ANSWERS)
/** Paths and parameters of admins. */
const ADMIN_PATH = '/api/products/export'
const ADMIN_PARAMETERS = ['view', 'show']

/** The keys of URLs; many visitors request the same ones. */
const keys = new LRUCache<string, { key: string | undefined }>({ max: 2_000 })
const MAX_REMEMBERED_URL = 200

/**
 * The cache key of a public answer: its path, and in fixed order the parameters it depends on. Undefined for every other
 * URL, for parameters of admins and for one that is given twice.
 */
export function answerKey(url: string): string | undefined {
  if (!url.startsWith('/api/')) return undefined
  const known = keys.get(url)
  if (known) return known.key
  const key = keyOf(url)
  if (url.length <= MAX_REMEMBERED_URL) keys.set(url, { key })
  return key
}

function keyOf(url: string) {
  const [path, query] = splitUrl(url)
  const answer = ANSWERS[path]
  if (!answer) return keyOfDrop(path) ?? keyOfProduct(path)
  if (!query || !answer.parameters) return path
  const asked = new URLSearchParams(query)
  if (ADMIN_PARAMETERS.some((name) => asked.has(name))) return undefined
  const relevant = new URLSearchParams()
  for (const name of answer.parameters) {
    const [value, second] = asked.getAll(name)
    if (second !== undefined) return undefined
    if (value !== undefined) relevant.set(name, value)
  }
  return relevant.size > 0 ? `${path}?${relevant}` : path
}

/** Path and query of a URL; a query may have question marks. */
function splitUrl(url: string): [path: string, query: string] {
  const end = url.indexOf('?')
  return end < 0 ? [url, ''] : [url.slice(0, end), url.slice(end + 1)]
}

const keyOfDrop = (path: string) => (OF_DROP.test(path) ? path : undefined)

function keyOfProduct(path: string) {
  const [, key, row = ''] = OF_PRODUCT.exec(path) ?? []
  if (key === undefined || path === ADMIN_PATH) return undefined
  try {
    return `/api/products/${encodeURIComponent(decodeURIComponent(key))}${row}`
  } catch {
    return undefined
  }
}

type Options = { reads: PublicReads; cache: PageCache; fresh(): boolean; rateLimits: boolean }

/**
 * Answers anonymous reads of the API from the cache, while it is fresh. `readProduct` answers a request for a product
 * that is not in the cache, for the fast path: undefined for any other request, and when Fastify has to refuse it.
 */
export function serveCachedAnswers(app: FastifyInstance, { reads, cache, fresh, rateLimits }: Options) {
  const allowsMiss = openMissLimit()
  const isLimited = (address: string) => rateLimits && !allowsMiss(networkKey(address))
  const make = (key: string) => cache.get(key, () => publicAnswer(reads, key))
  /** What `readProduct` failed with, for Fastify to answer. */
  const failures = new WeakMap<IncomingMessage, unknown>()
  app.cachedAnswers.send = (request, reply) => {
    if (failures.has(request.raw)) throw failures.get(request.raw)
    const key = isAnonymous(request.headers) && fresh() ? answerKey(request.url) : undefined
    if (!key) return undefined
    const cached = cache.peek(key)
    if (cached) return sendPage(request, reply, cached)
    app.refuseIfLate()
    // A network with too many misses is answered past the cache, which others fill.
    if (isLimited(request.ip)) return undefined
    return make(key).then((made) => sendPage(request, reply, made))
  }
  return {
    readProduct(request: IncomingMessage) {
      const { url = '', headers } = request
      const key = isAnonymous(headers) && fresh() ? answerKey(url) : undefined
      if (!key || !isOfOneProduct(key) || app.isLate() || isLimited(app.addressOf(request))) return undefined
      const response = make(key).then((made) => responseOf(made, headers, app.cdnHeaders))
      response.catch((error) => failures.set(request, error))
      return response
    },
  }
}

/** The answer with that key, as JSON. Throws AppErrors as the route does. */
async function publicAnswer(reads: PublicReads, key: string): Promise<RenderedPage> {
  const [path, query] = splitUrl(key)
  const listed = ANSWERS[path]
  const { answer, asked } = listed
    ? { answer: listed, asked: Object.fromEntries(new URLSearchParams(query)) }
    : answerOfOne(path)
  const { value, tags } = await answer.read(reads, asked)
  return { status: 200, type: JSON_TYPE, text: answer.toJson(value as never), tags, vary: VARY }
}

/** The answer about the drop or the product that a path names. */
function answerOfOne(path: string) {
  const [, drop, line] = OF_DROP.exec(path) ?? []
  if (drop) return { answer: line ? LINE : DROP, asked: { key: drop } }
  const [, product = '', row] = OF_PRODUCT.exec(path) ?? []
  return { answer: row ? RELATED : PRODUCT, asked: { key: decodeURIComponent(product) } }
}

const JSON_TYPE = 'application/json; charset=utf-8'
/** Callers with a token get an answer of their own, which no cache stores. */
const VARY = 'accept-encoding, authorization, cookie'

/** Whether the headers say nothing about who calls. */
export const isAnonymous = ({ authorization, cookie }: IncomingHttpHeaders) =>
  authorization === undefined && cookie === undefined
