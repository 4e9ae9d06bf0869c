import { Fragment, type ReactElement, type ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { fullLoadPathOf, ORDER_PAGE } from '#contract/documents.ts'
import { DESK_MANIFEST } from '#contract/manifests.ts'
import type { PageKey, PlainPage, PublicData, Render } from '#contract/rendering.ts'
import type { ShopInfo } from '#contract/shop-info.ts'
import { api } from '#web/lib/api.ts'
import { ReuseHtml } from '#web/lib/reused-html.tsx'
import { Island, IslandComponent, type IslandData, RenderIsland } from '#web/shop/catalog/islands.tsx'
import { Frame } from '#web/shop/layout/Frame.tsx'
import { mainLinks } from '#web/shop/layout/links.ts'
import { NoScriptsNotice } from '#web/shop/layout/NoScriptsNotice.tsx'
import { NAMELESS, PLAIN_LOOK } from '#web/shop/settings/nameless-shop.ts'
import { BuyBoxPartsContext, ProductPartsContext } from '#web/shop/slots/product-parts.ts'
import { makeStore } from '#web/shop/visitor/store.ts'
import { idPrefix, PageSurroundings } from '#web/shop/visitor/surroundings.tsx'
import { makeVisitorStore } from '#web/shop/visitor/visitor.ts'
import { CollectHead, HeadElements, type HeadTags, ShopUrl } from '#web/ui/Head.tsx'
import { isHere } from '#web/ui/NavItem.tsx'
import { App } from './app.tsx'
import { catalogPageAt, failedPage, plainPage } from './catalog-pages.tsx'
import { htmlDocument } from './html-document.ts'
import { appRouteAt, loadCode } from './routes.tsx'
import { sourcesOf } from './screens.tsx'
import { OpenGraph } from './seo/OpenGraph.tsx'
import { structuredData } from './seo/structured-data.ts'
import { SITE_MENUS } from './site-menus.ts'
import { BUY_BOX_PARTS } from './slots/buy-box.tsx'
import { type CatalogPage, notFoundPage } from './slots/catalog-page.tsx'
import { PRODUCT_PARTS } from './slots/product-parts.ts'

/** Renders the page of a URL as HTML: a page of the catalog, or the first view of a page of the application. */
export const render: Render = async (url, data, assets, plain) => {
  const { pathname, search } = new URL(url, 'http://shop')
  if (plain) return renderCatalogPage({ pathname, search }, data, assets, plain)
  return appRouteAt(pathname)
    ? renderAppPage(url, pathname, data, assets)
    : renderCatalogPage({ pathname, search }, data, assets)
}

/** The modules that `loadReact` imports one after the other. */
const REACT = ['web/shop/visitor/surroundings.tsx', 'node_modules/react-dom/client.js']

type Address = { pathname: string; search: string }
type Assets = Parameters<Render>[2]

/** Nobody is signed in, and the cart is empty: the server knows nothing of the visitor. */
const visitor = makeVisitorStore()
const initial = visitor.getState()

async function renderCatalogPage(
  { pathname, search }: Address,
  data: PublicData,
  assets: Assets,
  plain?: PlainPage | null,
) {
  const [shop, look, page] = await Promise.all([
    data.shop().catch(() => NAMELESS),
    data.look().catch(() => PLAIN_LOOK),
    (plain ? Promise.resolve(plainPage(plain)) : loadCatalogPage({ pathname, search }, data)).catch((error: unknown) =>
      failedPage(error, pathname + search),
    ),
  ])
  const { status, content, subject, head: addedHead, location, refreshSeconds } = page
  if (location) return { status, html: '', location }
  const heads: HeadTags[] = []
  const islands: IslandData[] = []
  const surroundings = { store: visitor, initial, shop, pathname, menus: SITE_MENUS }
  const surround = (content: ReactNode) => (
    <PageSurroundings {...surroundings}>
      <ProductPartsContext value={PRODUCT_PARTS}>
        <BuyBoxPartsContext value={BUY_BOX_PARTS}>{content}</BuyBoxPartsContext>
      </ProductPartsContext>
    </PageSurroundings>
  )
  const renderIsland = (island: IslandData) => {
    const place = islands.push(island) - 1
    const render = () =>
      renderToString(surround(<IslandComponent {...island} />), { identifierPrefix: idPrefix(place) })
    // Of the page's path the header shows no more than which of its links are marked.
    const markedPaths = headerPaths(shop).filter((path) => isHere(path, pathname))
    return {
      place,
      html: island.name === 'Header' ? reusedHtml(shop, `header ${place} ${markedPaths}`, render) : render(),
    }
  }
  const reuseHtml = (of: object, name: string, content: ReactElement) =>
    reusedHtml(of, name, () => renderToStaticMarkup(surround(content)))
  const body = renderToStaticMarkup(
    surround(
      <ShopUrl value={assets.shopUrl}>
        <CollectHead value={(tags) => heads.push(tags)}>
          <ReuseHtml value={reuseHtml}>
            <RenderIsland value={renderIsland}>
              <Frame header={<Island name="Header" props={{}} />}>{content}</Frame>
            </RenderIsland>
          </ReuseHtml>
        </CollectHead>
      </ShopUrl>,
    ),
  )
  const head = renderToStaticMarkup(
    heads.map((tags) => [
      <HeadElements key="head" {...tags} />,
      <OpenGraph key="preview" tags={tags} subject={subject} shop={shop} look={look} shopUrl={assets.shopUrl} />,
      addedHead && <Fragment key="added">{addedHead}</Fragment>,
      refreshSeconds && !plain && <Refresh key="refresh" seconds={refreshSeconds} />,
    ]),
  )
  const about = status === 200 ? structuredData(subject, shop, assets.shopUrl) : null
  // No island shows the story, which is long.
  const state = { shop: { ...shop, story: '' }, islands }
  const scripts = assets.scripts(plain && 'placed' in plain ? 'placed' : 'catalog', [])
  const { preload: onDemand } = assets.scripts('catalog', [...REACT, 'app/web/catalog-islands.tsx'])
  const html = htmlDocument({ head, body, state, about, scripts, onDemand, defersScripts: true, assets, look })
  return { status, html, ...(plain && refreshSeconds && { refreshSeconds }) }
}

const Refresh = ({ seconds }: { seconds: number }) => (
  <noscript>
    <meta httpEquiv="refresh" content={String(seconds)} />
  </noscript>
)

/** The paths of all links in the header that are marked while their page is open. */
const headerPaths = (shop: ShopInfo) => [...mainLinks(shop).map(({ to }) => to), '/cart', '/login']

/** The HTML made from an object, by its name. It is dropped with the object. */
const madeHtml = new WeakMap<object, Map<string, string>>()

/** The HTML of that name made from this object, by an earlier page or by `render`. */
function reusedHtml(of: object, name: string, render: () => string) {
  const htmlByName = madeHtml.get(of) ?? new Map<string, string>()
  madeHtml.set(of, htmlByName)
  // As one string in memory, not as its thousands of pieces, through which each page would have to go.
  const html = htmlByName.get(name) ?? Buffer.from(render()).toString()
  htmlByName.set(name, html)
  return html
}

function loadCatalogPage({ pathname, search }: Address, data: PublicData): Promise<CatalogPage> {
  const catalogPage = catalogPageAt(pathname)
  return catalogPage ? catalogPage.load(catalogPage.params, search, data) : Promise.resolve(notFoundPage)
}

/**
 * The first view of a page of the application, with the shop's settings, so that the browser hydrates it without a
 * call.
 */
async function renderAppPage(url: string, pathname: string, data: PublicData, assets: Assets) {
  const [shop, look] = await Promise.all([
    data.shop().catch(() => null),
    data.look().catch(() => PLAIN_LOOK),
    loadCode(pathname),
  ])
  const store = makeStore(() => Promise.reject(new Error('The server renders from data alone.')))
  if (shop)
    store.dispatch(api.util.upsertQueryEntries([{ endpointName: 'shop', arg: undefined, value: shop }] as never))
  const heads: HeadTags[] = []
  const markup = renderToString(
    <CollectHead value={(tags) => heads.push(tags)}>
      <App store={store} shopUrl={assets.shopUrl}>
        {(pages) => <StaticRouter location={url}>{pages}</StaticRouter>}
      </App>
    </CollectHead>,
  )
  // React writes the preloads of images in front of the page's first element; they go to the head.
  const start = markup.indexOf('<div id="app"')
  const head = renderToStaticMarkup(heads.map((tags) => <HeadElements key={tags.title} {...tags} />))
  const { queries, provided } = store.getState().api
  return {
    status: shop ? 200 : 503,
    html: htmlDocument({
      head: head + markup.slice(0, start),
      body: markup.slice(start),
      notice: renderToStaticMarkup(<NoScriptsNotice isAdding={appRouteAt(pathname)?.path === '/cart/:id'} />),
      state: { api: { queries, provided } },
      about: null,
      scripts: assets.scripts('app', [
        ...REACT,
        'app/web/start-app.tsx',
        ...sourcesOf(appRouteAt(pathname)?.screen ?? ''),
      ]),
      // The order page runs no inline script, so that the URLs of its scripts name all that runs beside a card form.
      defersScripts: !(pathname.startsWith(ORDER_PAGE) || fullLoadPathOf(pathname, assets.owns)),
      assets,
      look,
      ...(appRouteAt(pathname)?.path === '/admin/*' && { manifest: DESK_MANIFEST }),
    }),
  }
}

/**
 * The cache key of a URL: URLs with the same page, such as the cart or missing pages, share one. The navigation marks
 * the current page, so each page of the shop has a key for missing pages below it.
 */
export const pageKey: PageKey = (url) => {
  const [path = '', query] = url.split('?')
  const app = appRouteAt(path)
  if (app) return query ? `${app.path}?${query}` : app.path
  const page = catalogPageAt(path)
  if (page) return page.isShared ? path.toLowerCase().replace(/\/$/, '') : url
  const [segment] = /^\/[^/]*/.exec(path.toLowerCase()) ?? ['']
  return MARKED_PATHS.includes(segment) ? `${segment}/*` : '/*'
}

/** The pages of the main navigation: it marks one of them as the present page on the pages below it. */
const MARKED_PATHS = ['/', '/shop', '/contact', '/cart', '/login']
