import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { databaseUrl, runSql } from '#server/testing/cluster.ts'
import { clusterCpu } from './clusters.ts'
import type { TableRow } from './figures.ts'
import { median, roundTo } from './figures.ts'
import { fetchOnce } from './loads.ts'
import { type Claim, prove, provenRow } from './proofs.ts'
import { type ShopServer, startReference, startShopServer } from './servers.ts'

const SECONDS = 1.5
/** V8 compiles the code of an answer for good in its first seconds, and counts as the process. */
const WARM_SECONDS = 4
const WARM_ANSWERS = 600
const ROUNDS = 3
const CONNECTIONS = 16
const STATEMENTS = 5_000
const LARGE = 100_000
const BROTLI = { 'accept-encoding': 'br' }

type Case = {
  what: string
  /** The URLs to request after each change. Each of them shows what has changed. None: the change alone. */
  paths: string[]
  /** Slugs of the products whose price changes; without them the settings change. */
  priced: string[]
  status?: number
}
type Shop = { url: string; products: number; server: ShopServer; changes: pg.Client }
/** Milliseconds of CPU of all that was answered and changed. */
type Sample = { cpu: number; database: number; answered: number; changes: number; claim: Claim }

/**
 * CPU of pages and answers that are made anew because a product or the settings have changed, in the demo shop and in
 * one with 100,000 products more. The change is a statement of another connection; all processes hear of it as of any
 * other. What the same changes cost in the same round without any request is measured, too, and what is left without it.
 */
export async function measureRenderings(): Promise<TableRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-bench-'))
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const data = join(folder, 'postgres')
    const cluster = await startEmbedded(data)
    closers.push(cluster.stop)
    const rows: TableRow[] = []
    for (const more of [0, LARGE]) {
      const shop = await openShop(cluster.url, more, folder)
      if (more === 0) rows.push(await measureStatement(shop, data))
      const cases = casesOf(await slugsOf(shop))
      rows.push(...(await rowsOf(shop, await measure(cases, shop, data))))
      await shop.changes.end()
      await shop.server.stop()
    }
    return rows
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

/** The demo shop with so many more products. */
export async function openShop(clusterUrl: string, more: number, folder: string): Promise<Shop> {
  const name = `shop_${more}`
  await runSql(clusterUrl, `create database ${name}`)
  const url = databaseUrl(clusterUrl, name)
  const environment = { DATABASE_URL: url, DATA_DIR: folder, DEMO: '1', LOG_LEVEL: 'error', REPORT_CLEARED: '1' }
  const server = await startShopServer(environment)
  const changes = new pg.Client({ connectionString: url })
  await changes.connect()
  await changes.query(MORE_PRODUCTS, [more])
  await changes.query(MORE_PHOTOS)
  await changes.query('vacuum analyze')
  const { rows } = await changes.query('select count(*)::int as products from products where parent_id is null')
  prove([{ what: 'products', counted: rows[0].products, least: more + 1 }])
  return { url, products: rows[0].products, server, changes }
}

/** The least that an answer with fresh data can cost: node:http with one prepared statement that reads no table. */
function measureStatement({ url, products }: Shop, data: string): Promise<TableRow> {
  const what = 'node:http with one statement'
  return provenRow(what, async () => {
    const server = await startReference('node', { DATABASE_URL: url })
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
    const ask = () => fetchOnce(`${server.url}/statement`, {}, agent)
    const askMany = () => Promise.all(Array.from({ length: STATEMENTS }, ask))
    await askMany()
    const [before, databaseBefore] = [await server.counts(), await clusterCpu(data)]
    const answers = await askMany()
    const [after, databaseAfter] = [await server.counts(), await clusterCpu(data)]
    agent.destroy()
    await server.stop()
    const queryCount = after.queries - before.queries
    prove([{ what: 'statements', counted: queryCount, least: answers.length }])
    return {
      what,
      products,
      'different ones': 1,
      'CPU ms each': roundTo((after.cpu - before.cpu) / 1000 / answers.length, 2),
      'PostgreSQL ms each': roundTo((databaseAfter - databaseBefore) / answers.length, 2),
    }
  })
}

