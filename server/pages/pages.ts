import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { filtersOf } from '#contract/filters.ts'
import type { Database } from '../db/client.ts'
import { withoutSecret } from '../secret-addresses.ts'
import { readAssets } from './assets.ts'
import { createPageCache, type Made, sendBody } from './cache.ts'
import { answerKeptFirst } from './first.ts'
import { serveInstallation } from './installation.ts'
import type { CallApi, Render } from './render.ts'
import { keepShared } from './shared.ts'
import { serveSitemap } from './sitemap.ts'

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
  /** Whether browsers may keep the shop's worker, which answers when the network is gone. */
  worker?: boolean
  mostInFile?: number
}

/** Answers with what is kept under the key, made when it is not. */
export type SendKept = (
  exchange: { request: FastifyRequest; reply: FastifyReply },
  key: string,
  make: () => Promise<Made>,
) => Promise<FastifyReply>

/** Serves the built browser files and every page of the shop, rendered once and kept until the catalogue changes. */
export async function servePages(app: FastifyInstance, options: PagesOptions) {
  const { fresh, owns, shopUrl, worker = true } = options
  const cache = createPageCache()
  const sendKept: SendKept = async ({ request, reply }, key, make) => {
    const kept = fresh() ? cache.peek(key) : undefined
    return sendBody(request, reply, kept ?? (await cache.make(key, make)))
  }
  answerKeptFirst(app, (url) => (fresh() ? cache.peek(url) : undefined))
  await serveBuiltFiles(app)
  serveSitemap(app, { ...options, sendKept })
  await serveInstallation(app, { ...options, sendKept })
  const built = await readAssets(new URL('client/', dist))
  // Another version of the shop is another worker.
  const assets = { ...built, owns, shopUrl, worker: worker ? `/worker.js?${built.entry.split('/').at(-1)}` : undefined }
  const { render } = (await import(new URL('server/entry-server.js', dist).href)) as { render: Render }
  const shared = keepShared(callInProcess(app), fresh)

  // The search form, sent by a browser without scripts.
  app.get<{ Querystring: { text?: unknown } }>('/search', { schema: { hide: true } }, (request, reply) => {
    const text = String(request.query.text ?? '').trim()
    return reply.redirect(text ? `/search/${encodeURIComponent(text)}` : '/')
  })

  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const url = pageUrl(request.url)
    return sendKept({ request, reply }, url, async () => {
      const { status, html, location } = await render(url, shared.call, assets)
      return { status, type: HTML, text: html, location }
    })
  })
  return {
    clear() {
      shared.clear()
      cache.clear()
    },
  }
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

const LISTS = /^\/(shop|search|category)(\/|$)/i

/**
 * The address a page is rendered and kept under: its path without a secret, and the parameters that it depends on, where
 * they mean something and in their order.
 */
export function pageUrl(raw: string) {
  const [path = '/', query] = withoutSecret(raw.replace(/^\/{2,}/, '/')).split('?', 2)
  if (!query) return path
  const asked = new URLSearchParams(query)
  const redirect = asked.get('redirect')
  const kept = new URLSearchParams(LISTS.test(path) ? filtersOf(asked) : redirect ? { redirect } : {})
  return kept.size > 0 ? `${path}?${kept}` : path
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
