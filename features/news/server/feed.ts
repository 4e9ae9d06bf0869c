// The feed of the news in Atom (RFC 4287).
import type { ShopInfo } from '#contract/shop-info.ts'
import type { PageBlock, PageInline } from '#contract/text-pages.ts'
import { html, Markup } from '#server/platform/outbox/markup.ts'
import type { PublicFile } from '#server/shop/public-files.ts'
import type { NewsItem } from '../contract.ts'
import { FEED_PATH } from '../paths.ts'
import { tagsOfNews } from './added-data.ts'
import { newestNews } from './listed-news.ts'
import { FEED } from './texts.ts'

/** Enough for a program that looks once a week. */
const MOST_ENTRIES = 20

export const newsFeed: PublicFile = {
  path: FEED_PATH,
  type: 'application/atom+xml; charset=utf-8',
  async make({ db, shop, shopUrl }) {
    const items = await newestNews(db, MOST_ENTRIES)
    return { text: feedOf(items, shop, shopUrl), tags: tagsOfNews(items) }
  },
}

type FeedItem = NewsItem & { updatedAt: string }

/** The moment of a feed that never had news. */
const NEVER = new Date(0).toISOString()

/** The feed of these news as XML. */
export function feedOf(items: FeedItem[], shop: Pick<ShopInfo, 'name'>, shopUrl: string): string {
  const updatedAt =
    items
      .map(({ updatedAt }) => updatedAt)
      .toSorted()
      .at(-1) ?? NEVER
  const { text } = html`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${shopUrl}/news</id>
<title>${FEED.title(shop.name)}</title>
<updated>${updatedAt}</updated>
<link rel="alternate" type="text/html" href="${shopUrl}/news"/>
<link rel="self" type="application/atom+xml" href="${shopUrl}${FEED_PATH}"/>
<author><name>${shop.name}</name></author>
${items.map((item) => entryOf(item, shopUrl))}</feed>
`
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text.toWellFormed().replaceAll(NO_XML_PATTERN, '')}`
}

/** The characters that XML 1.0 cannot have, even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is meant.
const NO_XML_PATTERN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

const entryOf = ({ slug, title, blocks, datedAt, updatedAt }: FeedItem, shopUrl: string) => html`<entry>
<id>${shopUrl}/pages/${slug}</id>
<title>${title}</title>
<published>${datedAt}</published>
<updated>${updatedAt}</updated>
<link rel="alternate" type="text/html" href="${shopUrl}/pages/${slug}"/>
<content type="html">${blocks.map((block) => blockOf(block, shopUrl).text).join('')}</content>
</entry>
`

/** A block of a page as HTML; what it links and shows has whole addresses. */
function blockOf(block: PageBlock, shopUrl: string): Markup {
  const all = (blocks: PageBlock[]) => blocks.map((one) => blockOf(one, shopUrl))
  switch (block.type) {
    case 'hr':
      return html`<hr>`
    case 'photo': {
      const { Location, alt, width, height } = block.photo
      return html`<p><img src="${shopUrl}${Location}" alt="${alt}" width="${width}" height="${height}"></p>`
    }
    case 'ul':
    case 'ol':
      return element(
        block.type,
        block.items.map(({ children }) => element('li', all(children))),
      )
    case 'blockquote':
      return element('blockquote', all(block.children))
    default:
      return element(
        block.type,
        block.children.map((one) => inlineOf(one, shopUrl)),
      )
  }
}

function inlineOf(one: PageInline, shopUrl: string): Markup {
  if (one.type === 'text') return withBreaks(one.text)
  const children = one.children.map((child) => inlineOf(child, shopUrl))
  if (one.type !== 'a') return element(one.type, children)
  return html`<a href="${one.href.startsWith('/') ? shopUrl : ''}${one.href}">${children}</a>`
}

/** A line break of the text is one on the page. */
const withBreaks = (text: string) =>
  new Markup(
    text
      .split('\n')
      .map((line) => html`${line}`.text)
      .join('<br>'),
  )

/** An element of a page; its name comes from the contract. */
const element = (name: Exclude<(PageBlock | PageInline)['type'] | 'li', 'text' | 'photo'>, content: Markup[]) =>
  new Markup(`<${name}>${content.map(({ text }) => text).join('')}</${name}>`)
