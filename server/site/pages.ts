import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageKey, Render } from '#contract/rendering.ts'
import { AppError } from '#server/errors.ts'
import { EVERYTHING } from '#server/platform/cdn/tags.ts'
import type { Context } from '#server/platform/context.ts'
import type { Replica } from '#server/platform/db/replica.ts'
import { removeDocumentHeaders } from '#server/platform/http/file-headers.ts'
import { limitConcurrencyByKey } from '#server/platform/lib/limit-concurrency.ts'
import { REQUESTS } from '#server/platform/lib/texts.ts'
import { inSpan } from '#server/platform/lib/tracing.ts'
import { pageTimes } from '#server/platform/monitoring/page-times.ts'
import { networkKey } from '#server/platform/rate-limits/network-key.ts'
import { type CatalogChange, PHOTOS, SETTINGS } from '#server/shop/public-tags.ts'
import { readAssets } from './assets.ts'
import { pageUrl } from './cache-key.ts'
import { COUNTED_AT_ONCE } from './cached-selections.ts'
import { watchDays } from './day-change.ts'
import { serveEmailEnd } from './email-end.ts'
import { addFastPath } from './fast-path.ts'
import { serveIcons } from './icons.ts'
import { serveLookPreview } from './look-preview.ts'
import { openMissLimit } from './miss-limit.ts'
import { createPageCache, publishPageEvent, type SendCached, sendPage } from './page-cache.ts'
import { type PlainOptions, servePlainCheckout } from './plain-checkout.ts'
import { servePlainPages } from './plain-pages.ts'
import { isAnonymous, serveCachedAnswers } from './public-answers.ts'
import { openPublicData, type PublicReads, recordTags } from './public-data.ts'
import { servePublicFiles } from './public-files.ts'
import { servePwa } from './pwa.ts'
import { serveSitemap } from './sitemap.ts'
import { sendTooBusyPage } from './too-busy.ts'
import { serveWalletFrame } from './wallet-frame.ts'
import { serveWellKnown } from './well-known.ts'

const dist = new URL('../../dist/', import.meta.url)
const HTML = 'text/html; charset=utf-8'
const YEAR = '365d'

export type PagesOptions = Pick<
  Context,
  'db' | 'gateway' | 'isPublicDemo' | 'setup' | 'shopUrl' | 'rateLimits' | 'robotCheck' | 'fruitlessCounts'
