import sans from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import serif from '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { DEFERRED_SCRIPTS_LOADER } from '#contract/deferred-scripts.ts'
import { fullLoadPathOf, ORDER_PAGE } from '#contract/documents.ts'
import type { Assets, PageKey, PublicData, Render } from '#server/pages/render.ts'
import { type ApiFailure, api } from './api.ts'
import { App } from './app.tsx'
import { loadCode, loadQuery, NOT_FOUND, type PageQuery, pageAt, queriesOf, routes, sharedPattern } from './routes.tsx'
import { sourceOf } from './screens.tsx'
import { OpenGraph } from './seo/OpenGraph.tsx'
import { type PageData, structuredData } from './seo/structured-data.ts'
import { makeStore, type Store } from './store.ts'
import { CollectHead, HeadElements, type HeadTags } from './ui/Head.tsx'

/** Renders a page as HTML with its data, so that the browser hydrates it without further calls. */
export const render: Render = async (url, source, assets) => {
  const address = new URL(url, 'http://shop')
  const { pathname } = address
  const [{ store, failures }] = await Promise.all([loadStore(queriesOf(address), source), loadCode(pathname)])
  const { path, handle } = pageAt(pathname)
  const status = path === NOT_FOUND ? 404 : statusOf(failures)
  const sources = [sourceOf(handle.screen)]
  const data = pageDataOf(store)
  const location = movedTo(pathname, data)
  if (location) return { status: 301, html: '', location }
  const heads: HeadTags[] = []
  const markup = renderToString(
    <CollectHead value={(tags) => heads.push(tags)}>
      <App store={store} shopUrl={assets.shopUrl}>
        {(shop) => <StaticRouter location={url}>{shop}</StaticRouter>}
      </App>
    </CollectHead>,
  )
  const headTags = renderToStaticMarkup(heads.map((tags) => <HeadElements key={tags.title} {...tags} />))
  const sharing = renderToStaticMarkup(
    heads.map((tags) => <OpenGraph key={tags.title} tags={tags} data={data} shopUrl={assets.shopUrl} />),
  )
  const about = status === 200 ? structuredData(pathname, data, assets.shopUrl) : null
  return {
    status,
    html: document({ pathname, headTags, markup, sharing, state: dataOf(store), about, assets, sources }),
  }
}

/** A store with this data. Failed queries are in it like failed calls of the API. */
async function loadStore(queries: PageQuery[], source: PublicData) {
  const answers = await Promise.allSettled(
    queries.map(({ endpointName, arg }) => (source[endpointName] as (arg: unknown) => Promise<unknown>)(arg)),
  )
  let failure: ApiFailure | undefined
  const store = makeStore(async () => {
    throw failure
  })
  const loaded = queries.flatMap((query, index) => {
    const answer = answers[index]
    return answer?.status === 'fulfilled' ? [{ ...query, value: answer.value }] : []
  })
  store.dispatch(api.util.upsertQueryEntries(loaded as never))
  const failures: ApiFailure[] = []
  for (const [index, query] of queries.entries()) {
    const answer = answers[index]
    if (answer?.status !== 'rejected') continue
    failure = failureOf(answer.reason)
    failures.push(failure)
    await loadQuery(store, query)
  }
  return { store, failures }
}

type ServerError = Partial<{ status: number; code: string; message: string }>

/** What a call of the API answers for that error: of a fault it says nothing. */
const failureOf = ({ status, code, message = '' }: ServerError): ApiFailure =>
  status && code ? { status, data: { code, message } } : { status: 500, data: null }

function statusOf([first]: ApiFailure[]) {
  if (!first) return 200
  if (first.status === 400 || first.status === 404) return 404
  // The shop is busy, or without its database: who asks again later is served.
  return first.status === 503 ? 503 : 500
}

const firstSegment = (path = '') => `/${path.split('/')[1] ?? ''}`
const FIRST_SEGMENTS = new Set(routes.map(({ path }) => firstSegment(path)).filter((head) => head !== '/'))

