import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finishSale, patiently, startSale } from '#features/sales/server/run-sales.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { median, roundTo, type TableRow } from './figures.ts'
import { fetchOnce } from './loads.ts'
import { prove } from './proofs.ts'
import { openShop } from './renderings.ts'

const PRODUCTS = 100_000
const ON_SALE = 20_000
const ROUNDS = 3
/** Pages of the list of all products that are rendered in each part of a round; a fifth of their products is on sale. */
const PAGES = Array.from({ length: 60 }, (_, at) => `/shop/page/${at + 1}`)

type Shop = Awaited<ReturnType<typeof openShop>>

/**
 * The list of all products, rendered page by page, in a shop with 100,000 of them: without a sale, and with one of 20,000
 * products, by turns. The start and the end of the sale empty the cache of pages.
 */
export async function measureSales(): Promise<TableRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-bench-'))
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const cluster = await startEmbedded(join(folder, 'postgres'))
    closers.push(cluster.stop)
    const shop = await openShop(cluster.url, PRODUCTS, folder)
    closers.push(
      () => shop.changes.end(),
      () => shop.server.stop(),
    )
    const db = openDatabase(shop.url, 2)
    closers.push(() => db.$client.end())
    await shop.changes.query(COLLECTION, [ON_SALE])
    const figures = { plain: [] as Sample[], sale: [] as Sample[], starts: [] as number[], ends: [] as number[] }
    await sample(shop)
    for (let round = 0; round < ROUNDS; round++) {
      const { rows } = await shop.changes.query(SALE)
      const id: string = rows[0].id
      figures.starts.push(await timed(shop, () => patiently(db, (patient) => startSale(patient, id))))
      await proveOnSale(shop, ON_SALE)
      figures.sale.push(await sample(shop))
      figures.ends.push(await timed(shop, () => patiently(db, (patient) => finishSale(patient, id))))
      await proveOnSale(shop, 0)
      figures.plain.push(await sample(shop))
    }
    return rowsOf(figures)
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

/** A fifth of the products, spread over the list. */
const COLLECTION = `
  with gathered as (insert into collections (name, slug, position) values ('Bench', 'bench', 1000) returning id)
  insert into collection_products (collection_id, product_id, position)
  select gathered.id, p.id, p.place from gathered, (
    select id, row_number() over (order by created_at desc, id)::int as place from products where sku like 'MORE-%') p
  where p.place % 5 = 0 order by p.place limit $1`

const SALE = `
  with planned as (
    insert into sales (name, percent_bp, is_for_all, starts_at, ends_at)
    values ('Bench', 2000, false, now(), now() + interval '1 day') returning id
  ), named as (
    insert into sale_targets (sale_id, collection_id)
    select planned.id, collections.id from planned, collections where slug = 'bench'
  ) select id from planned`

async function proveOnSale({ changes }: Shop, count: number) {
  const { rows } = await changes.query('select count(*)::int as count from products where regular_cents is not null')
  prove([{ what: 'products on sale', counted: rows[0].count, least: count, most: count }])
}

/** Milliseconds that a change takes, until the process has emptied its cache. */
async function timed({ server }: Shop, change: () => Promise<unknown>) {
  const clearing = server.cleared(1)
  const startedAt = performance.now()
  await change()
  const took = performance.now() - startedAt
  await clearing
  return took
}

type Sample = { cpu: number; ms: number }

/** CPU of the process for each page, and the median time of a page, in milliseconds. */
async function sample({ server }: Shop): Promise<Sample> {
  const before = await server.counts()
  const times: number[] = []
  for (const path of PAGES) {
    const startedAt = performance.now()
    const { status } = await fetchOnce(server.url + path, {})
    times.push(performance.now() - startedAt)
    prove([{ what: 'answers with status 200', counted: status, least: 200, most: 200 }])
  }
  const after = await server.counts()
  prove([{ what: 'pages rendered', counted: after.pages - before.pages, least: PAGES.length }])
  return { cpu: (after.cpu - before.cpu) / 1000 / PAGES.length, ms: median(times) }
}

function rowsOf({
  plain,
  sale,
  starts,
  ends,
}: Record<'plain' | 'sale', Sample[]> & Record<'starts' | 'ends', number[]>) {
  const of = (samples: Sample[], field: keyof Sample) => median(samples.map((one) => one[field]))
  const row = (what: string, field: keyof Sample): TableRow => ({
    what,
    'without a sale': roundTo(of(plain, field), 2),
    '20,000 on sale': roundTo(of(sale, field), 2),
    ratio: roundTo(of(sale, field) / of(plain, field), 2),
  })
  return [
    row('a page of the list, CPU ms', 'cpu'),
    row('a page of the list, ms', 'ms'),
    { what: 'start of the sale, ms', 'without a sale': '', '20,000 on sale': roundTo(median(starts)), ratio: '' },
    { what: 'end of the sale, ms', 'without a sale': '', '20,000 on sale': roundTo(median(ends)), ratio: '' },
  ]
}
