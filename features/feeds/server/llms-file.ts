// What the shop is, for language models, in the form of llmstxt.org: Markdown with lists of links.
import type { ShopInfo } from '#contract/shop-info.ts'
import { allCategories } from '#server/shop/catalog/categories.ts'
import { liveCollections } from '#server/shop/catalog/collections.ts'
import type { PublicFile } from '#server/shop/public-files.ts'
import { CATEGORIES, COLLECTIONS } from '#server/shop/public-tags.ts'
import { GOOGLE_FEED_PATH, LLMS_PATH, NEW_FEED_PATH, UCP_PROFILE_PATH } from '../paths.ts'
import { requireAssistants } from './feed-settings.ts'
import { LLMS } from './texts.ts'

type Link = { path: string; label: string; about?: string }

export const llmsFile: PublicFile = {
  path: LLMS_PATH,
  type: 'text/plain; charset=utf-8',
  async make({ db, shop, shopUrl }) {
    await requireAssistants(db)
    const categories = await allCategories(db)
    const collections = await liveCollections(db)
    const listOf = (heading: string, links: Link[]) =>
      links.length > 0 ? [`## ${heading}`, linesOf(links, shopUrl)] : []
    const parts = [
      `# ${inline(shop.name)}`,
      ...(shop.tagline ? [`> ${inline(shop.tagline)}`] : []),
      LLMS.about,
      ...termsOf(shop),
      ...listOf(LLMS.categories, [
        { path: '/shop', label: LLMS.everything },
        ...categories.map(({ slug, label }) => ({ path: `/category/${encodeURIComponent(slug)}`, label })),
      ]),
      ...listOf(
        LLMS.collections,
        collections.map(({ slug, name }) => ({ path: `/collections/${slug}`, label: name })),
      ),
      ...listOf(LLMS.pages, [
        ...shop.pages.map(({ slug, title }) => ({ path: `/pages/${slug}`, label: title })),
        { path: '/contact', label: LLMS.contact },
      ]),
      ...listOf(LLMS.feeds, [
        { path: UCP_PROFILE_PATH, ...LLMS.ucp },
        { path: GOOGLE_FEED_PATH, ...LLMS.google },
        { path: NEW_FEED_PATH, ...LLMS.newest },
        { path: '/sitemap.xml', ...LLMS.sitemap },
      ]),
    ]
    return { text: `${parts.join('\n\n')}\n`, tags: [CATEGORIES, COLLECTIONS] }
  },
}

const linesOf = (links: Link[], shopUrl: string) =>
  links
    .map(({ path, label, about }) => `- [${inline(label)}](${shopUrl}${path})${about ? `: ${about}` : ''}`)
    .join('\n')

/** What the shop says of shipping and returns, and when it is closed. */
const termsOf = ({ returnsText, shipDays, closed }: ShopInfo) => [
  ...(shipDays ? [LLMS.shipDays(shipDays)] : []),
  ...(returnsText ? [inline(returnsText)] : []),
  ...(closed ? [LLMS.closed(closed)] : []),
]

/** The text on one line, of which nothing is Markdown. */
const inline = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .replaceAll(/[\\`*_{}[\]()<>#|~]/g, String.raw`\$&`)
