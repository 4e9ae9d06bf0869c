import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { Replica } from '../db/replica.ts'
import { AppError } from '../errors.ts'
import { limitConcurrencyByKey } from '../lib/limit-concurrency.ts'
import { inSpan } from '../lib/tracing.ts'
import { networkKey } from '../rate-limits/network-key.ts'
import { pageTimes } from '../setup/page-times.ts'
import { REQUESTS } from '../texts/requests.ts'
import { readAssets } from './assets.ts'
import { createPageCache, publishPageEvent, type SendCached, sendPage } from './cache.ts'
import { pageUrl } from './cache-key.ts'
import { COUNTED_AT_ONCE } from './cached-selections.ts'
import { watchDays } from './day-change.ts'
import { addFastPath } from './fast-path.ts'
import { serveIcons } from './icons.ts'
import { serveLookPreview } from './look-preview.ts'
import { openMissLimit } from './miss-limit.ts'
import { type PlainOptions, servePlainCheckout } from './plain-checkout.ts'
import { servePlainLine } from './plain-line.ts'
import { answerKey, isAnonymous, serveCachedAnswers } from './public-answers.ts'
import { openPublicData, type PublicReads, recordTags } from './public-data.ts'
import { servePwa } from './pwa.ts'
import type { PageKey, Render } from './render.ts'
import { serveSitemap } from './sitemap.ts'
import { type CatalogChange, EVERYTHING, PHOTOS, SETTINGS } from './tags.ts'
import { sendTooBusyPage } from './too-busy.ts'

const dist = new URL('../../dist/', import.meta.url)
const HTML = 'text/html; charset=utf-8'
const YEAR = '365d'

export type PagesOptions = Pick<
  Context,
  'db' | 'gateway' | 'isPublicDemo' | 'setup' | 'shopUrl' | 'rateLimits' | 'robotCheck'
> & {
  /** Whether this process receives change notifications; while it does not, the cache is not used. */
  fresh(): boolean
  /** Path prefixes that a full page load opens and leaves. */
  owns: string[]
  /** Whether Fastify has to see every request that the database takes part in, to measure or trace it. */
  observesRequests?: boolean
  /** Whether browsers register the service worker, which shows the offline page. */
  worker?: boolean
  mostInFile?: number
  /** Where public data is read while it is current. */
  replica?: Replica | undefined
  /** Purges what has one of these tags from the CDN. */
  purge?(tags: string[]): void
}

/**
 * Serves the built browser files and every page, cached until what it shows changes. `clear` removes what shows a change
 * from the caches, by default everything; `cachedServed` is the number of responses from the cache that Fastify did not
 * see; `countLists` counts large lists before somebody asks for them.
 */
