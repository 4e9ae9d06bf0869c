import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { outbox } from '#server/platform/outbox/schema.ts'
import { reconcile } from '#server/shop/payments/reconciliation.ts'
import { figure, isLong, runs } from '#server/testing/torture.ts'
import { waitFor } from '#server/testing/wait-for.ts'
import { KILLS, type Kill, type Standing } from './kills.ts'
import { ROWS } from './rows.ts'
import { type Checkout, placedOrder, STOCK } from './shopping.ts'
import { expectSoundStage, openStage, type RestartableShop, type Stage } from './stage.ts'

/** The bar of these rows: everything is in order so long after the next start. */
const REPAIR_MS = 10_000

let stage: Stage
let shop: RestartableShop

beforeAll(async () => {
  stage = await openStage()
  shop = await stage.shop()
})
beforeEach(async () => {
  // A test that failed may have left it dead.
  await stage.simulator.faults([])
  await shop.recover()
})
afterAll(() => stage.close())

const due = <T>(fact: () => Promise<T>) => waitFor(fact, { interval: 20 })

for (const kill of KILLS)
  test(`${ROWS[kill.row]?.what}`, { tags: [kill.row] }, async ({ task }) => {
    const count = runs(1, 25)
    const ways = kill.ways.map(() => 0)
    let worst = 0
    for (let run = 0; run < count; run++) {
      const { way, ms } = await survive(kill)
      ways[way] = (ways[way] ?? 0) + 1
      worst = Math.max(worst, ms)
    }
    if (isLong) expect(worst).toBeLessThan(REPAIR_MS)
    await expectSoundStage(stage)
    const split = ways.length > 1 ? ` (${ways[0]} before its effect, ${ways[1]} after)` : ''
    figure(task, `${count} kills${split}, repaired within ${seconds(worst)} of the start, 0 violations`)
  })

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** Kills the shop in one checkout. Answers the way it went, and after how many milliseconds all was in order again. */
async function survive(kill: Kill) {
  const checkout = await placedOrder(stage, shop)
  const reply = await payAndDie(checkout, kill)
  expect(reply.ending).toBe('lost')
  if (kill.again) {
    await shop.watch({ at: kill.again, do: 'kill' })
    await shop.start().catch(() => {})
    await shop.die('already')
  }
  const standingLeft = await checkout.standing()
  const way = kill.ways.findIndex((candidate) => JSON.stringify(candidate.left) === JSON.stringify(standingLeft))
  const { end } = kill.ways[way] ?? {}
  if (!end) throw new Error(`The kill has left ${JSON.stringify(standingLeft)}.`)
  await shop.start()
  const openedAt = performance.now()
  await due(async () => expect(await checkout.standing()).toEqual(end))
  const ms = performance.now() - openedAt
  await expectEnd(checkout, end)
  return { way, ms }
}

/** Presses Pay in a shop that dies of it. Answers what the shopper is told. */
async function payAndDie(checkout: Checkout, { at, card, ways }: Kill) {
  if (typeof at === 'string') await shop.watch({ at, do: 'kill' })
  else if ('between' in at) await shop.watch({ at: at.between, do: 'kill', within: at.within, latest: at.and })
  else await stage.simulator.faults([{ ...at, do: { hang: true } }])
  const reply = checkout.pay({ sourceId: card })
  if (typeof at === 'string' || 'between' in at) await shop.die('already')
  else {
    await waitForCall(at.on)
    await due(async () => expect(await checkout.standing()).toEqual(ways[0]?.left))
    await shop.die()
    await stage.simulator.faults([])
  }
  return reply
}

/** The card service has been asked for that, and still keeps its answer back. */
const waitForCall = (operation: 'createPayment' | 'completePayment') =>
  due(async () => expect((await stage.simulator.calls()).waiting[operation]).toBe(1))

/** What the shopper finds then; when it is the card form, Pay worker. */
async function expectEnd(checkout: Checkout, end: Standing) {
  const isPaid = end.attempt === 'captured'
  const expectedState = { payment: isPaid ? 'paid' : 'none', stock: isPaid ? STOCK - 1 : STOCK }
  expect(await checkout.seen()).toEqual(expectedState)
  if (!isPaid) expect(await checkout.pay()).toMatchObject({ ending: 200, body: { status: 'COMPLETED' } })
  expect(await checkout.seen()).toEqual({ payment: 'paid', stock: STOCK - 1 })
  const { payments } = await checkout.standing()
  expect(payments.filter((status) => status === 'COMPLETED')).toHaveLength(1)
}

