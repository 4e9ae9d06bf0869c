import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { ShopEnv } from '#scripts/start-shop.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { migrateDatabase } from '#server/shop/database/migrate.ts'
import { ADDRESS, GOOD_CARD } from '#server/testing/checkouts.ts'
import { databaseUrl, runSql } from '#server/testing/cluster.ts'
import { category, user } from '#server/testing/factories.ts'
import { type SimulatorControls, startSimulatorProcess } from '#server/testing/simulator-controls.ts'
import { clusterCpu } from './clusters.ts'
import type { TableRow } from './figures.ts'
import { median, roundTo } from './figures.ts'
import { fetchOnce, post } from './loads.ts'
import { prepareUpdates, type Updates } from './pgbench.ts'
import { type Claim, prove, provenRow } from './proofs.ts'
import { type Server, startReference, startShopServer } from './servers.ts'

const ROUNDS = 3
const SECONDS = 2
const WARM_UP_SECONDS = 8
const SHOPPERS = [1, 32]
const CATALOGUES = [100, 100_000]
const PLENTY = 1_000_000
const BARE_REQUESTS = 3_200

/** What a checkout needs by the design: so many HTTP requests, and transactions that are on disk before the next step. */
const REQUESTS = 4
const TRANSACTIONS = 5

type Figure = 'perSecond' | 'updates' | 'statements' | 'node' | 'database' | 'messages' | 'leastNode' | 'leastDatabase'
type Sample = Record<Figure, number> & { claims: Claim[] }
type Shop = { server: Server; url: string; products: string[]; tokens: string[]; count: number }
type Card = Pick<SimulatorControls, 'calls'>
type Place = { folder: string; updates: Updates; card: Card; fastify: Server }

/**
 * Checkouts (place, verify, pay, confirm) by 1 and 32 shoppers at once, against pgbench's simple updates on the same
 * PostgreSQL in the same run. CPU is of the shop's process and of its PostgreSQL; what both need to send the messages
 * of these orders is measured apart. The card service is a process, and has a PostgreSQL, of its own that do not count.
 * Beside it stands the least that the design allows: as many requests to a bare Fastify, and as many transactions of
 * pgbench, as a checkout has.
 */
export async function measureCheckouts(): Promise<TableRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-bench-'))
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const [data, far] = [join(folder, 'shop'), join(folder, 'card-service')]
    const cluster = await startEmbedded(data)
    closers.push(cluster.stop)
    const cardCluster = await startEmbedded(far, { durable: false })
    closers.push(cardCluster.stop)
    const simulator = await startSimulatorProcess(cardCluster.url)
    closers.push(simulator.stop)
    const updates = await prepareUpdates(cluster.url)
    const fastify = await startReference('fastify')
    closers.push(fastify.stop)
    const shops: Shop[] = []
    for (const count of CATALOGUES) {
      const shop = await openShop(cluster.url, count, { ...simulator.env, DATA_DIR: folder })
      closers.push(shop.server.stop)
      shops.push(shop)
    }
    return await measure(shops, { folder: data, updates, card: simulator, fastify })
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

/** A shop with so many products, plenty of each. */
async function openShop(clusterUrl: string, count: number, env: ShopEnv): Promise<Shop> {
  const name = `shop_${count}`
  await runSql(clusterUrl, `create database ${name}`)
  const url = databaseUrl(clusterUrl, name)
  await migrateDatabase(url)
  const db = openDatabase(url)
  await category(db, 'pens')
  const tokens: string[] = []
  while (tokens.length < Math.max(...SHOPPERS)) tokens.push((await user(db)).token)
  await db.$client.end()
  const products = await fillShop(url, count)
  // So that no message is sent during checkouts.
  await runSql(url, `alter table outbox alter next_try_at set default now() + interval '1 day'`)
  const server = await startShopServer({ ...env, DATABASE_URL: url, DEMO: '0', LOG_LEVEL: 'error' })
  return { server, url, products, tokens, count }
}