export async function servePages(app: FastifyInstance, options: PagesOptions) {
  const { db, fresh, owns, shopUrl, rateLimits, worker = true, observesRequests = false, purge = () => {} } = options
  const cache = createPageCache(app.headersOf)
  const limitRendering = limitConcurrencyByKey(MAX_CONCURRENT, MAX_QUEUED_PER_NETWORK, MAX_QUEUED)
  const allowsMiss = openMissLimit()
  const sendCached: SendCached = async ({ request, reply }, key, make) => {
    const cached = fresh() ? cache.peek(key) : undefined
    if (cached) return sendPage(request, reply, cached)
    app.refuseIfLate()
    const network = networkKey(request.ip)
    const rendered = fresh() ? cache.get : cache.make
    const page = await rendered(key, async () => {
      // While the cache is off every request is a miss, through no fault of the caller.
      if (rateLimits && fresh() && !allowsMiss(network)) throw missLimitExceeded()
      const made = await limitRendering(network, make)
      // Nobody would hear of a change of the page.
      return fresh() ? made : { ...made, isCacheable: false }
    })
    return sendPage(request, reply, page)
  }
  const recounted = (tags: string[]) => {
    // A busy list shows new counts when it shows sales.
    cache.clear(tags, { isStock: true })
    purge(tags)
  }
  const publicData = openPublicData({ ...options, log: app.log, recounted })
  const { readProduct } = serveCachedAnswers(app, { reads: publicData.reads, cache, fresh, rateLimits })
  const cachedServed = addFastPath(app, {
    peek({ url = '', headers }) {
      const key = url.startsWith('/api/') ? isAnonymous(headers) && answerKey(url) : url
      return key && fresh() ? cache.peek(key) : undefined
    },
    readProduct: observesRequests ? undefined : readProduct,
  })
  await serveBuiltFiles(app)
  serveSitemap(app, { ...options, reads: publicData.reads, sendCached })
  await servePwa(app, { reads: publicData.reads, sendCached, worker })
  serveIcons(app, { db, reads: publicData.reads })
  const built = await readAssets(new URL('client/', dist))
  // The name of the entry changes with every build, and with it the URL of the service worker.
  const assets = { ...built, owns, shopUrl, worker: worker ? `/worker.js?${built.version}` : undefined }
  const { render, pageKey } = await loadRenderer()

  serveLookPreview(app, { db, reads: publicData.reads, render, assets })

  const plain: PlainOptions = {
    context: options,
    reads: publicData.reads,
    admit: ({ ip }) => {
      app.refuseIfLate()
      if (rateLimits && !allowsMiss(networkKey(ip))) throw missLimitExceeded()
    },
    render: ({ ip }, ...page) => limitRendering(networkKey(ip), () => inSpan('render', () => render(...page))),
    assets,
  }
  await servePlainCheckout(app, plain)
  await servePlainLine(app, plain)

  // The search form, sent by a browser without scripts.
  app.get<{ Querystring: { text?: unknown } }>('/search', { schema: { hide: true } }, (request, reply) => {
    const text = String(request.query.text ?? '').trim()
    return reply.redirect(text ? `/search/${encodeURIComponent(text)}` : '/')
  })

  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    const key = pageKey(pageUrl(request.url))
    return sendCached({ request, reply }, key, async () => {
      const { data, tags } = recordTags(publicData.reads)
      const from = performance.now()
      const { status, html, location } = await inSpan('render', () => render(key, data, assets))
      pageTimes.note(key, performance.now() - from)
      const isCacheable = status === 200 || NOT_FOUND_PAGE.test(key)
      return { status, type: HTML, text: html, location, isCacheable, tags: [...tags] }
    }).catch((error: unknown) => sendTooBusyPage(reply, error))
  })
  const clear = (change: CatalogChange = { tags: [EVERYTHING] }) => {
    publicData.clear(change)
    cache.clear(change.tags, change)
    if (change.tags.includes(PHOTOS) || change.tags.includes(EVERYTHING)) app.photoCache.forget()
    publishPageEvent('cleared')
  }
  watchDays(app, publicData.reads, () => {
    clear({ tags: [SETTINGS] })
    purge([SETTINGS])
  })
  return { clear, cachedServed, countLists: () => countLists(publicData.reads) }
}

/** Counts the large lists, which takes long, before somebody waits for it. Whoever asks for one hears what is wrong. */
async function countLists({ categories, listSize }: PublicReads) {
  try {
    if ((await listSize()).value <= COUNTED_AT_ONCE) return
    for (const { slug } of (await categories()).value) await listSize(slug)
  } catch {
    // The database is away.
  }
}

/** The built code that renders pages. */
export const loadRenderer = (): Promise<{ render: Render; pageKey: PageKey }> =>
  import(new URL('server/entry-server.js', dist).href)

/** Cache key of the "not found" page of unknown addresses. */
const NOT_FOUND_PAGE = /\/\*$/

/** Limits on concurrent rendering, which is CPU bound; a full queue answers 503. */
const MAX_CONCURRENT = 4
const MAX_QUEUED_PER_NETWORK = 30
const MAX_QUEUED = 100

const missLimitExceeded = () =>
  new AppError('rate_limited', REQUESTS.tooManyPages, {
    retryAfter: 10,
  })

const BUILT_FILE = /^[\w./-]+(\?|$)/

/** A route for all files together: one for each of four hundred would take a tenth of the start. */
async function serveBuiltFiles(app: FastifyInstance) {
  const { default: files } = await import('@fastify/static')
  const folder = fileURLToPath(new URL('client/', dist))
  await app.register(async (scope) => {
    scope.addHook('onRequest', (request, reply, done) => {
      // For a file that is not there: another process may have it, of a newer build. One that is there has its own.
      reply.header('cache-control', 'no-store')
      if (BUILT_FILE.test(request.url)) done()
      else reply.callNotFound()
    })
    await scope.register(files, {
      root: `${folder}assets/`,
      prefix: '/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: YEAR,
      index: false,
    })
    scope.get('/placeholder.svg', { schema: { hide: true } }, (_, reply) => reply.sendFile('placeholder.svg', folder))
  })
}
