import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { filtersOf } from '#contract/filters.ts'
import { withoutSecret } from '../secret-addresses.ts'
import { readAssets } from './assets.ts'
import { createPageCache, type Made, sendBody } from './cache.ts'
import type { CallApi, Render } from './render.ts'

const dist = new URL('../../dist/', import.meta.url)
const HTML = 'text/html; charset=utf-8'
const YEAR = '365d'

/**
 * Serves the built browser files and every page of the shop, rendered once and kept until the catalogue changes.
 * `fresh` says whether this process would know of a change; while it would not, nothing kept is used. `owns` are the
 * pages that are documents of their own.
 */
export async function servePages(app: FastifyInstance, { fresh, owns }: { fresh(): boolean; owns: string[] }) {
  const cache = createPageCache()
  const { default: files } = await import('@fastify/static')
  await app.register(files, {
    root: fileURLToPath(new URL('client/', dist)),
    wildcard: false,
    preCompressed: true,
    immutable: true,
    maxAge: YEAR,
    index: false,
  })
  const assets = { ...(await readAssets(new URL('client/', dist))), owns }
  const { render } = (await import(new URL('server/entry-server.js', dist).href)) as { render: Render }
  const call = callInProcess(app)

  // The search form, sent by a browser without scripts.
  app.get<{ Querystring: { text?: unknown } }>('/search', { schema: { hide: true } }, (request, reply) => {
    const text = String(request.query.text ?? '').trim()
    return reply.redirect(text ? `/search/${encodeURIComponent(text)}` : '/')
  })

  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const url = pageUrl(request.url)
    const kept = fresh() ? cache.peek(url) : undefined
    if (kept) return sendBody(request, reply, kept)
    const made = async (): Promise<Made> => {
      const { status, html } = await render(url, call, assets)
      return { status, type: HTML, text: html }
    }
    return sendBody(request, reply, await cache.make(url, made))
  })
  return { clear: () => cache.clear() }
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
