// The API's answers that are the same for everyone. Each is made of what its cache key says and nothing else, so nothing
// about a caller can enter the cache, and only the router reads a path.
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { CollectionShelves, Collections } from '#contract/collections.ts'
import { Categories, Product, ProductPage, Shelves, Suggestions } from '#contract/products.ts'
import { ShopInfo } from '#contract/shop-info.ts'
import { networkKey } from '#server/platform/rate-limits/network-key.ts'
import { addedReads } from '#server/shop/added-data.ts'
import { openMissLimit } from './miss-limit.ts'
import { type PageCache, type RenderedPage, sendPage } from './page-cache.ts'
import type { PublicReads } from './public-data.ts'

type AskedParams = Record<string, string>
type Answer = {
  /** The value as JSON. */
  toJson(value: never): string
  /** The parameters of the query that the answer depends on. Any other leaves the answer as it is. */
  query?: string[]
  read(reads: PublicReads, asked: Partial<AskedParams>): Promise<{ value: unknown; tags: string[] }>
}

const encodeWith =
  <Schema extends z.ZodType>(schema: Schema) =>
  (value: z.output<Schema>) =>
    JSON.stringify(z.encode(schema, value))

/** Products as JSON has them. Many lists have the same product, and an unchanged product is one object (`readProduct`). */
const encodedProducts = new WeakMap<Product, z.input<typeof Product>>()

function encodedProduct(product: Product) {
  const encodedAnswer = encodedProducts.get(product) ?? z.encode(Product, product)
  encodedProducts.set(product, encodedAnswer)
  return encodedAnswer
}

const productText = (product: Product) => JSON.stringify(encodedProduct(product))
const productsText = (products: Product[]) => JSON.stringify(products.map(encodedProduct))

const RestOfPage = ProductPage.omit({ products: true })
const pageText = ({ products, ...page }: ProductPage) =>
  JSON.stringify({ products: products.map(encodedProduct), ...z.encode(RestOfPage, page) })

/** The cached answers of the shop, by their routes. What a route has in its path and its query is what is asked. */
const ANSWERS: Record<string, Answer> = {
  '/api/shop': { toJson: encodeWith(ShopInfo), read: (reads) => reads.shop() },
  '/api/categories': { toJson: encodeWith(Categories), read: (reads) => reads.categories() },
  '/api/categories/shelves': { toJson: encodeWith(Shelves), read: (reads) => reads.shelves() },
  '/api/collections': { toJson: encodeWith(Collections), read: (reads) => reads.collections() },
  '/api/collections/shelves': { toJson: encodeWith(CollectionShelves), read: (reads) => reads.collectionShelves() },
  '/api/products/featured': { toJson: productsText, read: (reads) => reads.featured() },
  '/api/products/newest': { toJson: productsText, read: (reads) => reads.newest() },
  '/api/products': {
    toJson: pageText,
    query: 'keyword category collection pageNumber sort color minPrice maxPrice inStock extras'.split(' '),
    read: (reads, askedParams) => reads.products(askedParams),
  },
  '/api/products/suggestions': {
    toJson: encodeWith(Suggestions),
    query: ['keyword'],
    read: (reads, { keyword }) => reads.suggestions(keyword),
  },
  '/api/products/:id': { toJson: productText, read: (reads, { id = '' }) => reads.product(id) },
  '/api/products/:id/related': { toJson: productsText, read: (reads, { id = '' }) => reads.related(id) },
}

/** The cached answers of features, by their routes. */
const addedAnswers = (): Record<string, Answer> =>
  Object.fromEntries(
    addedReads().flatMap(([name, { answer }]) => {
      const read: Answer['read'] = (reads, { slug }) => reads[name](slug)
      return answer ? [[answer.route, { toJson: encodeWith(answer.schema), read }]] : []
    }),
  )

/** Parameters of admins. */
const ADMIN_PARAMETERS = ['view', 'show']

/** What a request asks of its route, and the cache key: the path, and in fixed order the parameters that count. */
type WantedAnswer = { key: string; answer: Answer; asked: AskedParams }

/** Undefined for other routes, for parameters of admins and for one that is given twice. */
function wantedBy(
  answers: Record<string, Answer>,
  { url, params, routeOptions }: FastifyRequest,
): WantedAnswer | undefined {
  const route = (routeOptions.url ?? '').replace(/\/$/, '')
  const answer = answers[route]
  const query = answer && relevantQuery(url, answer)
  if (!query) return undefined
  const ofPath = params as AskedParams
  const path = route.replace(/:(\w+)/g, (_, name) => encodeURIComponent(ofPath[name] ?? ''))
  const askedParams = { ...ofPath, ...Object.fromEntries(query) }
  return { key: query.size > 0 ? `${path}?${query}` : path, answer, asked: askedParams }
}

function relevantQuery(url: string, { query: names = [] }: Answer) {
  const relevant = new URLSearchParams()
  const start = url.indexOf('?')
  if (start < 0) return relevant
  const query = new URLSearchParams(url.slice(start))
  if (ADMIN_PARAMETERS.some((name) => query.has(name))) return undefined
  for (const name of names) {
    const [value, second] = query.getAll(name)
    if (second !== undefined) return undefined
    if (value !== undefined) relevant.set(name, value)
  }
  return relevant
}

type Options = { reads: PublicReads; cache: PageCache; fresh(): boolean; rateLimits: boolean }

/** URLs whose cache keys are remembered; many visitors request the same ones. */
const MAX_REMEMBERED = 2_000
const MAX_REMEMBERED_URL = 200

/**
 * Has the API's routes answer anonymous reads from the cache, while it is fresh. Returns a function for the cache key of a
 * URL that a route has answered so before, which is undefined for every other URL.
 */
export function serveCachedAnswers(app: FastifyInstance, { reads, cache, fresh, rateLimits }: Options) {
  const allowsMiss = openMissLimit()
  const answers = { ...ANSWERS, ...addedAnswers() }
  const keys = new LRUCache<string, string>({ max: MAX_REMEMBERED })
  app.cachedAnswers.send = (request, reply) => {
    const wantedAnswer = isAnonymous(request.headers) && fresh() ? wantedBy(answers, request) : undefined
    if (!wantedAnswer) return undefined
    const { key } = wantedAnswer
    if (request.url.length <= MAX_REMEMBERED_URL) keys.set(request.url, key)
    const cachedPage = cache.peek(key)
    if (cachedPage) return sendPage(request, reply, cachedPage)
    app.refuseIfLate()
    // A network with too many misses is answered past the cache, which others fill.
    if (rateLimits && !allowsMiss(networkKey(request.ip))) return undefined
    return cache.get(key, () => publicAnswer(reads, wantedAnswer)).then((page) => sendPage(request, reply, page))
  }
  return (url: string) => keys.get(url)
}

/** The answer as JSON. Throws AppErrors as the route does. */
async function publicAnswer(reads: PublicReads, { answer, asked }: WantedAnswer): Promise<RenderedPage> {
  const { value, tags } = await answer.read(reads, asked)
  return { status: 200, type: JSON_TYPE, text: answer.toJson(value as never), tags, vary: VARY }
}

const JSON_TYPE = 'application/json; charset=utf-8'
/** Callers with a token get an answer of their own, which no cache stores. */
const VARY = 'accept-encoding, authorization, cookie'

/** Whether the headers say nothing about who calls. */
export const isAnonymous = ({ authorization, cookie }: IncomingHttpHeaders) =>
  authorization === undefined && cookie === undefined
