import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#server/platform/db/client.ts'
import { images } from '#server/shop/schema/catalog.ts'
import { pages } from '#server/shop/schema/text-pages.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { servePages } from '#server/site/pages.ts'
import { testApp } from '#server/testing/app.ts'
import { admin, textPage } from '#server/testing/factories.ts'
import { NEWS_PAGE_SIZE } from '../contract.ts'
import { FEED_PATH } from '../paths.ts'
import { news } from '../schema.ts'
import { newsPage } from '../testing/factories.ts'
import { showNews } from './show-news.ts'

/** A shop that serves its pages, and an admin's calls. */
async function openShop() {
  const shop = await testApp()
  await servePages(shop.app, { ...shop.shop, fresh: () => false, owns: [] })
  const { token } = await admin(shop.db)
  const read = async (path: string) => (await shop.get(path)).body
  return {
    ...shop,
    token,
    write: async (title: string) => (await shop.post('/api/news', { title }, token)).json<{ slug: string }>(),
    publish: (slug: string, body: string, title = 'News') =>
      shop.put(`/api/pages/${slug}/published`, { title, body }, token),
    date: (slug: string, datedAt: string | null) => shop.put(`/api/news/${slug}`, { datedAt }, token),
    listed: async () => (await shop.get('/api/news', token)).json(),
    read,
    titles: async (path = '/news') => titlesIn(await read(path)),
    feed: async () => parsedFeed(shop.db, await read(FEED_PATH)),
  }
}

/** The titles of entries on a page, in their order. */
const titlesIn = (body: string) =>
  [...body.matchAll(/<article[^>]*>.*?<h[23][^>]*><a[^>]*>([^<]*)<\/a>/g)].map(([, title]) => title)

