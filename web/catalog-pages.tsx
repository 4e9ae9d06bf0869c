import type { ReactNode } from 'react'
import { parseFilters } from '#contract/filters.ts'
import { searchedPart } from '#contract/lists.ts'
import type { PlainPage, PublicData } from '#server/pages/render.ts'
import { HomePage } from './features/catalog/HomePage.tsx'
import { categoryOf, hrefOf, type ListParams } from './features/catalog/listings.ts'
import { ProductDetails } from './features/catalog/ProductDetails.tsx'
import { ShopPage } from './features/catalog/ShopPage.tsx'
import { OrderPlaced } from './features/checkout/OrderPlaced.tsx'
import { PlainCheckout } from './features/checkout/PlainCheckout.tsx'
import { DropPage } from './features/drops/DropPage.tsx'
import { PlainLine, refreshOf } from './features/drops/PlainLine.tsx'
import { ContactPage } from './features/layout/ContactPage.tsx'
import { FailedPage } from './features/layout/FailedPage.tsx'
import { NotFound } from './features/layout/NotFound.tsx'
import { TextPage } from './features/text-pages/TextPage.tsx'
import type { PageSubject } from './seo/structured-data.ts'

/**
 * A page of the catalog. With a status of 301 or 308 it is a redirect to `location`; where no scripts run it loads anew
 * every `refreshSeconds`.
 */
export type CatalogPage = {
  status: number
  content: ReactNode
  subject: PageSubject
  location?: string
  refreshSeconds?: number
}

type Params = ListParams & { id?: string; slug?: string }
type Load = (params: Params, search: string, data: PublicData) => Promise<CatalogPage>
type CatalogRoute = { pattern: RegExp; load: Load; isShared: boolean }

const page = (content: ReactNode, subject: PageSubject = {}, status = 200): CatalogPage => ({
  status,
  content,
  subject,
})

const home: Load = async (_, __, data) => {
  const [look, drops, featured, shelves, collections, newest] = await Promise.all([
    data.look(),
    data.announcedDrops(),
    data.featured(),
    data.shelves(),
    data.collectionShelves(),
    data.newest(),
  ])
  const rows = { featured, shelves, collections, newest }
  return page(<HomePage look={look} drops={drops} {...rows} />, { isHome: true })
}

const list: Load = async (asked, search, data) => {
  const filters = parseFilters(search)
  const { category = '', collection: called = '', pageNumber = '1' } = asked
  const keyword = searchedPart(asked.keyword ?? '')
  if (asked.keyword && !keyword) return { ...page(null, {}, 301), location: '/' }
  const params = { ...asked, keyword }
  const [products, categories, collections, collection] = await Promise.all([
    data.products({ keyword, category, collection: called, pageNumber, ...filters }).catch(nullIfMissing),
    data.categories(),
    data.collections(),
    called ? data.collection(called).catch(nullIfMissing) : null,
  ])
  const lists = { list: products, categories, collections, collection }
  const content = <ShopPage params={params} filters={filters} {...lists} />
  if (collection && collection.slug !== called) {
    const location = hrefOf({ collection: collection.slug }, Number(pageNumber), filters)
    return { ...page(content, {}, 301), location }
  }
  const shown = category ? categoryOf(category, categories) : undefined
  const subject = { ...(shown && { category: shown }), ...(collection && { collection }) }
  return products ? page(content, { products, ...subject }) : page(content, {}, 404)
}

const product: Load = async ({ id = '' }, _, data) => {
  const [one, related] = await Promise.all([
    data.product(id).catch(nullIfMissing),
    data.related(id).catch(nullIfMissing),
  ])
  if (!one) return comingProduct(id, data)
  const { choiceOf } = one
  if (choiceOf) return { ...page(null, {}, 308), location: `/products/${choiceOf.slug}?choice=${one.slug}` }
  const isCanonical = [one.slug, one._id].includes(id.toLowerCase())
  const found = page(<ProductDetails product={one} related={related ?? []} />, { product: one })
  return isCanonical ? found : { ...found, status: 301, location: `/products/${one.slug}` }
}