/** Adds so many pens, on a connection that may take its time, unlike the shop's. Answers their ids. */
export async function fillShop(url: string, count: number): Promise<string[]> {
  await runSql(
    url,
    `insert into products (sku, name, price_cents, qty, description, category, slug)
     select 'SKU-' || n, 'Walnut Pen ' || n, 500, ${PLENTY}, 'Turned by hand.', 'pens', 'walnut-pen-' || n
     from generate_series(1, ${count}) n`,
  )
  await runSql(
    url,
    `insert into stock_ledger (product_id, delta, reason) select id, ${PLENTY}, 'created' from products`,
  )
  await runSql(url, 'vacuum analyze')
  const { rows } = await runSql(url, 'select id from products')
  return rows.map(({ id }) => id)
}

/** All cases in turn, several times over: what disturbs the machine disturbs each of them alike. */
async function measure(shops: Shop[], place: Place): Promise<TableRow[]> {
  for (const shop of shops) {
    await load(shop, Math.max(...SHOPPERS), WARM_UP_SECONDS)
    await sendMessages(shop)
    // As autovacuum does in its first minute: until then plans are those of empty tables.
    await runSql(shop.url, 'vacuum analyze')
  }
  const cases = SHOPPERS.flatMap((shoppers) => shops.map((shop) => ({ shop, shoppers, taken: [] as Sample[] })))
  for (let round = 0; round < ROUNDS; round++)
    for (const { shop, shoppers, taken } of cases) taken.push(await sample(shop, shoppers, place))
  return Promise.all(cases.map((it) => lineOf(it, place.updates.by)))
}

function lineOf({ shop, shoppers, taken }: { shop: Shop; shoppers: number; taken: Sample[] }, by: string) {
  const of = (name: Figure, digits = 2) => roundTo(median(taken.map((sample) => sample[name])), digits)
  return provenRow(`${shoppers} shoppers, ${shop.count} products`, async () => {
    prove(taken.flatMap(({ claims }) => claims))
    return {
      shoppers,
      products: shop.count,
      'checkouts/s': of('perSecond', 0),
      [`${by}/s`]: of('updates', 0),
      'against it': roundTo(median(taken.map(({ perSecond, updates }) => perSecond / updates)), 3),
      statements: of('statements', 0),
      'CPU ms: Node': of('node'),
      PostgreSQL: of('database'),
      both: roundTo(median(taken.map(({ node, database }) => node + database)), 2),
      'messages, both': of('messages'),
      [`${REQUESTS} Fastify requests`]: of('leastNode'),
      [`${TRANSACTIONS} updates`]: of('leastDatabase'),
    }
  })
}

async function sample(shop: Shop, shoppers: number, place: Place): Promise<Sample> {
  const { folder, card } = place
  await load(shop, shoppers, 1)
  await sendMessages(shop)
  const before = await countsOf(shop, card)
  const [began, databaseBegan] = [await shop.server.counts(), await clusterCpu(folder)]
  const { done, confirmed, seconds } = await load(shop, shoppers, SECONDS)
  const [countsAfter, databaseEnded] = [await shop.server.counts(), await clusterCpu(folder)]
  await sendMessages(shop)
  const [countsWithMail, databaseSent] = [await shop.server.counts(), await clusterCpu(folder)]
  const node = (countsAfter.cpu - began.cpu) / 1000 / done
  const database = (databaseEnded - databaseBegan) / done
  const messages = (countsWithMail.cpu - countsAfter.cpu) / 1000 / done + (databaseSent - databaseEnded) / done
  const statements = (countsAfter.queries - began.queries) / done
  const after = await countsOf(shop, card)
  const claims = [
    { what: 'paid orders', counted: after.paid - before.paid, least: done, most: done },
    { what: 'card payments', counted: after.created - before.created, least: done },
    { what: 'captures', counted: after.captured - before.captured, least: done },
    { what: 'confirmed orders', counted: confirmed, least: done, most: done },
    { what: 'messages', counted: after.messages - before.messages, least: 2 * done, most: 2 * done },
  ]
  const perSecond = done / seconds
  return { perSecond, statements, node, database, messages, claims, ...(await leastCost(shoppers, place)) }
}