/** A feed as the XML parser of the database, libxml2, reads it. Throws for what is no XML. */
async function parsedFeed(db: Db, xml: string) {
  const names = sql`array[array['a', 'http://www.w3.org/2005/Atom']]`
  const texts = (path: string) => sql`array(select unnest(xpath(${path}, feed, ${names}))::text)`
  const { rows } = await db.execute<
    Record<'ids' | 'titles' | 'published' | 'updated' | 'links' | 'contents', string[]>
  >(sql`
    select ${texts('/a:feed/a:id/text() | /a:feed/a:entry/a:id/text()')} as ids,
      ${texts('/a:feed/a:entry/a:title/text()')} as titles,
      ${texts('/a:feed/a:entry/a:published/text()')} as published,
      ${texts('/a:feed/a:updated/text() | /a:feed/a:entry/a:updated/text()')} as updated,
      ${texts('/a:feed/a:link/@href')} as links,
      ${texts('/a:feed/a:entry/a:content[@type = "html"]/text()')} as contents
    from xmlparse(document ${xml.replace(/^<\?xml[^>]*\?>\s*/, '')}) as feed`)
  const [feed] = rows
  if (!feed) throw new Error('The feed has no root.')
  return feed
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

test('news are dated when they are published, and listed with the newest first', async () => {
  const { write, publish, titles, listed, date } = await openShop()
  const { slug: first } = await write('Kiln day')
  const { slug: second } = await write('Fair')
  expect(await listed()).toMatchObject([
    { slug: 'fair', title: 'Fair', datedAt: null, isShown: false, state: 'draft' },
    { slug: 'kiln-day', datedAt: null, state: 'draft' },
  ])
  expect(await titles()).toEqual([])
  await publish(first, 'It opens.', 'Kiln day')
  await publish(second, 'Come.', 'Fair')
  expect(await titles()).toEqual(['Fair', 'Kiln day'])
  expect(await titles('/')).toEqual(['Fair', 'Kiln day'])
  await date(first, inDays(-3).toISOString())
  await date(second, inDays(-4).toISOString())
  expect(await titles()).toEqual(['Kiln day', 'Fair'])
  // Another edit does not date them anew.
  await publish(second, 'Come soon.', 'Fair')
  expect(await titles()).toEqual(['Kiln day', 'Fair'])
})

test('news stand in no menu and no list of pages, and a page that is no longer news does again', async () => {
  const { db, date, remove, get, read, token, put } = await openShop()
  const { slug } = await textPage(db, { slug: 'fair', title: 'Fair' })
  const linked = async () => (await get('/api/shop')).json().pages.map((page: { slug: string }) => page.slug)
  const listedPages = async () => (await get('/api/pages', token)).json().length
  expect([await linked(), await listedPages()]).toEqual([['fair'], 1])
  expect((await date(slug, null)).statusCode).toBe(200)
  expect([await linked(), await listedPages()]).toEqual([[], 0])
  expect((await put('/api/pages', { order: [] }, token)).statusCode).toBe(200)
  expect(await read('/pages/fair')).toMatch(/<h1[^>]*>Fair<\/h1>.*<time/)
  expect((await remove(`/api/news/${slug}`, token)).json()).toEqual({ message: 'Fair is no longer in the news.' })
  expect([await linked(), await listedPages()]).toEqual([['fair'], 1])
  expect(await read('/pages/fair')).not.toContain('<time')
})

test('drafts and news of a later date are nowhere, and the latter appear when it comes', async () => {
  const { db, write, publish, date, get, read, titles, feed } = await openShop()
  await newsPage(db, { title: 'Shown' })
  const { slug } = await write('Quixotic fair')
  await publish(slug, 'Xylophones.', 'Quixotic fair')
  await date(slug, inDays(2).toISOString())
  await write('Zebra draft')
  const isAbsent = async () => {
    for (const path of ['/news', '/', FEED_PATH, '/sitemap.xml', '/api/shop', '/contact'])
      expect(await read(path), path).not.toMatch(/quixotic|xylophone|zebra/i)
    for (const path of [slug, 'zebra-draft']) expect((await get(`/pages/${path}`)).statusCode, path).toBe(404)
  }
  await isAbsent()
  expect(await showNews(db)).toBe(5_000)
  await isAbsent()
  await db.update(news).set({ datedAt: sql`now() + interval '2 seconds'` }).where(eq(news.slug, slug))
  const wait = await showNews(db)
  expect(wait).toBeLessThanOrEqual(2_000)
  await isAbsent()
  await db.update(news).set({ datedAt: sql`now()` }).where(eq(news.slug, slug))
  await showNews(db)
  expect((await titles()).sort()).toEqual(['Quixotic fair', 'Shown'])
  expect((await feed()).titles.sort()).toEqual(['Quixotic fair', 'Shown'])
  expect((await get(`/pages/${slug}`)).statusCode).toBe(200)
  expect(await read('/sitemap.xml')).toContain(`/pages/${slug}</loc>`)
  await date(slug, inDays(1).toISOString())
  await isAbsent()
})

test('without news the home page names none, and neither page nor feed is missing', async () => {
  const { read, get, feed } = await openShop()
  const home = await read('/')
  expect(home).not.toContain(FEED_PATH)
  expect(home).not.toContain('href="/news"')
  expect(await read('/sitemap.xml')).not.toContain('/news')
  const { statusCode, body } = await get('/news')
  expect([statusCode, body.includes('There is no news yet.'), body.includes('noindex')]).toEqual([200, true, true])
  expect((await feed()).titles).toEqual([])
})

test('home and news name the feed, which is Atom', async () => {
  const { db, read, get, feed } = await openShop()
  await saveSettings(db, { name: 'Mud & <Fire>' })
  const { slug } = await newsPage(db, { title: 'Fair', body: 'See [us](/contact).\nSoon *there*.' }, inDays(-1))
  const alternate = `<link rel="alternate" type="application/atom+xml" title="News from Mud &amp; &lt;Fire&gt;" href="${FEED_PATH}"/>`
  for (const path of ['/', '/news']) expect((await read(path)).split('</head>')[0], path).toContain(alternate)
  expect(await read('/contact')).not.toContain(FEED_PATH)
  const { headers } = await get(FEED_PATH)
  expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8')
  const { datedAt } = (await db.select().from(news))[0] ?? {}
  const parsed = await feed()
  expect(parsed).toMatchObject({
    ids: ['http://shop.test/news', `http://shop.test/pages/${slug}`],
    links: ['http://shop.test/news', `http://shop.test${FEED_PATH}`],
    titles: ['Fair'],
    published: [datedAt?.toISOString()],
  })
  const [content] = parsed.contents
  expect(unescaped(content)).toBe('<p>See <a href="http://shop.test/contact">us</a>.<br>Soon <em>there</em>.</p>')
  for (const moment of parsed.updated) expect(moment).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

/** The text of an element whose XML the database has written out again. */
const unescaped = (xml = '') => xml.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

const HOSTILE = [
  '<script>alert(1)</script>',
  ']]><x/>',
  '&lt;b&gt; &amp;amp; &#0; &nbsp;',
  '"><img src=x onerror=alert(1)>',
  '\u202egnp.exe\u202c',
  'Z\u0351\u0352\u0353algo\u0489',
  'half \ud83d pair',
  'not \ufffe a \uffff character',
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]>&b;',
  '</title></head></feed>',
]

test.for(HOSTILE)('a title or text like %j is only text, on the page and in the feed', async (words) => {
  const { db, read, titles, feed } = await openShop()
  const kept = words.toWellFormed()
  await newsPage(db, { slug: 'odd', title: kept, body: `${kept}\n\n${kept}` })
  for (const path of ['/', '/news', '/pages/odd']) {
    const body = await read(path)
    expect(body, path).not.toMatch(/<script>alert|<img src=x|<x\/>/)
    expect(body.match(/<\/head>/g), path).toHaveLength(1)
  }
  expect(await titles()).toHaveLength(1)
  const { titles: feedTitles, contents } = await feed()
  expect(feedTitles.map(unescaped)).toEqual([kept.replaceAll(/[\ufffe\uffff]/g, '')])
  expect(unescaped(contents[0])).not.toMatch(/<(script|img|x)\b/)
})

test('the list has pages, each with its own address, and no others', async () => {
  const { db, titles, get, read } = await openShop()
  for (let day = 0; day <= NEWS_PAGE_SIZE; day++) await newsPage(db, { title: `Day ${day}` }, inDays(-day))
  expect(await titles()).toHaveLength(NEWS_PAGE_SIZE)
  expect(await titles('/news/page/2')).toEqual([`Day ${NEWS_PAGE_SIZE}`])
  expect(await read('/news/page/2')).toContain('<link rel="canonical" href="http://shop.test/news/page/2"/>')
  for (const path of ['/news/page/3', '/news/page/0', '/news/page/x', '/news/page/1e1', '/news/none'])
    expect((await get(path)).statusCode, path).toBe(404)
  expect(await titles('/')).toHaveLength(3)
  const sitemap = await read('/sitemap.xml')
  expect(sitemap).toContain('<loc>http://shop.test/news/page/2</loc>')
})

test('a photo of news is in the feed with its whole address, and those of other pages are not', async () => {
  const { db, feed } = await openShop()
  const { slug } = await newsPage(db)
  await newsPage(db, {}, inDays(-1))
  const [photo] = await db
    .insert(images)
    .values({ pageSlug: slug, width: 9, height: 9, placeholder: 'data:,' })
    .returning()
  await db.update(pages).set({ body: `![A "mug"](/images/${photo?.id}.jpg)` })
  const { contents } = await feed()
  expect(contents.map(unescaped)).toEqual([
    `<p><img src="http://shop.test/images/${photo?.id}.jpg" alt="A &quot;mug&quot;" width="9" height="9"></p>`,
  ])
})

test.for([
  ['a page that is not there', '/api/news/none', { datedAt: null }, 404],
  ['a page that the shop needs elsewhere', '/api/news/returns', { datedAt: null }, 422],
  ['a day of another century', '/api/news/care', { datedAt: '1899-12-31T00:00:00.000Z' }, 400],
  ['a day in a hundred years', '/api/news/care', { datedAt: '2199-12-31T00:00:00.000Z' }, 400],
  ['no date', '/api/news/care', { datedAt: 'soon' }, 400],
] as const)('%s does not become news', async ([, path, body, status]) => {
  const { db, put, token, listed } = await openShop()
  for (const slug of ['returns', 'care']) await textPage(db, { slug })
  expect((await put(path, body, token)).statusCode).toBe(status)
  expect(await listed()).toEqual([])
})

test('news and their photos go with their page, and two new ones of one title have addresses of their own', async () => {
  const { write, remove, listed, token } = await openShop()
  const made = await Promise.all([1, 2, 3].map(() => write('Fair')))
  expect(made.map(({ slug }) => slug).sort()).toEqual(['fair', 'fair-2', 'fair-3'])
  expect((await remove('/api/pages/fair', token)).statusCode).toBe(200)
  expect(await listed()).toHaveLength(2)
})

test('50 pages leave room for news', async () => {
  const { db, write, post, token } = await openShop()
  for (let count = 0; count < 50; count++) await textPage(db)
  expect(await write('Fair')).toMatchObject({ slug: 'fair' })
  expect((await post('/api/pages', { title: 'One more' }, token)).json()).toMatchObject({ code: 'page_refused' })
})
