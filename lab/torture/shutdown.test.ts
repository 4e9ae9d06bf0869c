import { setTimeout } from 'node:timers/promises'
import { eq, inArray, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { paymentAttempts } from '#server/shop/schema/payments.ts'
import { figure, isLong, runs } from '#server/testing/torture.ts'
import { waitFor } from '#server/testing/wait-for.ts'
import { placedOrder, STOCK } from './shopping.ts'
import { expectSoundStage, openStage, REAL_PACE, type Stage, waitUntilSettled } from './stage.ts'
import { expectJournalHolds, startTraffic } from './traffic.ts'

const SLOW = [{ on: 'createPayment' as const, when: 'after' as const, do: { delay: 4_000 } }]

/** The orders whose payment the shop has begun and not ended. */
async function beingPaid({ db }: Stage) {
  const attempts = await db
    .select({ orderId: paymentAttempts.orderId })
    .from(paymentAttempts)
    .where(inArray(paymentAttempts.state, ['authorising', 'capturing']))
  expect(attempts).not.toEqual([])
  return new Set<string>(attempts.map(({ orderId }) => orderId))
}

test.for([
  ['stopped under load', REAL_PACE, '1'],
  ['stopped under load, with several processes', REAL_PACE, '2'],
  ['stopped while the card service takes its time', SLOW, '1'],
] as const)(
  'a shop that is %s ends the payments under way, and takes no more',
  { tags: ['O1'], timeout: 600_000 },
  async ([, pace, WORKERS], { task }) => {
    const stage = await openStage()
    onTestFinished(() => stage.close())
    const shop = await stage.shop({ WORKERS })
    await stage.simulator.faults([...pace])
    const count = runs(1, 10)
    let worst = 0
    let running = 0
    for (let run = 0; run < count; run++) {
      const traffic = await startTraffic({ url: shop.url, db: stage.db, perSecond: 20 })
      await setTimeout(1_500)
      const attemptsBegun = await waitFor(() => beingPaid(stage), { interval: 10 })
      const askedAt = Date.now()
      expect(await shop.running().stop()).toBe(0)
      const endedAt = Date.now()
      worst = Math.max(worst, endedAt - askedAt)
      await setTimeout(200)
      const journal = await traffic.stop()
      const underWay = journal.filter(({ orderId = '' }) => attemptsBegun.has(orderId))
      running += underWay.length
      // On a busy machine the shopper may be told that the payment is on its way.
      const good = isLong ? ['COMPLETED'] : ['COMPLETED', 'PENDING']
      for (const { said } of underWay) expect(good).toContain(said)
      // A connection of this process may not know yet that it is closed.
      for (const { from, placed } of journal) if (from > endedAt) expect(['unreached', 'lost']).toContain(placed)
      await shop.start()
      await waitUntilSettled(stage)
      const states = await expectJournalHolds(journal, stage.db)
      for (const orderId of attemptsBegun) expect(states.get(orderId)).toBe('paid')
      await expectSoundStage(stage)
    }
    if (isLong) expect(worst).toBeLessThan(30_000)
    expect(running).toBeGreaterThan(0)
    figure(
      task,
      `${count} stops at 20 checkouts a second: exit code 0, within ${(worst / 1000).toFixed(1)} s at worst; ${running} payments under way, all ended well`,
    )
  },
)

/** How long the process sleeps in the long form; the short one moves the end of its lease instead. */
const SLEEP_MS = 90_000

test('a process that sleeps past its lease finds its payment given up, and lets the money go', {
  tags: ['C12'],
  timeout: 1_800_000,
}, async ({ task }) => {
  const stage = await openStage()
  onTestFinished(() => stage.close())
  const sleeper = await stage.shop()
  const other = await stage.shop()
  const count = runs(1, 3)
  for (let run = 0; run < count; run++) {
    const checkout = await placedOrder(stage, sleeper)
    await sleeper.watch({ at: 'authorised', do: 'stop' })
    const payment = checkout.pay()
    await waitFor(async () =>
      expect(await checkout.standing()).toEqual({ attempt: 'authorising', payments: ['APPROVED'] }),
    )
    await sleeper.obeyed()
    if (isLong) await setTimeout(SLEEP_MS)
    else
      await stage.db
        .update(paymentAttempts)
        .set({ leaseUntil: sql`now()` })
        .where(eq(paymentAttempts.orderId, checkout.orderId))
    await waitFor(async () => expect(await checkout.standing()).toEqual({ attempt: 'voided', payments: ['CANCELED'] }))
    sleeper.running().process.kill('SIGCONT')
    const { ending, body } = await payment
    // After so long a sleep the connection is closed first: then the order's page tells.
    if (isLong) expect([409, 503, 'lost']).toContain(ending)
    else expect({ ending, code: body.code }).toEqual({ ending: 409, code: 'payment_given_up' })
    await waitFor(async () => expect((await stage.simulator.calls()).seen.cancelPayment).toBe(run + 1))
    expect(await checkout.seen()).toEqual({ payment: 'none', stock: STOCK })
    expect(await checkout.pay({ at: other })).toMatchObject({ ending: 200, body: { status: 'COMPLETED' } })
    expect(await checkout.seen()).toEqual({ payment: 'paid', stock: STOCK - 1 })
    await expectSoundStage(stage)
  }
  figure(
    task,
    `${count} sleeps${isLong ? ` of ${SLEEP_MS / 1000} s` : ''}: given up by the other process, reported to the shopper, paid once after that`,
  )
})
