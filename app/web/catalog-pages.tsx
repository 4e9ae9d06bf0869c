import { createElement, Fragment, type ReactNode } from 'react'
import { parseFilters } from '#contract/filters.ts'
import { searchedPart } from '#contract/lists.ts'
import type { PlainPage, PublicData } from '#contract/rendering.ts'
import { HomePage } from '#web/shop/catalog/HomePage.tsx'
import { categoryOf, hrefOf } from '#web/shop/catalog/listings.ts'
import { ProductDetails } from '#web/shop/catalog/ProductDetails.tsx'
import { ShopPage } from '#web/shop/catalog/ShopPage.tsx'
import { OrderPlaced } from '#web/shop/checkout/OrderPlaced.tsx'
import { PlainCheckout } from '#web/shop/checkout/PlainCheckout.tsx'
import { ContactPage } from '#web/shop/layout/ContactPage.tsx'
import { FailedPage } from '#web/shop/layout/FailedPage.tsx'
import { NotFound } from '#web/shop/layout/NotFound.tsx'
import { CheckoutPartsContext } from '#web/shop/slots/checkout-parts.ts'
import { TextPage } from '#web/shop/text-pages/TextPage.tsx'
import {
  type CatalogPage,
  type Load,
  notFoundPage,
  nullIfMissing,
  type Params,
  page,
  route,
} from './slots/catalog-page.tsx'
import {
  FEATURE_ROUTES,
  HOME_BANDS,
  HOME_ENDS,
  PLAIN_CHECKOUT_PARTS,
  plainLine,
  plainWithdrawal,
  TEXT_PAGE_PARTS,
} from './slots/catalog-pages.tsx'

const home: Load = async (_, __, data) => {
  const [look, bands, ends, featuredProducts, shelves, collections, newest] = await Promise.all([
    data.look(),
    Promise.all(HOME_BANDS.map((band) => band(data))),
    Promise.all(HOME_ENDS.map((end) => end(data))),
    data.featured(),
    data.shelves(),
    data.collectionShelves(),
    data.newest(),
  ])
  const rows = { featured: featuredProducts, shelves, collections, newest }
  const parts = { bands: allOf(bands), end: allOf(ends.map((part) => part?.content)) }
  return {
    ...page(<HomePage look={look} {...parts} {...rows} />, { isHome: true }),
    head: allOf(ends.map((part) => part?.head)),
  }
}

/** Parts of a page, which never change places. */
const allOf = (parts: ReactNode[]) => createElement(Fragment, null, ...parts)

const list: Load = async (pathParams, search, data) => {
  const filters = parseFilters(search)
  const { category = '', collection: collectionSlug = '', pageNumber = '1' } = pathParams
  const keyword = searchedPart(pathParams.keyword ?? '')
  if (pathParams.keyword && !keyword) return { ...page(null, {}, 301), location: '/' }
  const params = { ...pathParams, keyword }
  const [products, categories, collections, collection] = await Promise.all([
    data.products({ keyword, category, collection: collectionSlug, pageNumber, ...filters }).catch(nullIfMissing),
    data.categories(),
    data.collections(),
    collectionSlug ? data.collection(collectionSlug).catch(nullIfMissing) : null,
  ])
  const lists = { list: products, categories, collections, collection }
  const content = <ShopPage params={params} filters={filters} {...lists} />
  if (collection && collection.slug !== collectionSlug) {
    const location = hrefOf({ collection: collection.slug }, Number(pageNumber), filters)
    return { ...page(content, {}, 301), location }
  }
  const categoryShown = category ? categoryOf(category, categories) : undefined
  const subject = { ...(categoryShown && { category: categoryShown }), ...(collection && { collection }) }
  return products ? page(content, { products, ...subject }) : page(content, {}, 404)
}

const product: Load = async ({ id = '' }, _, data) => {
  const [one, relatedProducts, offerTerms] = await Promise.all([
    data.product(id).catch(nullIfMissing),
    data.related(id).catch(nullIfMissing),
    data.offerTerms(),
  ])
  if (!one) return comingProduct(id, data)
  const { choiceOf } = one
  if (choiceOf) return { ...page(null, {}, 308), location: `/products/${choiceOf.slug}?choice=${one.slug}` }
  const isCanonical = [one.slug, one._id].includes(id.toLowerCase())
  const loadedPage = page(<ProductDetails product={one} related={relatedProducts ?? []} />, {
    product: one,
    offerTerms,
  })
  return isCanonical ? loadedPage : { ...loadedPage, status: 301, location: `/products/${one.slug}` }
}

/** The page of a piece that is not on sale before its drop starts. */
async function comingProduct(id: string, data: PublicData) {
  const [one, offerTerms] = await Promise.all([data.comingProduct(id).catch(nullIfMissing), data.offerTerms()])
  return one
    ? page(<ProductDetails product={one} related={[]} />, { product: one, offerTerms })
    : page(<NotFound what="piece" />, {}, 404)
}

const textPage: Load = async ({ slug = '' }, _, data) => {
  const one = await data.textPage(slug).catch(nullIfMissing)
  if (!one) return notFoundPage
  const parts = await Promise.all(TEXT_PAGE_PARTS.map((part) => part(one.slug, data)))
  const loadedPage = page(<TextPage page={one} underTitle={allOf(parts)} />)
  return one.slug === slug ? loadedPage : { ...loadedPage, status: 301, location: `/pages/${one.slug}` }
}

/** Collections have no list of their own: the shop shows them beside the categories. */
const allCollections: Load = async () => ({ ...page(null, {}, 301), location: '/shop' })

/** A page for browsers without JavaScript. */
export function plainPage(plain: PlainPage): CatalogPage {
  if ('placed' in plain) return page(<OrderPlaced {...plain} />)
  if ('checkout' in plain) {
    return page(
      <CheckoutPartsContext value={PLAIN_CHECKOUT_PARTS}>
        <PlainCheckout {...plain} />
      </CheckoutPartsContext>,
    )
  }
  return 'line' in plain ? plainLine(plain.line) : plainWithdrawal(plain.withdrawal)
}

/** The page that replaces one whose data cannot be loaded, with status 503 while the shop is busy, else 500. */
export function failedPage(error: unknown, href: string): CatalogPage {
  const { status, message } = error as { status?: number; message?: string }
  const isBusy = status === 503
  return page(<FailedPage message={isBusy ? message : undefined} href={href} />, {}, isBusy ? 503 : 500)
}

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
  ...FEATURE_ROUTES,
  route('/contact', async () => page(<ContactPage />, { isContact: true }), true),
]

/**
 * The catalog page at this path; undefined for a path that no page has. `isShared` when its URL has no parameters.
 */
export function catalogPageAt(pathname: string) {
  for (const { pattern, ...route } of ROUTES) {
    const match = pattern.exec(pathname)
    if (match) return { ...route, params: decodedParams(match.groups) }
  }
  return undefined
}

function decodedParams(groups: Record<string, string | undefined> = {}): Params {
  return Object.fromEntries(
    Object.entries(groups).flatMap(([name, value]) => (value === undefined ? [] : [[name, decodedPath(value)]])),
  )
}

/** The text itself when it cannot be decoded. */
function decodedPath(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