/** The page of a piece that is not on sale before its drop starts. */
async function comingProduct(id: string, data: PublicData) {
  const one = await data.comingProduct(id).catch(nullIfMissing)
  return one
    ? page(<ProductDetails product={one} related={[]} />, { product: one })
    : page(<NotFound what="piece" />, {}, 404)
}

const textPage: Load = async ({ slug = '' }, _, data) => {
  const one = await data.textPage(slug).catch(nullIfMissing)
  if (!one) return notFoundPage
  const found = page(<TextPage page={one} />)
  return one.slug === slug ? found : { ...found, status: 301, location: `/pages/${one.slug}` }
}

const drop: Load = async ({ slug = '' }, _, data) => {
  const one = await data.drop(slug).catch(nullIfMissing)
  if (!one) return notFoundPage
  const isOpen = one.state === 'planned' || one.state === 'line'
  const found = { ...page(<DropPage drop={one} />, { drop: one }), ...(isOpen && { refreshSeconds: 60 }) }
  return one.slug === slug ? found : { ...found, status: 301, location: `/drops/${one.slug}` }
}

/** Collections have no list of their own: the shop shows them beside the categories. */
const allCollections: Load = async () => ({ ...page(null, {}, 301), location: '/shop' })

/** The page of a path that no page has. */
export const notFoundPage = page(<NotFound />, {}, 404)

/** A page for browsers without JavaScript. */
export function plainPage(plain: PlainPage): CatalogPage {
  if ('placed' in plain) return page(<OrderPlaced {...plain} />)
  if ('checkout' in plain) return page(<PlainCheckout {...plain} />)
  return { ...page(<PlainLine {...plain.line} />), ...refreshOf(plain.line) }
}

/** The page that replaces one whose data cannot be loaded, with status 503 while the shop is busy, else 500. */
export function failedPage(error: unknown, href: string): CatalogPage {
  const { status, message } = error as { status?: number; message?: string }
  const isBusy = status === 503
  return page(<FailedPage message={isBusy ? message : undefined} href={href} />, {}, isBusy ? 503 : 500)
}

/** The path of a catalog page, with any letter case and a slash at its end. */
const route = (pattern: string, load: Load, isShared = false): CatalogRoute => ({
  pattern: new RegExp(`^${pattern}/?$`, 'i'),
  load,
  isShared,
})

const PAGE = '(?:/page/(?<pageNumber>[^/]+))?'
const ROUTES = [
  route('', home),
  route(`/shop${PAGE}`, list),
  route(`/search/(?<keyword>[^/]+)${PAGE}`, list),
  route(`/category/(?<category>[^/]+)${PAGE}`, list),
  route('/collections', allCollections, true),
  route(`/collections/(?<collection>[^/]+)${PAGE}`, list),
  route('/products/(?<id>[^/]+)', product),
  route('/pages/(?<slug>[^/]+)', textPage),
  route('/drops/(?<slug>[^/]+)', drop),
  route('/contact', async () => page(<ContactPage />, { isContact: true }), true),
]

/**
 * The catalog page at this path; undefined for a path that no page has. `isShared` when its URL has no parameters.
 */
export function catalogPageAt(pathname: string) {
  for (const { pattern, ...found } of ROUTES) {
    const match = pattern.exec(pathname)
    if (match) return { ...found, params: decodedParams(match.groups) }
  }
  return undefined
}

function decodedParams(groups: Record<string, string | undefined> = {}): Params {
  return Object.fromEntries(
    Object.entries(groups).flatMap(([name, value]) => (value === undefined ? [] : [[name, decoded(value)]])),
  )
}

/** The text itself when it cannot be decoded. */
function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Null for what does not exist, or cannot exist; throws every other error. */
function nullIfMissing(error: unknown) {
  const { status } = error as { status?: number }
  if (status === 400 || status === 404) return null
  throw error
}