/** Has the shop send all messages, and waits for it. */
async function sendMessages({ url }: Shop) {
  await runSql(url, 'update outbox set next_try_at = now() where done_at is null')
  const waiting = async () =>
    Number((await runSql(url, 'select count(*) from outbox where done_at is null')).rows[0]?.count)
  while ((await waiting()) > 0) await setTimeout(250)
}

/**
 * What the requests and the transactions of a checkout cost without a shop, in milliseconds of CPU, and pgbench's rate.
 */
async function leastCost(shoppers: number, { folder, updates, fastify }: Place) {
  const before = await clusterCpu(folder)
  const perSecond = await updates.perSecond(shoppers, SECONDS)
  const update = ((await clusterCpu(folder)) - before) / (perSecond * SECONDS)
  const agent = new Agent({ keepAlive: true, maxSockets: shoppers })
  const began = await fastify.counts()
  for (let requestCount = 0; requestCount < BARE_REQUESTS; requestCount += shoppers)
    await Promise.all(Array.from({ length: shoppers }, () => fetchOnce(fastify.url, {}, agent)))
  agent.destroy()
  const request = ((await fastify.counts()).cpu - began.cpu) / 1000 / BARE_REQUESTS
  return { updates: perSecond, leastNode: REQUESTS * request, leastDatabase: TRANSACTIONS * update }
}

/** What the shop's database and the card service have seen so far. */
async function countsOf({ url }: Shop, card: Card) {
  const { rows } = await runSql(
    url,
    `select (select count(*) from orders where state = 'paid') paid,
      (select count(*) from outbox where done_at is not null and failed_at is null) messages`,
  )
  const { seen } = await card.calls()
  const { paid, messages } = rows[0] ?? {}
  return {
    paid: Number(paid),
    messages: Number(messages),
    created: seen.createPayment,
    captured: seen.completePayment,
  }
}

let streets = 0

/** That many shoppers place, verify, pay and confirm orders, again and again, for so many seconds. */
async function load({ server, products, tokens }: Shop, shoppers: number, seconds: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: shoppers })
  const began = performance.now()
  let checkoutCount = 0
  let confirmCount = 0
  const shopper = async (token: string) => {
    for (; performance.now() < began + seconds * 1000; checkoutCount++) {
      const product = products[Math.floor(Math.random() * products.length)]
      const order = await checkout(server.url, { token, agent, product })
      if (order.isPaid) confirmCount++
    }
  }
  await Promise.all(tokens.slice(0, shoppers).map(shopper))
  agent.destroy()
  return { done: checkoutCount, confirmed: confirmCount, seconds: (performance.now() - began) / 1000 }
}

/** One checkout, as the pages make it. Returns the order as it is shown at the end. */
export async function checkout(
  url: string,
  { product, ...as }: { token: string; agent: Agent; product: string | undefined },
) {
  const shippingAddress = { ...ADDRESS, address: `${++streets} Main Street` }
  const placing = { orderItems: [{ product, qty: 1 }], shippingAddress, paymentMethod: 'Square' }
  const order = await post(`${url}/api/orders`, { ...as, body: placing })
  await post(`${url}/api/orders/verify/logs`, { ...as, body: { order: order._id } })
  const payment = { orderId: order._id, price: Math.round(Number(order.totalPrice) * 100), sourceId: GOOD_CARD }
  const { id, status, updatedAt } = await post(`${url}/api/orders/processSquare`, { ...as, body: payment })
  if (status !== 'COMPLETED') throw new Error(`An order was not paid: ${status}`)
  const report = { id, status, update_time: updatedAt }
  return post(`${url}/api/orders/${order._id}/pay`, { ...as, method: 'PUT', body: report })
}