/** Products two years older than the demo shop's, of all categories and of many names, colors and prices. */
const MORE_PRODUCTS = `
  insert into products (sku, name, slug, price_cents, qty, description, category, color, created_at)
  select 'MORE-' || n, name || ' ' || n, lower(replace(name, ' ', '-')) || '-' || n, 400 + n * 7919 % 6000, n % 30,
    '<p>Made by hand, one at a time. <i>No two of them are the same.</i></p>', names[1 + n % cardinality(names)],
    (array['walnut', 'cream', 'cobalt', 'amber', 'moss', 'rose'])[1 + n % 6], now() - interval '2 years' - n * interval '1 minute'
  from generate_series(1, $1::int) n, (select array_agg(categories.name) as names from categories),
    lateral (select (array['Walnut', 'Maple', 'Speckled', 'Cobalt', 'Amber', 'Fern', 'Slate'])[1 + n % 7] || ' '
      || (array['Pen', 'Mug', 'Stopper', 'Keychain', 'Charm', 'Bow', 'Dish', 'Tumbler'])[1 + n / 7 % 8] as name)`

/** Without files: no photo is loaded. */
const MORE_PHOTOS = `
  insert into images (product_id, alt, width, height, placeholder)
  select id, name, 1600, 1600, '' from products where sku like 'MORE-%'`

/** Slugs of the newest products without choices, of which a price can be changed. The demo shop has 38. */
async function slugsOf({ changes }: Shop): Promise<string[]> {
  const { rows } = await changes.query(`
    select slug from products where not draft and deleted_at is null and parent_id is null and axes is null
    order by created_at desc nulls last, id limit 38`)
  return rows.map(({ slug }) => slug)
}

const FEATURED_SLUG = 'zi-zinnia-mug'
const WORDS = 'mug pen bow dish charm keychain tumbler stopper walnut cherry rose glitter'.split(' ')
const ORDERS = ['', 'sort=price', 'sort=-price', 'sort=name', 'inStock=true', 'maxPrice=40', 'color=blue', 'color=pink']
const NOWHERE = ['/no-such-page', '/shop/no/page', '/contact/no/page', '/login/no/page']

function casesOf(slugs: string[]): Case[] {
  const [pricedSlugs, settings] = [[FEATURED_SLUG], [] as string[]]
  const each = (pathOf: (text: string) => string) => WORDS.map(pathOf)
  return [
    { what: 'a new price alone', paths: [], priced: pricedSlugs },
    { what: `${slugs.length} new prices alone`, paths: [], priced: slugs },
    { what: 'new settings alone', paths: [], priced: settings },
    { what: 'home page', paths: ['/'], priced: pricedSlugs },
    { what: 'product pages', paths: slugs.map((slug) => `/products/${slug}`), priced: slugs },
    { what: 'lists', paths: ORDERS.map((order) => `/shop?${order}`), priced: pricedSlugs },
    { what: 'searches', paths: each((word) => `/search/${word}`), priced: pricedSlugs },
    { what: 'searches without a hit', paths: each((word) => `/search/qqq${word}qqq`), priced: pricedSlugs },
    { what: 'pages that are not there', paths: NOWHERE, priced: settings, status: 404 },
    { what: 'lists, JSON', paths: ORDERS.map((order) => `/api/products?${order}`), priced: pricedSlugs },
    { what: 'products, JSON', paths: slugs.map((slug) => `/api/products/${slug}`), priced: slugs },
    { what: 'searches, JSON', paths: each((word) => `/api/products?keyword=${word}&extras=true`), priced: pricedSlugs },
    {
      what: 'suggestions, JSON',
      paths: each((word) => `/api/products/suggestions?keyword=${word}`),
      priced: pricedSlugs,
    },
  ]
}

