// robots.txt and the sitemap.

import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { PAGE_SIZE } from '#contract/defaults.ts'
import { photoLocation } from '#contract/photos.ts'
import { notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { escapeHtml } from '#server/platform/lib/escape-html.ts'
import { addedPages, privatePaths } from '#server/shop/added-pages.ts'
import { collectionSizes } from '#server/shop/catalog/collections.ts'
import { inLists } from '#server/shop/catalog/for-sale.ts'
import { oldestFirst } from '#server/shop/catalog/sort-orders.ts'
import { SETTINGS, SITEMAP } from '#server/shop/public-tags.ts'
import { refusedRobots } from '#server/shop/refused-robots.ts'
import { pageLinks } from '#server/shop/text-pages/text-pages.ts'
import type { SendCached } from './page-cache.ts'
import type { PublicReads } from './public-data.ts'
import { NOT_FOUND } from './texts.ts'

type Reads = Pick<PublicReads, 'categories' | 'listSize'>
type Options = { db: Db; reads: Reads; shopUrl: string; sendCached: SendCached; mostInFile?: number }
type Entry = { path: string; updatedAt?: Date; images?: string[] }

/** URLs in one file. The sitemap protocol allows 50,000, of which a file takes long to make. */
const MAX_IN_FILE = 5_000

const XML = 'application/xml; charset=utf-8'

/** Path prefixes of the shop's private pages and of the API. Links under `/cart/` fill a cart. */
const DISALLOWED_PATHS = [
  '/admin',
  '/api/',
  '/cart/',
  '/order/',
  '/placeorder',
  '/payment',
  '/shipping',
  '/profile',
  '/reset-password/',
  '/delays/',
]

/** Serves robots.txt and the sitemap: one file, or an index of files in a large shop. */
export function serveSitemap(
  app: FastifyInstance,
  { db, reads, shopUrl, sendCached, mostInFile = MAX_IN_FILE }: Options,
) {
  const routeOptions = { schema: { hide: true } }
  app.get('/robots.txt', routeOptions, async (request, reply) =>
    sendCached({ request, reply }, '/robots.txt', async () => ({
      status: 200,
      type: 'text/plain; charset=utf-8',
      text: robotsText(await Promise.all(refusedRobots.map((robots) => robots(db))), shopUrl),
      tags: [SETTINGS],
    })),
  )

  app.get('/sitemap.xml', routeOptions, async (request, reply) =>
    sendCached({ request, reply }, '/sitemap.xml', async () => {
      const { lists, files } = await countFiles(db, reads, mostInFile)
      const text = files === 1 ? fileOf(await entries(db, lists, 0, mostInFile), shopUrl) : indexOf(files, shopUrl)
      return { status: 200, type: XML, text, tags: [SITEMAP] }
    }),
  )

  app.get<{ Params: { number: string } }>(
    '/sitemap-:number(^[1-9]\\d{0,3}$).xml',
    routeOptions,
    async (request, reply) => {
      const number = Number(request.params.number)
      return sendCached({ request, reply }, `/sitemap-${number}.xml`, async () => {
        const { lists, files } = await countFiles(db, reads, mostInFile)
        if (files === 1 || number > files) throw notFound(NOT_FOUND.sitemap)
        const text = fileOf(await entries(db, lists, number - 1, mostInFile), shopUrl)
        return { status: 200, type: XML, text, tags: [SITEMAP] }
      })
    },
  )
}

/** A robot goes by the one group with its name (RFC 9309), so a refused one needs no other rule. */
function robotsText(refused: (readonly string[])[], shopUrl: string) {
  const names = refused.flat().map((name) => `User-agent: ${name}`)
  return [
    ...['User-agent: *', ...[...DISALLOWED_PATHS, ...privatePaths].map((path) => `Disallow: ${path}`), ''],
    ...(names.length > 0 ? [...names, 'Disallow: /', ''] : []),
    ...[`Sitemap: ${shopUrl}/sitemap.xml`, ''],
  ].join('\n')
}

/** Entries of all pages but the product pages, and how many files the whole sitemap takes. */
async function countFiles(db: Db, reads: Reads, mostInFile: number) {
  const { value: all } = await reads.categories()
  const [products = 0, ...sizes] = await Promise.all(
    [undefined, ...all.map(({ slug }) => slug)].map(async (category) => (await reads.listSize(category)).value),
  )
  const categories = all.flatMap(({ slug }, at) => pagesOf(`/category/${encodeURIComponent(slug)}`, sizes[at] ?? 0))
  const collectionPages = (await collectionSizes(db)).flatMap(({ slug, products }) =>
    pagesOf(`/collections/${slug}`, products),
  )
  const texts = (await pageLinks(db)).map(({ slug }) => ({ path: `/pages/${slug}` }))
  const added = await Promise.all(addedPages.map((paths) => paths(db)))
  const lists: Entry[] = [
    { path: '/' },
    ...pagesOf('/shop', products),
    ...categories,
    ...collectionPages,
    ...added.flat().map((path) => ({ path })),
    { path: '/contact' },
    ...texts,
  ]
  return { lists, files: Math.max(1, Math.ceil((lists.length + products) / mostInFile)) }
}

/** Entries of a list's pages; the URL of the first has no number. */
function pagesOf(path: string, products: number): Entry[] {
  const pages = Math.max(1, Math.ceil(products / PAGE_SIZE))
  return Array.from({ length: pages }, (_, index) => ({ path: index === 0 ? path : `${path}/page/${index + 1}` }))
}

/** Entries of one file: list pages first, then products, oldest first, in the order of an index. */
async function entries(db: Db, lists: Entry[], file: number, most: number): Promise<Entry[]> {
  const here = lists.slice(file * most, (file + 1) * most)
  const offset = Math.max(0, file * most - lists.length)
  const { rows } = await db.execute<{ slug: string; updatedAt: string; images: string[] }>(sql`
    select products.slug, products.updated_at as "updatedAt",
      array(select i.id::text from images i where i.product_id = products.id order by i.position, i.id) as images
    from (
      select id from products where ${inLists}
      order by ${oldestFirst} limit ${most - here.length} offset ${offset}
    ) as here join products using (id)
    order by ${oldestFirst}`)
  const products = rows.map(({ slug, updatedAt, images }) => ({
    path: `/products/${slug}`,
    updatedAt: new Date(updatedAt),
    images: images.map(photoLocation),
  }))
  return [...here, ...products]
}

const fileOf = (entries: Entry[], shopUrl: string) =>
  xml(
    'urlset',
    entries.map(({ path, updatedAt, images = [] }) => {
      const lastmod = updatedAt ? element('lastmod', updatedAt.toISOString()) : ''
      const imageElements = images.map((image) =>
        element('image:image', element('image:loc', escapeHtml(`${shopUrl}${image}`))),
      )
      return element('url', element('loc', escapeHtml(`${shopUrl}${path}`)) + lastmod + imageElements.join(''))
    }),
    ' xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"',
  )

const indexOf = (files: number, shopUrl: string) =>
  xml(
    'sitemapindex',
    Array.from({ length: files }, (_, index) =>
      element('sitemap', element('loc', escapeHtml(`${shopUrl}/sitemap-${index + 1}.xml`))),
    ),
  )

const xml = (root: string, parts: string[], names = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${names}>\n${parts.join('\n')}\n</${root}>\n`

const element = (name: string, content: string) => `<${name}>${content}</${name}>`
