import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { POOLER_SETTINGS } from '#server/platform/db/client.ts'
import { requireDirectConnection } from '#server/platform/db/connection-checks.ts'
import { admin, category, product } from '#server/testing/factories.ts'
import { figure, runs } from '#server/testing/torture.ts'
import { waitFor } from '#server/testing/wait-for.ts'
import { callerOf } from './callers.ts'
import { startPgBouncer } from './pgbouncer.ts'
import { expectSoundStage, openStage, waitUntilSettled } from './stage.ts'
import { expectJournalHolds, startTraffic } from './traffic.ts'

/** `npm run lab -- pooler` runs this test with PgBouncer, all others without a pooler in the place of one. */
const isPgBouncer = process.env.POOLER_PROGRAM === 'pgbouncer'
const PER_SECOND = 10

/** A shop of two processes, whose requests reach the database through a transaction pooler. */
async function pooledStage() {
  const stage = await openStage()
  onTestFinished(() => stage.close())
  const direct = stage.env.DATABASE_URL
  if (!isPgBouncer) {
    const name = sql.identifier(new URL(direct.replace('@/', '@localhost/')).pathname.slice(1))
    for (const [setting, value] of Object.entries(POOLER_SETTINGS))
      await stage.db.execute(sql`alter database ${name} set ${sql.raw(`${setting} = ${value}`)}`)
    return { ...stage, direct, pooled: direct }
  }
  const pooler = await startPgBouncer(direct)
  onTestFinished(() => pooler.stop())
  await expect(requireDirectConnection(pooler.url)).rejects.toMatchObject({ code: 'database_pooled' })
  return { ...stage, direct, pooled: pooler.url }
}

test('a shop behind a transaction pooler sells, shows changes at once, and keeps its books', {
  tags: ['D17'],
}, async ({ task }) => {
  const stage = await pooledStage()
  const { db, direct, pooled } = stage
  const shop = await stage.shop({
    DATABASE_URL: pooled,
    DATABASE_DIRECT_URL: direct,
    WORKERS: '2',
    LOG_REQUEST_IDS: 'on',
  })
  await category(db, 'pens')
  const pen = await product(db, { slug: 'walnut-pen', priceCents: 1_000, category: 'pens' })
  const seller = callerOf(shop.url, (await admin(db)).token)
  const traffic = await startTraffic({ url: shop.url, db, perSecond: PER_SECOND })
  const changes = runs(3, 60)
  for (let dollars = 11; dollars < 11 + changes; dollars++) {
    expect((await seller('PUT', `/api/products/${pen.id}`, { price: dollars })).ending).toBe(200)
    const priceShown = async () => (await (await fetch(`${shop.url()}/api/products/walnut-pen`)).json()).price
    await waitFor(async () =>
      expect(await Promise.all([priceShown(), priceShown(), priceShown()])).toEqual(Array(3).fill(dollars)),
    )
    await setTimeout(200)
  }
  const journal = await traffic.stop()
  expect(journal.map(({ said }) => said)).toEqual(journal.map(() => 'COMPLETED'))
  await expectJournalHolds(journal, db)
  await waitUntilSettled(stage)
  await expectSoundStage(stage)
  figure(
    task,
    `${isPgBouncer ? 'PgBouncer' : 'no pooler'}: ${journal.length} checkouts at ${PER_SECOND}/s all paid, ` +
      `${changes} changes shown, 0 violations`,
  )
})
