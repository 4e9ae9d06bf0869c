import sans from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import serif from '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import type { Assets, Render } from '#server/pages/render.ts'
import { App } from './app.tsx'
import { prepare } from './routes.tsx'
import { makeStore, type Store } from './store.ts'

/** A page of the shop as HTML, with the data it was rendered from: the browser hydrates and asks for nothing again. */
export const render: Render = async (url, call, assets) => {
  const store = makeStore((request) => call(request.url))
  const { status, sources } = await prepare(store, new URL(url, 'http://shop'))
  const markup = renderToString(<App store={store}>{(shop) => <StaticRouter location={url}>{shop}</StaticRouter>}</App>)
  return { status, html: document(markup, dataOf(store), assets, sources) }
}

/** What the browser cannot know by itself: the answers the page was rendered from. */
function dataOf(store: Store) {
  const { queries, provided } = store.getState().api
  return { api: { queries, provided } }
}

/** Asked for at once, not only when the styles have been read: the text appears in its own letters. */
const FONTS = [sans, serif].map((href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`)

/** React puts what belongs in the head (titles, descriptions, image preloads) in front of the page's first element. */
function document(markup: string, state: unknown, assets: Assets, sources: string[]) {
  const body = markup.indexOf('<div id="app"')
  const preload = assets.preload(sources).map((href) => `<link rel="modulepreload" crossorigin href="${href}">`)
  const head = [
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    markup.slice(0, body),
    ...FONTS,
    assets.styles,
    ...preload,
    `<script type="module" crossorigin src="${assets.entry}"></script>`,
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
  ]
  // Escaped, so that no text of a product can end the script.
  const json = JSON.stringify(state).replaceAll('<', '\\u003c')
  return `<!doctype html><html lang="en" data-owns="${assets.owns.join(' ')}"><head>${head.join('')}</head><body><div id="root">${markup.slice(body)}</div><script type="application/json" id="state">${json}</script></body></html>`
}
