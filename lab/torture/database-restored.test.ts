import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { expect, test } from 'vitest'
import { toCents } from '#contract/money.ts'
import { backUp } from '#features/backups/server/back-up.ts'
import { restore } from '#features/backups/server/restore.ts'
import { folderStore } from '#server/platform/media/folder-store.ts'
import { checkLedger, checkRest } from '#server/shop/audit/ledger.ts'
import { commitToCapture, reserve } from '#server/shop/payments/attempts.ts'
import { chargeOf } from '#server/shop/payments/finish-attempt.ts'
import { payOrder } from '#server/shop/payments/payments.ts'
import { reconcile } from '#server/shop/payments/reconciliation.ts'
import { discrepancies } from '#server/shop/schema/payments.ts'
import { testDatabase } from '#server/testing/app.ts'
import { GOOD_CARD, testCheckout } from '#server/testing/checkouts.ts'
import { admin, product } from '#server/testing/factories.ts'
import { simulatorBehind, testGateway } from '#server/testing/gateway.ts'
import { figure, runs } from '#server/testing/torture.ts'
import { temporaryFolder } from './databases.ts'

const HOUR_MS = 3_600_000

/** A shop with an unpaid order, whose card service has storage of its own. */
async function shopWithOrder() {
  const { url } = await testDatabase()
  const gateway = await testGateway(url)
  const checkout = await testCheckout({ gateway })
  await admin(checkout.db)
  const order = await checkout.placed(await product(checkout.db))
  const press = {
    orderId: order._id,
    userId: checkout.buyer.id,
    price: toCents(order.totalPrice),
    mode: 'simulated' as const,
  }
  return { ...checkout, gateway, press, simulator: simulatorBehind(gateway) }
}

/** Loses the database while `meanwhile` goes on, and goes on from a backup made before. `compare` is what a start does. */
async function losing(shop: Awaited<ReturnType<typeof shopWithOrder>>, meanwhile: () => Promise<unknown>) {
  const path = join(await temporaryFolder(), 'shop.tar')
  const photos = folderStore({ folder: await temporaryFolder() })
  await backUp({ db: shop.db, photos }, path)
  await meanwhile()
  const { db, url } = await testDatabase()
  await restore({ db, url, photos }, { path })
  const alarms: unknown[] = []
  const log: FastifyBaseLogger = Object.create(shop.app.log, {
    error: { value: (entry: unknown) => alarms.push(entry) },
  })
  const context = { db, gateway: shop.gateway, log, actor: 'test' }
  const compare = () => reconcile(context, new Date(Date.now() - 48 * HOUR_MS), new Date(Date.now() + HOUR_MS))
  return { db, context, alarms, compare }
}

async function expectSound(db: Parameters<typeof checkLedger>[0]) {
  for (const { rule, broken } of [...(await checkLedger(db)), ...(await checkRest(db))])
    expect(broken, rule).toEqual([])
}

test('money that is held for an order of a restored database is let go, and the order can be paid', {
  tags: ['K19'],
}, async ({ task }) => {
  const count = runs(2, 25)
  for (let run = 1; run <= count; run++) {
    const shop = await shopWithOrder()
    const { db, context, alarms, compare } = await losing(shop, async () => {
      const { attempt } = await reserve(shop.db, shop.press, 'request')
      const authorization = await shop.gateway.authorize(chargeOf(attempt), { sourceId: GOOD_CARD, note: '' })
      if (authorization.outcome !== 'approved') throw new Error(authorization.outcome)
      await commitToCapture(shop.db, attempt, authorization.payment, 'request')
    })
    expect(await compare()).toBe(true)
    expect((await shop.simulator.payments()).map(({ status }) => status)).toEqual(['CANCELED'])
    expect(alarms).toEqual([])
    await expectSound(db)
    expect(await payOrder(context, shop.press, GOOD_CARD)).toMatchObject({ state: 'captured' })
    expect((await shop.simulator.payments()).map(({ status }) => status).sort()).toEqual(['CANCELED', 'COMPLETED'])
  }
  figure(
    task,
    `${count} databases lost after the commitment to capture: the hold let go at the first comparison, no money taken`,
  )
})

test('money that was taken for an order of a restored database waits for a person, who is called', {
  tags: ['K20'],
}, async ({ task }) => {
  const count = runs(2, 25)
  for (let run = 1; run <= count; run++) {
    const shop = await shopWithOrder()
    const { db, alarms, compare } = await losing(shop, () =>
      payOrder({ ...shop, log: shop.app.log, actor: 'request' }, shop.press, GOOD_CARD),
    )
    expect(await compare()).toBe(true)
    expect(alarms).toHaveLength(1)
    expect(await compare()).toBe(true)
    const [payment, ...others] = await shop.simulator.payments()
    expect(payment).toMatchObject({ status: 'COMPLETED' })
    expect(payment?.refund_ids ?? []).toEqual([])
    expect(others).toEqual([])
    expect(await db.select().from(discrepancies)).toMatchObject([
      { kind: 'taken_not_recorded', subject: payment?.id, resolvedAt: null, detail: { orderId: shop.press.orderId } },
    ])
    for (const { rule, broken } of await checkLedger(db)) expect(broken, rule).toEqual([])
  }
  figure(
    task,
    `${count} databases lost after the sale: 1 break and 1 alarm each at the first comparison, nothing given back`,
  )
})