/** All cases in turn, several times over: what disturbs the machine disturbs each of them alike. */
async function measure(cases: Case[], shop: Shop, data: string) {
  const samples = new Map<Case, Sample[]>(cases.map((it) => [it, []]))
  for (const it of cases) await load(it, shop, { seconds: WARM_SECONDS, least: WARM_ANSWERS })
  for (let round = 0; round < ROUNDS; round++)
    for (const it of cases) samples.get(it)?.push(await sample(it, shop, data))
  return samples
}

async function sample(it: Case, shop: Shop, data: string): Promise<Sample> {
  const [before, databaseBefore] = [await shop.server.counts(), await clusterCpu(data)]
  const { answered, changes } = await load(it, shop)
  const after = await shop.server.counts()
  const claim = { what: 'pages rendered', counted: after.pages - before.pages, least: answered, most: answered }
  const database = (await clusterCpu(data)) - databaseBefore
  return { cpu: (after.cpu - before.cpu) / 1000, database, answered, changes, claim }
}

/**
 * Requests the pages of the case again and again, each time after a change, for so many seconds and until `least` were
 * answered. Returns how many were, and after how many changes.
 */
async function load(
  { paths, priced, status = 200 }: Case,
  { server, changes }: Shop,
  { seconds = SECONDS, least = 0 } = {},
) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const startedAt = performance.now()
  const totals = { answered: 0, changes: 0 }
  while (performance.now() < startedAt + seconds * 1000 || (paths.length > 0 && totals.answered < least)) {
    const clearing = server.cleared(Math.max(1, priced.length))
    if (priced.length > 0) await changes.query(OTHER_PRICES, [priced])
    else await changes.query(OTHER_SETTINGS)
    await clearing
    const answers = await Promise.all(paths.map((path) => fetchOnce(server.url + path, BROTLI, agent)))
    for (const answer of answers) if (answer.status !== status) throw new Error(`${paths[0]}: ${answer.status}`)
    totals.answered += answers.length
    totals.changes++
  }
  agent.destroy()
  return totals
}

/** A cent more and a cent less in turn, of products that the index of slugs finds. */
const OTHER_PRICES = `update products set price_cents = price_cents + (case when price_cents % 2 = 0 then 1 else -1 end)
  where slug = any($1) and deleted_at is null`
/** A period more and less in turn. */
const OTHER_SETTINGS = `update settings set tagline = case when tagline like '%.' then rtrim(tagline, '.') else tagline || '.' end`

function rowsOf({ products }: Shop, samples: Map<Case, Sample[]>): Promise<TableRow[]> {
  const changesAlone = (pricedSlugs: string[]) =>
    [...samples].find(([it]) => it.paths.length === 0 && it.priced === pricedSlugs)?.[1] ?? []
  const rows = [...samples].map(([{ what, paths, priced }, itsSamples]) =>
    provenRow(`${what}, ${products} products`, async () => {
      prove(itsSamples.map(({ claim }) => claim))
      const each = (of: Cost) =>
        roundTo(median(itsSamples.map((sample) => sample[of] / (sample.answered || sample.changes))), 2)
      const alone = changesAlone(priced)
      const withoutChange = (of: Cost) =>
        roundTo(median(itsSamples.map((sample, round) => answersAlone(of, sample, alone[round]))), 2)
      return {
        what,
        products,
        'different ones': paths.length,
        'CPU ms each': each('cpu'),
        'without the change': paths.length > 0 ? withoutChange('cpu') : '',
        'PostgreSQL ms each': each('database'),
        'its, without the change': paths.length > 0 ? withoutChange('database') : '',
      }
    }),
  )
  return Promise.all(rows)
}

type Cost = 'cpu' | 'database'

/** Milliseconds of CPU of each answer without those of as many of the same changes in the same round alone. */
const answersAlone = (of: Cost, { answered, changes, ...sample }: Sample, alone: Sample | undefined) =>
  (sample[of] - (changes * (alone?.[of] ?? Number.NaN)) / (alone?.changes ?? 0)) / answered