/**
 * The cache key of a URL: URLs with the same page, such as the cart or missing pages, share one. The navigation marks
 * the current page, so each page of the shop has a key for missing pages below it.
 */
export const pageKey: PageKey = (url) => {
  const [path = '', query] = url.split('?')
  const pattern = sharedPattern(path)
  if (pattern === undefined) return url
  if (pattern === NOT_FOUND)
    return FIRST_SEGMENTS.has(firstSegment(path)) ? `${firstSegment(path)}/${NOT_FOUND}` : `/${NOT_FOUND}`
  return query ? `${pattern}?${query}` : pattern
}

/** The part of the state that the browser cannot make itself: the answers that the page was rendered from. */
function dataOf(store: Store) {
  const { queries, provided } = store.getState().api
  return { api: { queries, provided } }
}

/** The same answers, by what was asked for: a page asks for each thing once. */
function pageDataOf(store: Store): PageData {
  const answers = Object.values(store.getState().api.queries).flatMap((query) =>
    query?.data === undefined ? [] : [[query.endpointName, query.data] as const],
  )
  return Object.fromEntries(answers)
}

/** The present path of a product that was requested by an earlier slug; undefined when nothing has moved. */
function movedTo(pathname: string, { product }: PageData) {
  const { path, params } = pageAt(pathname)
  if (path !== PRODUCT || !product) return undefined
  const called = params.id?.toLowerCase()
  return called === product.slug || called === product._id ? undefined : `/products/${product.slug}`
}

const PRODUCT = '/products/:id'

/** Asked for at once, not only when the styles have been read: the text appears in its own letters. */
const FONTS = [sans, serif].map((href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`)

/** Icons, color and manifest of the installed shop. */
const INSTALLED = [
  '<link rel="manifest" href="/manifest.webmanifest">',
  '<meta name="theme-color" content="#faf6ee">',
  '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
  '<link rel="apple-touch-icon" href="/icon-192.png">',
]

type Document = {
  pathname: string
  headTags: string
  markup: string
  sharing: string
  state: unknown
  about: object | null
  assets: Assets
  sources: string[]
}

/** The whole document. React writes the preloads of images in front of the page's first element; they go to the head. */
function document({ pathname, headTags, markup, sharing, state, about, assets, sources }: Document) {
  const body = markup.indexOf('<div id="app"')
  const scripts = scriptsOf(assets, sources)
  // The order page runs no inline script: what runs beside a card is told by addresses alone.
  const loadsScriptsAtOnce = pathname.startsWith(ORDER_PAGE) || fullLoadPathOf(pathname, assets.owns)
  const head = [
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    headTags,
    markup.slice(0, body),
    ...FONTS,
    assets.styles,
    loadsScriptsAtOnce ? scripts : '',
    ...INSTALLED,
    sharing,
    about ? dataBlock('application/ld+json', about) : '',
  ]
  const worker = assets.worker ? ` data-worker="${assets.worker}"` : ''
  const deferredScripts = loadsScriptsAtOnce
    ? ''
    : `<template id="scripts">${scripts}</template><script>${DEFERRED_SCRIPTS_LOADER}</script>`
  const root = `<html lang="en" data-owns="${assets.owns.join(' ')}" data-shop="${assets.shopUrl}"${worker}>`
  return `<!doctype html>${root}<head>${head.join('')}</head><body><div id="root">${markup.slice(body)}</div>${dataBlock('application/json', state, 'id="state"')}${deferredScripts}</body></html>`
}

/** The page is readable without scripts, so fonts and photos load first. */
function scriptsOf(assets: Assets, sources: string[]) {
  const later = 'crossorigin fetchpriority="low"'
  const preload = assets.preload(sources).map((href) => `<link rel="modulepreload" ${later} href="${href}">`)
  return `${preload.join('')}<script type="module" ${later} src="${assets.entry}"></script>`
}

/** Data within a page, escaped so that no text of a product can end it. */
const dataBlock = (type: string, data: unknown, attribute = '') =>
  `<script type="${type}" ${attribute}>${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
