import { expect, test } from 'vitest'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { category, collection, product, textPage } from '#server/testing/factories.ts'
import { GOOGLE_FEED_PATH, LLMS_PATH, NEW_FEED_PATH, UCP_PROFILE_PATH } from '../paths.ts'
import { HOSTILE_TEXTS, openShop, SHOP_URL, shownProduct } from '../testing/open-shop.ts'
import { ASSISTANT_ROBOTS } from './robots.ts'

test('llms.txt has the name, what the shop sells, its pages and its feeds', async () => {
  const { db, read } = await openShop()
  await saveSettings(db, { name: 'Rosas Pots', tagline: 'Thrown by hand', shipDays: { from: 1, to: 3 } })
  await category(db, 'wine stoppers')
  await collection(db, { name: 'Gifts', slug: 'gifts' }, [await product(db)])
  await textPage(db, { slug: 'returns', title: 'Returns' })
  await textPage(db, { slug: 'faq', title: 'A draft', publishedAt: null })
  const text = await read(LLMS_PATH)
  expect(text).toMatch(/^# Rosas Pots\n\n> Thrown by hand\n\n/)
  for (const path of ['/shop', '/category/wine-stoppers', '/collections/gifts', '/pages/returns', '/contact'])
    expect(text).toContain(`](${SHOP_URL}${path})\n`)
  for (const path of [GOOGLE_FEED_PATH, NEW_FEED_PATH, UCP_PROFILE_PATH])
    expect(text).toContain(`](${SHOP_URL}${path}): `)
  expect(text).toContain('Orders ship within 1 to 3 business days')
  expect(text).not.toContain('A draft')
})

test.for(HOSTILE_TEXTS)('%s in the names of a shop adds no line and no link to llms.txt', async ([, text]) => {
  const { db, read } = await openShop()
  const headings = (await read(LLMS_PATH)).match(/^#.*$/gm)
  const name = text.replaceAll(/[\p{Cc}]/gu, ' ').slice(0, 60)
  await saveSettings(db, { name, tagline: name, returnsText: name })
  await textPage(db, { slug: 'odd', title: text.slice(0, 100) })
  const file = await read(LLMS_PATH)
  expect(file.match(/^#.*$/gm)?.slice(1)).toEqual(headings?.slice(1))
  const addresses = [...file.matchAll(/(?<!\\)\]\(([^)]*)\)/g)].map(([, address = '']) => address)
  for (const address of addresses) expect(address.startsWith(`${SHOP_URL}/`), address).toBe(true)
})

const ALLOWED: [path: string, isForAssistants: boolean][] = [
  [LLMS_PATH, true],
  [UCP_PROFILE_PATH, true],
  [GOOGLE_FEED_PATH, false],
  [NEW_FEED_PATH, false],
  ['/indexnow-key.txt', false],
]

test('assistants that may not read the shop find nothing of their own, and are asked to stay away', async () => {
  const { db, app, get, post, token, read, setAssistants } = await openShop()
  const { id } = await shownProduct(db)
  const statuses = async () => Promise.all(ALLOWED.map(async ([path]) => (await app.inject(path)).statusCode))
  const searches = () =>
    Promise.all([
      post('/ucp/catalog/search', { query: 'pen' }),
      post('/ucp/catalog/lookup', { ids: [id] }),
      post('/ucp/catalog/product', { id }),
    ])
  const calls = async () => (await searches()).map(({ statusCode }) => statusCode)
  expect(await statuses()).toEqual(ALLOWED.map(() => 200))
  expect(await calls()).toEqual([200, 200, 200])
  expect(await read('/robots.txt')).not.toContain('GPTBot')
  expect((await setAssistants(false)).json()).toMatchObject({ assistantsMayRead: false })
  const robots = await read('/robots.txt')
  expect(await statuses()).toEqual(ALLOWED.map(([, isForAssistants]) => (isForAssistants ? 404 : 200)))
  expect(await calls()).toEqual([404, 404, 404])
  const group = ASSISTANT_ROBOTS.map((name) => `User-agent: ${name}\n`).join('')
  expect(robots).toContain(`\n\n${group}Disallow: /\n\nSitemap: `)
  expect(robots).toMatch(/^User-agent: \*\nDisallow: \/admin\n/)
  expect((await setAssistants(true)).statusCode).toBe(200)
  expect(await read('/robots.txt')).not.toContain('GPTBot')
  expect((await get('/api/feeds', token)).json()).toEqual({
    ...{ assistantsMayRead: true, isPickupOnly: false, withoutPhoto: 0 },
    google: `${SHOP_URL}${GOOGLE_FEED_PATH}`,
    newest: `${SHOP_URL}${NEW_FEED_PATH}`,
  })
})

test('robots may fetch the feeds', async () => {
  const { read } = await openShop()
  const disallowed = [...(await read('/robots.txt')).matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => path)
  for (const [path] of ALLOWED) expect(disallowed.filter((prefix) => path.startsWith(prefix))).toEqual([])
})

test('the seller is told of products that Google leaves out, and that it lists none of a shop that ships nowhere', async () => {
  const { db, get, token } = await openShop()
  await product(db)
  await product(db, { draft: true })
  await shownProduct(db)
  const zones = { zones: [], pickup: { address: '1 Kiln Road', hours: '' }, usualGrams: 500, packingGrams: 0 }
  await saveSettings(db, { shipping: zones })
  expect((await get('/api/feeds', token)).json()).toMatchObject({ withoutPhoto: 1, isPickupOnly: true })
})