> & {
  /** Whether this process receives change notifications; while it does not, the cache is not used. */
  fresh(): boolean
  /** Path prefixes that a full page load opens and leaves. */
  owns: string[]
  /** Whether browsers register the service worker, which shows the offline page. */
  worker?: boolean
  mostInFile?: number
  /** The most products, each choice counted, of which a file that lists all of them is cached. */
  mostCached?: number
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
  const { db, fresh, fruitlessCounts, owns, shopUrl, rateLimits, worker = true, purge = () => {} } = options
  const cache = createPageCache(app.headersOf)
  const limitRendering = limitConcurrencyByKey(MAX_CONCURRENT, MAX_QUEUED_PER_NETWORK, MAX_QUEUED)
  const allowsMiss = openMissLimit()
  const sendCached: SendCached = async ({ request, reply }, key, make) => {
    const cachedPage = fresh() ? cache.peek(key) : undefined
    if (cachedPage) return sendPage(request, reply, cachedPage)
    app.refuseIfLate()
    const network = networkKey(request.ip)
    const renderPage = fresh() ? cache.get : cache.make
    const page = await renderPage(key, async () => {
      // While the cache is off every request is a miss, through no fault of the caller.
      if (rateLimits && fresh() && !allowsMiss(network)) throw missLimitExceeded()
      const renderedPage = await limitRendering(network, make)
      // Nobody would hear of a change of the page.
      return fresh() ? renderedPage : { ...renderedPage, isCacheable: false }
    })
    return sendPage(request, reply, page)
  }
  const onRecount = (tags: string[]) => {
    // A busy list shows new counts when it shows sales.
    cache.clear(tags, { isStock: true })
    purge(tags)
  }
  const publicData = openPublicData({ ...options, log: app.log, recounted: onRecount })
  const answerKey = serveCachedAnswers(app, { reads: publicData.reads, cache, fresh, rateLimits })
  const cachedServed = addFastPath(app, ({ url = '', headers }) => {
    const key = url.startsWith('/api/') ? isAnonymous(headers) && answerKey(url) : url
    return key && fresh() ? cache.peek(key) : undefined
  })
  await serveBuiltFiles(app)
  serveSitemap(app, { ...options, reads: publicData.reads, sendCached })
  servePublicFiles(app, { ...options, reads: publicData.reads, sendCached })
  const builtAssets = await readAssets(new URL('client/', dist))
  await servePwa(app, { reads: publicData.reads, sendCached, fonts: builtAssets, worker })
  serveWalletFrame(app, { ...options, assets: builtAssets })
  serveIcons(app, { db, reads: publicData.reads })
  await serveEmailEnd(app, { ...options, reads: publicData.reads })
  serveWellKnown(app, { reads: publicData.reads, shopUrl: options.shopUrl })
  // The name of the entry changes with every build, and with it the URL of the service worker.
  const assets = { ...builtAssets, owns, shopUrl, worker: worker ? `/worker.js?${builtAssets.version}` : undefined }
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
  await servePlainPages(app, plain)

  // The search form, sent by a browser without scripts.
  app.get<{ Querystring: { text?: unknown } }>('/search', { schema: { hide: true } }, (request, reply) => {
    const text = String(request.query.text ?? '').trim()
    return reply.redirect(text ? `/search/${encodeURIComponent(text)}` : '/')
  })

  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    const key = pageKey(pageUrl(request.url))
    return sendCached({ request, reply }, key, async () => {
      const { data, tags, fruitless } = recordTags(publicData.reads)
      const from = performance.now()
      const { status, html, location } = await inSpan('render', () => render(key, data, assets))
      pageTimes.note(key, performance.now() - from)
      const isCacheable = status === 200 || NOT_FOUND_PAGE_PATTERN.test(key)
      const search = fruitless()
      const onSent = search && fruitlessCounts.counterOf(search, networkKey(request.ip))
      return { status, type: HTML, text: html, location, isCacheable, tags: [...tags], onSent }
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
const NOT_FOUND_PAGE_PATTERN = /\/\*$/

/** Limits on concurrent rendering, which is CPU bound; a full queue answers 503. */
const MAX_CONCURRENT = 4
const MAX_QUEUED_PER_NETWORK = 30
const MAX_QUEUED = 100

const missLimitExceeded = () =>
  new AppError('rate_limited', REQUESTS.tooManyPages, {
    retryAfter: 10,
  })

const BUILT_FILE_PATTERN = /^[\w./-]+(\?|$)/

/**
 * A route for all files together: one for each of four hundred would take a tenth of the start. The route is not the
 * library's, which reads the folder for each request, to compare how the name is spelled.
 */
async function serveBuiltFiles(app: FastifyInstance) {
  const { default: files } = await import('@fastify/static')
  const folder = fileURLToPath(new URL('client/', dist))
  await app.register(async (scope) => {
    scope.addHook('onRequest', (request, reply, done) => {
      // For a file that is not there: another process may have it, of a newer build. One that is there has its own.
      reply.header('cache-control', 'no-store')
      if (BUILT_FILE_PATTERN.test(request.url)) done()
      else reply.callNotFound()
    })
    await scope.register(files, {
      root: `${folder}assets/`,
      serve: false,
      preCompressed: true,
      immutable: true,
      maxAge: YEAR,
      index: false,
      // A name holds the hash of its file, so nothing asks whether it has changed, nor for a part of it.
      lastModified: false,
      acceptRanges: false,
    })
    scope.get<{ Params: { '*': string } }>(
      '/assets/*',
      { schema: { hide: true }, onSend: sendWithoutDocumentHeaders },
      ({ params }, reply) => reply.sendFile(params['*']),
    )
    scope.get('/placeholder.svg', { schema: { hide: true } }, (_, reply) => reply.sendFile('placeholder.svg', folder))
  })
}

/** From a file that is sent, not from the page that says there is none. */
async function sendWithoutDocumentHeaders(_request: FastifyRequest, reply: FastifyReply) {
  if (reply.statusCode < 400) removeDocumentHeaders(reply)
}
