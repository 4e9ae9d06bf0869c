import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Database } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { limitConcurrencyByKey } from '../lib/limit-concurrency.ts'
import { networkKey } from '../rate-limits/network-key.ts'
import { REQUESTS } from '../texts/requests.ts'
import { readAssets } from './assets.ts'
import { createPageCache, type SendKept, sendBody } from './cache.ts'
import { pageUrl } from './cache-key.ts'
import { answerKeptFirst } from './fast-path.ts'
import { openMissLimit } from './miss-limit.ts'
import { serveInstallation } from './pwa.ts'
import type { CallApi, PageKey, Render } from './render.ts'
import { keepShared } from './shared-answers.ts'
import { serveSitemap } from './sitemap.ts'
import { tooBusyPage } from './standalone-pages.ts'

const dist = new URL('../../dist/', import.meta.url)
const HTML = 'text/html; charset=utf-8'
const YEAR = '365d'

export type PagesOptions = {
  db: Database
  /** Where the shop is: addresses that leave it begin so, whatever a caller says its host is. */
  shopUrl: string
  /** Whether this process would know of a change; while it would not, nothing kept is used. */
  fresh(): boolean
  /** The pages that are documents of their own. */
  owns: string[]
  /** Whether a network that asks for ever other pages is refused. */
  rateLimits: boolean
  /** Whether browsers may keep the shop's worker, which answers when the network is gone. */
  worker?: boolean
  mostInFile?: number
}

/** Serves the built browser files and every page of the shop, rendered once and kept until the catalogue changes. */
export async function servePages(app: FastifyInstance, options: PagesOptions) {
  const { fresh, owns, shopUrl, rateLimits, worker = true } = options
  const cache = createPageCache()
  const inTurn = limitConcurrencyByKey(RENDERED_AT_ONCE, MOST_WAITING, MOST_IN_ALL)
  const admitsMiss = openMissLimit()
  const sendKept: SendKept = async ({ request, reply }, key, make) => {
    // The answer is kept for everybody with this key, so nothing of it may depend on the address that was asked.
    reply.headers(app.headersOf(key))
    const kept = fresh() ? cache.peek(key) : undefined
    if (kept) return sendBody(request, reply, kept)
    const network = networkKey(request.ip)
    const made = cache.make(key, async () => {
      // While nothing kept may be used every page is made afresh, which is nobody's doing.
      if (rateLimits && fresh() && !admitsMiss(network)) throw tooManyMisses()
      return inTurn(network, make)
    })
    return sendBody(request, reply, await made)
  }
  answerKeptFirst(app, (url) => (fresh() ? cache.peek(url) : undefined))
  await serveBuiltFiles(app)
  serveSitemap(app, { ...options, sendKept })
  await serveInstallation(app, { ...options, sendKept })
  const built = await readAssets(new URL('client/', dist))
  // Another version of the shop is another worker.
  const assets = { ...built, owns, shopUrl, worker: worker ? `/worker.js?${built.entry.split('/').at(-1)}` : undefined }
  const entry = new URL('server/entry-server.js', dist).href
  const { render, pageKey } = (await import(entry)) as { render: Render; pageKey: PageKey }
  const shared = keepShared(callInProcess(app), fresh)

  // The search form, sent by a browser without scripts.
  app.get<{ Querystring: { text?: unknown } }>('/search', { schema: { hide: true } }, (request, reply) => {
    const text = String(request.query.text ?? '').trim()
    return reply.redirect(text ? `/search/${encodeURIComponent(text)}` : '/')
  })

  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    const key = pageKey(pageUrl(request.url))
    return sendKept({ request, reply }, key, async () => {
      const { status, html, location } = await render(key, shared.call, assets)
      return { status, type: HTML, text: html, location, isKept: status === 200 || NOT_FOUND_PAGE.test(key) }
    }).catch((error: unknown) => sendRefusal(reply, error))
  })
  return {
    clear() {
      shared.clear()
      cache.clear()
    },
  }
}

/** The page of what is not there, at any address that no page has. */
const NOT_FOUND_PAGE = /\/\*$/

/** Rendering takes the processor that everybody shares. Beyond what may wait, of a network and in all, nothing is begun. */
const RENDERED_AT_ONCE = 4
const MOST_WAITING = 30
const MOST_IN_ALL = 100

const tooManyMisses = () =>
  new AppError('rate_limited', REQUESTS.tooManyPages, {
    retryAfter: 10,
  })

/** Tells a person, in a page, that too much is asked for. Throws every other error on. */
function sendRefusal(reply: FastifyReply, error: unknown) {
  if (!(error instanceof AppError) || ![429, 503].includes(error.status)) throw error
  const { status, message, details } = error
  return reply
    .code(status)
    .header('retry-after', details.retryAfter ?? 1)
    .header('cache-control', 'no-store')
    .type(HTML)
    .send(tooBusyPage(message))
}

async function serveBuiltFiles(app: FastifyInstance) {
  const { default: files } = await import('@fastify/static')
  await app.register(files, {
    root: fileURLToPath(new URL('client/', dist)),
    wildcard: false,
    preCompressed: true,
    immutable: true,
    maxAge: YEAR,
    index: false,
  })
}

/** The API, called inside this process: what a page's data is loaded with. */
export const callInProcess =
  (app: FastifyInstance): CallApi =>
  async (path) => {
    const answer = await app.inject({ url: path })
    const body = answer.json()
    if (answer.statusCode >= 400)
      throw Object.assign(new Error(body.message), { status: answer.statusCode, data: body })
    return body
  }
