import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { LEADER_LOCK } from '#app/server/process/leader.ts'
import { figure, isLong, runs } from '#server/testing/torture.ts'
import { waitFor } from '#server/testing/wait-for.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { type Call, callerOf } from './callers.ts'
import { expectSoundStage, openStage, REAL_PACE, type RestartableShop, type Stage, waitUntilSettled } from './stage.ts'
import { expectAllPaid, type Goods, startTraffic } from './traffic.ts'
import { expandTables, versionBefore } from './versions.ts'
import { startVisitors } from './visitors.ts'

const ADMIN = { email: 'mara@keramik.example', password: 'a walnut pen in the rain' }
const PRODUCTS = 4
const SHOPPERS = 4
const MINUTES = 60_000

/** The answer of a call that has to succeed. */
async function bodyOf(call: ReturnType<Call>) {
  const { ending, body } = await call
  expect([200, 201], JSON.stringify(body)).toContain(ending)
  return body
}

/** Products and shoppers made through the API, since the tables are those of the older version; and the seller. */
async function openGoods({ url }: RestartableShop) {
  const nobody = callerOf(url, '')
  const { token } = await bodyOf(nobody('POST', '/api/users/login', ADMIN))
  const seller = String(token)
  const goods: Goods = { productIds: [], tokens: [] }
  let category = ''
  for (let number = 0; number < PRODUCTS; number++) {
    const call = callerOf(url, seller)
    const { _id, category: givenCategory } = await bodyOf(call('POST', '/api/products', {}))
    category = String(givenCategory)
    await bodyOf(call('PUT', `/api/products/${_id}`, { name: `Pen ${number}`, price: 12, qty: 100_000, category }))
    goods.productIds.push(String(_id))
  }
  for (let number = 0; number < SHOPPERS; number++) {
    const person = { name: 'Grace', email: `grace-${number}@shopper.example`, password: ADMIN.password }
    goods.tokens.push(String((await bodyOf(nobody('POST', '/api/users', person))).token))
  }
  return { goods, seller }
}

/** Nodes of the version before behind a load balancer, with visitors and checkouts; one of them has two processes. */
async function openDeploy(nodes: number) {
  const before = await versionBefore()
  const stage = await openStage({ isEmpty: true })
  onTestFinished(() => stage.close())
  await stage.simulator.faults([...REAL_PACE])
  const settings = { DRAIN_SECONDS: String(runs(2, 5)), ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
  const shops: RestartableShop[] = []
  while (shops.length < nodes)
    shops.push(await stage.shop({ ...settings, WORKERS: shops.length === 0 ? '2' : '1' }, before.folder))
  const { goods, seller } = await openGoods(shops[0] as RestartableShop)
  const balancer = await startBalancer(shops.map(({ url }) => url()))
  onTestFinished(() => balancer.stop())
  for (const shop of shops) await isUsed(balancer, shop)
  const visitors = startVisitors(balancer.url, 3)
  const traffic = await startTraffic({ url: () => balancer.url, db: stage.db, perSecond: 8, goods })
  return {
    stage,
    before,
    shops,
    goods,
    seller,
    /** Stops one node, whose jobs another takes over, and starts it with another version, by default the present one. */
    async replace(shop: RestartableShop, folder?: string): Promise<RestartableShop> {
      expect(await shop.running().stop()).toBe(0)
      const { port } = new URL(shop.url())
      await waitFor(async () => expect(await leaders(stage)).toEqual([expect.not.stringContaining(port)]))
      const next = await stage.shop({ ...settings, PORT: port }, folder)
      await isUsed(balancer, next)
      return next
    },
    /** Ends the load, and fails unless each request was answered well and the books are right. Answers how many there were. */
    async expectNothingFailed() {
      const missedVisits = await visitors.stop()
      const journal = await traffic.stop()
      expect({ unseen: missedVisits, failures: balancer.failures }).toEqual({ unseen: [], failures: [] })
      await waitUntilSettled(stage)
      await expectAllPaid(journal, stage.db)
      await expectSoundStage(stage)
      const requests = Object.values(balancer.answers).reduce((sum, answers) => sum + answers, 0)
      return `${requests} requests, ${journal.length} checkouts, 0 failed`
    },
  }
}

const isUsed = (balancer: Balancer, shop: RestartableShop) =>
  waitFor(() => expect(balancer.sendsTo(shop.url())).toBe(true))

/** The names of the processes that run the jobs of one process. */
async function leaders({ db }: Stage) {
  const { rows } = await db.execute<{ name: string }>(sql`
    select application_name as name from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and granted and classid = ${LEADER_LOCK} and datname = current_database()`)
  return rows.map(({ name }) => name)
}

test('a version with migrations is rolled out under load beside the one before, back and again, and no request fails', {
  tags: ['O2', 'O3'],
  timeout: 30 * MINUTES,
}, async ({ task }) => {
  const { stage, before, shops, seller, goods, replace, expectNothingFailed } = await openDeploy(runs(2, 3))
  const [first, ...others] = shops as [RestartableShop, RestartableShop]
  // In the long form the start of the newer version migrates.
  const migrations = isLong ? before.migrations : await expandTables(stage.db, stage.env.DATABASE_URL)
  const newer = await replace(first)
  const end = Date.now() + runs(1_000, 5 * MINUTES)
  const path = `/api/products/${goods.productIds[0]}`
  let cents = 1_200
  let edits = 0
  for (; Date.now() < end; edits++) {
    const [here, there] = edits % 2 === 0 ? [newer, others[0]] : [others[0], newer]
    const price = ++cents / 100
    await bodyOf(callerOf(here.url, seller)('PUT', path, { price }))
    await waitFor(async () => expect((await bodyOf(callerOf(there.url, '')('GET', path))).price).toBe(price))
    await setTimeout(500)
  }
  const back = await replace(newer, before.folder)
  for (const shop of [back, ...others]) await replace(shop)
  figure(
    task,
    `from ${before.name}, migrations: ${migrations}, nodes: ${shops.length}; ${edits} edits ` +
      `${isLong ? 'in 5 minutes ' : ''}side by side seen on the other version, back, and all nodes: ${await expectNothingFailed()}`,
  )
})