test('a hold that arrives after its cancellation takes no money, and is let go by reconciliation', {
  tags: ['K3'],
}, async ({ task }) => {
  const count = runs(1, 25)
  for (let run = 0; run < count; run++) {
    const checkout = await placedOrder(stage, shop)
    await stage.simulator.faults([{ on: 'createPayment', when: 'before', times: 1, do: { wait: true } }])
    const reply = checkout.pay()
    await waitForCall('createPayment')
    await shop.die()
    expect((await reply).ending).toBe('lost')
    await shop.start()
    await due(async () => expect(await checkout.standing()).toEqual({ attempt: 'voided', payments: [] }))
    await stage.simulator.faults([])
    await due(async () => expect(await checkout.standing()).toEqual({ attempt: 'voided', payments: ['APPROVED'] }))
    const worker = { db: stage.db, gateway: stage.gateway, log: stage.log }
    await reconcile(worker, new Date(Date.now() - 60_000), new Date(Date.now() + 60_000))
    const end: Standing = { attempt: 'voided', payments: ['CANCELED'] }
    expect(await checkout.standing()).toEqual(end)
    await expectEnd(checkout, end)
  }
  await expectSoundStage(stage)
  figure(task, `${count} holds that came after their cancellation, let go by one reconciliation`)
})

test('an order is paid when its browser dies in the payment, before its report or during it', {
  tags: ['K12'],
}, async ({ task }) => {
  const count = runs(1, 25)
  for (let run = 0; run < count; run++) {
    const silent = await placedOrder(stage, shop)
    expect(await silent.pay()).toMatchObject({ ending: 200 })
    const early = await placedOrder(stage, shop)
    await stage.simulator.faults([{ on: 'createPayment', when: 'after', times: 1, do: { wait: true } }])
    const browser = new AbortController()
    const earlyPress = early.pay({ signal: browser.signal })
    await waitForCall('createPayment')
    browser.abort()
    expect((await earlyPress).ending).toBe('lost')
    await stage.simulator.faults([])
    const late = await placedOrder(stage, shop)
    const { body } = await late.pay()
    const abortion = new AbortController()
    const report = late.report(String(body.id), abortion.signal)
    abortion.abort()
    expect((await report).ending).toBe('lost')
    for (const checkout of [silent, early, late])
      await due(async () => expect(await checkout.seen()).toEqual({ payment: 'paid', stock: STOCK - 1 }))
  }
  await expectSoundStage(stage)
  figure(task, `${3 * count} browsers that died: all orders paid, 0 violations`)
})

test('a receipt that was sent by a shop which then died is the only one', { tags: ['K18'] }, async ({ task }) => {
  const count = runs(1, 25)
  for (let run = 0; run < count; run++) {
    await messagesSent()
    const checkout = await placedOrder(stage, shop)
    await shop.watch({ at: 'mailed', do: 'kill' })
    expect((await checkout.pay()).ending).toBe(200)
    await shop.die('already')
    expect(await receiptsOf(checkout)).toHaveLength(1)
    expect(await stage.db.$count(outbox, sql`${isUnsent} and kind = 'receipt'`)).toBe(1)
    await shop.start()
    await messagesSent()
    expect(await receiptsOf(checkout)).toHaveLength(1)
    expect(await checkout.standing()).toEqual({ attempt: 'captured', payments: ['COMPLETED'] })
  }
  await expectSoundStage(stage)
  figure(
    task,
    `${count} kills, sent again under the same name: 1 receipt each (the minute before the next try left out)`,
  )
})

const isUnsent = sql`done_at is null`
/** Every message has gone. One that was being sent in a kill would wait for a minute: that is left out. */
const messagesSent = () =>
  due(async () => {
    await stage.db.update(outbox).set({ nextTryAt: sql`now()` }).where(isUnsent)
    expect(await stage.db.$count(outbox, isUnsent)).toBe(0)
  })

async function receiptsOf({ orderId }: Checkout) {
  return (await readdir(join(stage.folder, 'outbox'))).filter((name) => name === `receipt-${orderId}.eml`)
}
