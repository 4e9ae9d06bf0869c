import { readFile } from 'node:fs/promises'
import { parseFeed } from 'feedsmith'
import { expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { NEW_FEED_PATH } from '../paths.ts'
import { HOSTILE_TEXTS, openShop, SHOP_URL, shownProduct } from '../testing/open-shop.ts'

const schema = await readFile(new URL('../testing/atom.rng', import.meta.url), 'utf8')

/** What the schema of Atom has against a feed. */
async function faultsOf(xml: string) {
  const { errors } = await validateXML({ xml, schema, extension: 'relaxng' })
  return errors.map(({ message }) => message)
}

/** The feed as a feed reader has it. Throws for what is no Atom. */
function readFeed(xml: string) {
  const { format, feed } = parseFeed(xml)
  expect(format).toBe('atom')
  return feed as {
    title?: { value?: string }
    entries?: { id?: string; title?: { value?: string }; content?: { value?: string } }[]
  }
}

test('a feed reader has the newest products that can be bought, the newest first', async () => {
  const { db, app, read } = await openShop()
  await shownProduct(db, { name: 'Old Cup', slug: 'old-cup', createdAt: new Date('2026-01-01') })
  const cup = await shownProduct(db, {
    ...{ name: 'Moon & Cup', slug: 'moon-cup', priceCents: 4_250, description: '<p>So <i>blue</i>.</p>' },
  })
  for (const fields of [{ qty: 0 }, { draft: true }, { deletedAt: new Date() }]) await shownProduct(db, fields)
  const xml = await read(NEW_FEED_PATH)
  expect(await faultsOf(xml)).toEqual([])
  const { entries } = readFeed(xml)
  expect(entries).toMatchObject([
    { id: `${SHOP_URL}/products/moon-cup`, title: { value: 'Moon & Cup' } },
    { id: `${SHOP_URL}/products/old-cup` },
  ])
  expect(entries?.[0]?.content?.value).toBe(
    `<p><img src="${SHOP_URL}/images/${cup.photo.id}.jpg" alt="A pen" width="1200" height="900"></p><p>$42.50</p><p>So blue.</p>`,
  )
  expect((await app.inject(NEW_FEED_PATH)).headers['content-type']).toBe('application/atom+xml; charset=utf-8')
  expect((await read('/')).split('</head>')[0]).toContain(`href="${NEW_FEED_PATH}"`)
})

test('a shop without products has a feed without entries', async () => {
  const { read } = await openShop()
  const xml = await read(NEW_FEED_PATH)
  expect(await faultsOf(xml)).toEqual([])
  expect(readFeed(xml).entries ?? []).toEqual([])
})

test('a piece that is sold leaves the cached feed at once', async () => {
  const { db, read, placed, pay } = await openShop()
  const { id, slug } = await shownProduct(db, { qty: 1, oneOfAKind: true })
  expect(await read(NEW_FEED_PATH)).toContain(slug)
  expect((await pay(await placed({ id }))).statusCode).toBe(200)
  expect(await read(NEW_FEED_PATH)).not.toContain(slug)
})

test.for(HOSTILE_TEXTS)('%s in a name or a description is only text', async ([, text]) => {
  const { db, read } = await openShop()
  await shownProduct(db, { name: text, description: text })
  const xml = await read(NEW_FEED_PATH)
  expect(await faultsOf(xml)).toEqual([])
  const { entries = [] } = readFeed(xml)
  expect(entries).toHaveLength(1)
  expect(entries[0]?.content?.value).not.toMatch(/<script|<img src=x|<g:/)
})
