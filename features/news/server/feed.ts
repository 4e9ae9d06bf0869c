// The feed of the news.
import type { ShopInfo } from '#contract/shop-info.ts'
import type { PageBlock, PageInline } from '#contract/text-pages.ts'
import { html, Markup } from '#server/platform/outbox/markup.ts'
import { ATOM, atomFeed } from '#server/platform/xml/atom.ts'
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
  type: ATOM,
  async make({ db, shop, shopUrl }) {
    const items = await newestNews(db, MOST_ENTRIES)
    return { text: feedOf(items, shop, shopUrl), tags: tagsOfNews(items) }
  },
}

type FeedItem = NewsItem & { updatedAt: string }

/** The feed of these news as XML. */
const feedOf = (items: FeedItem[], { name }: Pick<ShopInfo, 'name'>, shopUrl: string) =>
  atomFeed({
    url: `${shopUrl}/news`,
    self: `${shopUrl}${FEED_PATH}`,
    title: FEED.title(name),
    author: name,
    entries: items.map(({ slug, title, blocks, datedAt, updatedAt }) => ({
      ...{ url: `${shopUrl}/pages/${slug}`, title, publishedAt: datedAt, updatedAt },
      content: new Markup(blocks.map((block) => blockOf(block, shopUrl).text).join('')),
    })),
  })

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
