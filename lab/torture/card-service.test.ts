import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isNull } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { toCents } from '#contract/money.ts'
import { startShop } from '#scripts/start-shop.ts'
import type { Database } from '#server/platform/db/client.ts'
import { checkRest } from '#server/shop/audit/ledger.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { discrepancies, webhookEvents } from '#server/shop/schema/payments.ts'
import { testDatabase } from '#server/testing/app.ts'
import { ADDRESS, GOOD_CARD } from '#server/testing/checkouts.ts'
import { product, user } from '#server/testing/factories.ts'
import { percentiles, seconds, timeOf } from '#server/testing/faults.ts'
import { expectSoundLedger } from '#server/testing/invariants.ts'
import { startSimulatorProcess } from '#server/testing/simulator-controls.ts'
import { figure, isLong, runs } from '#server/testing/torture.ts'
import { eventOf, SECRET, signatureOf } from '#server/testing/webhooks.ts'

/** A simulator in a process of its own; `open` starts a shop beside it, told otherwise what is in `env`. */
async function simulatedPlace() {
  const { db, url } = await testDatabase()
  const simulator = await startSimulatorProcess(url)
  onTestFinished(async () => void (await simulator.stop()))
  const webhook = { SQUARE_WEBHOOK_URL: SECRET.url, SQUARE_WEBHOOK_SIGNATURE_KEY: SECRET.signatureKey }
  const open = async (env: Record<string, string> = {}) => {
    const folder = await mkdtemp(join(tmpdir(), 'boutique-torture-'))
    const shopSettings = { DATABASE_URL: url, DATA_DIR: folder, DEMO: '0', ...webhook, ...simulator.env, ...env }
    const shop = await startShop(shopSettings)
    onTestFinished(async () => {
      await shop.stop()
      await rm(folder, { recursive: true, force: true })
    })
    return { shop, ...shoppingAt(shop.url, db) }
  }
  return { db, simulator, open }
}

function shoppingAt(url: string, db: Database) {
  const call = async (path: string, body?: object, token?: string) => {
    const reply = await fetch(`${url}${path}`, {
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
    })
    return { status: reply.status, body: await reply.json() }
  }
  return {
    call,
    /** An order of one piece, placed and then paid for by a shopper of its own; the answer to the press of Pay. */
    async press() {
      const { token } = await user(db)
      const { id } = await product(db)
      const order = { orderItems: [{ product: id, qty: 1 }], shippingAddress: ADDRESS, paymentMethod: 'Square' }
      const { _id, totalPrice } = (await call('/api/orders', order, token)).body
      const press = { orderId: _id, price: toCents(totalPrice), sourceId: GOOD_CARD }
      return { orderId: _id as string, ...(await call('/api/orders/processSquare', press, token)) }
    },
  }
}

const WRONGS = [
  [{ SQUARE_ACCESS_TOKEN: 'EAAA-wrong' }, 'Square refuses our access token or location (401).'],
  [{ SQUARE_LOCATION_ID: 'LWRONG' }, 'Square refuses our access token or location (404).'],
  // The sandbox's token in production, which Square refuses like any it does not know.
  [
    { SQUARE_ENVIRONMENT: 'production', SQUARE_APPLICATION_ID: 'sq0idp-shop', SQUARE_ACCESS_TOKEN: 'EAAA-sandbox' },
    'Square refuses our access token or location (401).',
  ],
] as const

test("with a wrong token or location, or the sandbox's token in production, the shop opens and takes no payments", {
  tags: ['G16'],
}, async ({ task }) => {
  const { db, simulator, open } = await simulatedPlace()
  const check = async ([env, sentence]: (typeof WRONGS)[number]) => {
    const { shop, call, press } = await open(env)
    expect(shop.output()).toContain(`${sentence} The shop is open, but it takes no card payments until this is fixed.`)
    const { status, body } = await press()
    expect([status, body.message]).toEqual([503, 'Card payments are unavailable right now. You have not been charged.'])
    expect((await call('/api/products')).body.products).toContainEqual(expect.objectContaining({ qty: 5 }))
    expect((await fetch(shop.url)).status).toBe(200)
  }
  await Promise.all(WRONGS.map(check))
  expect((await simulator.calls()).seen.createPayment).toBe(0)
  expect(new Set((await db.select().from(products)).map(({ qty }) => qty))).toEqual(new Set([5]))
  await expectSoundLedger(db)
  figure(task, `${WRONGS.length} wrong accounts: said at the start, browsable, 0 payments`)
})

const PER_SECOND = 500
const TICK_MS = 10

/** Sends that many messages a second, whether or not they are answered; how long each took, in milliseconds. */
async function flood(url: string, length: number, next: () => string) {
  const answers: Promise<{ ms: number; outcome: number }>[] = []
  const send = async (body: string) => {
    const headers = { 'content-type': 'application/json', 'x-square-hmacsha256-signature': signatureOf(body) }
    const reply = await fetch(`${url}/api/webhooks/square`, { method: 'POST', headers, body })
    await reply.body?.cancel()
    return reply.status
  }
  const began = performance.now()
  while (answers.length < length * PER_SECOND) {
    const due = Math.min(length, (performance.now() - began) / 1_000) * PER_SECOND
    while (answers.length < due) answers.push(timeOf(() => send(next())))
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
  }
  return Promise.all(answers)
}

test('five hundred messages a second are answered at once, and acted upon within a minute', {
  tags: ['W10'],
}, async ({ task }) => {
  const { db, open } = await simulatedPlace()
  const { shop, press } = await open()
  const payments: { paymentId: string; orderId: string }[] = []
  for (let index = 0; index < runs(10, 200); index++) {
    const { orderId, body } = await press()
    payments.push({ orderId, paymentId: body.id })
  }
  const kinds = ['created', 'APPROVED', 'COMPLETED'] as const
  let sentCount = 0
  const next = () => {
    const about = payments[sentCount++ % payments.length]
    const kind = kinds[sentCount % kinds.length] ?? 'created'
    // One in ten is about a payment of somebody else.
    return eventOf(kind, about && sentCount % 10 ? about : { paymentId: randomUUID() })
  }
  const length = runs(2, 60)
  const answers = await flood(shop.url, length, next)
  const waiting = () => db.$count(webhookEvents, isNull(webhookEvents.processedAt))
  const { ms } = await timeOf(() => expect.poll(waiting, { interval: 100 }).toBe(0))
  expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set([200]))
  expect(await db.$count(webhookEvents)).toBe(answers.length)
  const { p99, worst } = percentiles(answers.map((answer) => answer.ms))
  if (isLong) expect(p99).toBeLessThan(500)
  expect(await db.$count(discrepancies)).toBe(0)
  await expectSoundLedger(db)
  for (const { rule, broken } of await checkRest(db)) expect(broken, rule).toEqual([])
  figure(
    task,
    `${answers.length} messages in ${length} s: p99 ${p99.toFixed(0)} ms, worst ${seconds(worst)}; all processed ${seconds(ms)} after`,
  )
})
