import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { webhookDeliveries } from '#features/webhooks/schema.ts'
import { webhookEndpoint } from '#features/webhooks/testing/factories.ts'
import { testReceiver } from '#features/webhooks/testing/shop-with-webhooks.ts'
import { figure, runs } from '#server/testing/torture.ts'
import { waitFor } from '#server/testing/wait-for.ts'
import { openStage } from './stage.ts'

const OBJECTS = runs(20, 400)
const PER_OBJECT = 10
const KILLS = runs(2, 20)
/** As many as are sent at once. */
const MOST_TWICE = 10

test('every event reaches its endpoint, those of an object in their order, when the shop is killed while it sends', {
  tags: ['K25'],
}, async ({ task }) => {
  const stage = await openStage()
  onTestFinished(() => stage.close())
  const { db } = stage
  const { host, url, received } = await testReceiver((_, reply) => void setTimeout(() => reply.end(), 5))
  const shop = await stage.shop({ WEBHOOK_HOSTS: host })
  const { id } = await webhookEndpoint(db, { url })
  await db.execute(sql`
    insert into ${webhookDeliveries} (endpoint_id, topic, object_id, data)
    select ${id}, 'product.changed', md5(object::text)::uuid, jsonb_build_object('object', object, 'at', at)
    from generate_series(1, ${PER_OBJECT}::int) at, generate_series(1, ${OBJECTS}::int) object order by object, at`)
  const events = OBJECTS * PER_OBJECT
  const waiting = async () => {
    // One that was being sent in a kill would wait for a minute.
    await db.execute(sql`update ${webhookDeliveries} set next_try_at = now() where done_at is null
      and tried_at < now() - interval '2 seconds'`)
    return db.$count(webhookDeliveries, sql`done_at is null`)
  }
  for (let kill = 1; kill <= KILLS; kill++) {
    await waitFor(async () => expect(await waiting()).toBeLessThan(events - ((kill - 1) * events) / KILLS))
    await shop.watch({ at: 'webhooks sent', do: 'kill' })
    await shop.die('already')
    await shop.start()
  }
  await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 60_000 + events * 50, interval: 500 })

  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(events)
  expect(received.length).toBeLessThanOrEqual(events + KILLS * MOST_TWICE)
  const places = new Map<unknown, number>()
  for (const { data } of received.map(({ event }) => event)) {
    const before = places.get(data.object) ?? 0
    // One that was sent when the shop died comes again, and only then the next.
    expect([before, before + 1]).toContain(data.at)
    places.set(data.object, Number(data.at))
  }
  figure(task, `${KILLS} kills, ${events} events: each received, ${received.length - events} twice, 0 out of order`)
})
