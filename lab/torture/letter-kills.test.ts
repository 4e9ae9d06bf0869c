import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { letters } from '#features/letters/schema.ts'
import { letter, subscriber } from '#features/letters/testing/factories.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { mailServer } from '#server/testing/mail-server.ts'
import { readMessage } from '#server/testing/messages.ts'
import { figure, runs } from '#server/testing/torture.ts'
import { waitFor } from '#server/testing/wait-for.ts'
import { openStage } from './stage.ts'

const READERS = runs(60, 10_000)
const KILLS = runs(2, 20)
/** As many as a pass queues. */
const MOST_WAITING = 100

test('a letter reaches each reader, and none twice, when the shop is killed while it is sent', {
  tags: ['K24'],
}, async ({ task }) => {
  const stage = await openStage()
  onTestFinished(() => stage.close())
  const { db } = stage
  const { port, received } = await mailServer()
  const shop = await stage.shop({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'letters@shop.example' })
  for (let made = 0; made < READERS; made++) await subscriber(db)
  const { id } = await letter(db, { state: 'sending', blocks: [], startedAt: new Date() })

  let mostWaiting = 0
  const look = async () => {
    // One that was being sent in a kill would wait for a minute.
    await db.update(outbox).set({ nextTryAt: sql`now()` }).where(sql`done_at is null`)
    mostWaiting = Math.max(mostWaiting, await db.$count(outbox, sql`done_at is null and kind = 'letter'`))
    return (await db.select().from(letters).where(eq(letters.id, id)))[0]
  }
  for (let kill = 1; kill <= KILLS; kill++) {
    await waitFor(async () => {
      await look()
      expect(received.length).toBeGreaterThan((kill * READERS) / (KILLS + 2))
    })
    await shop.watch({ at: 'mailed', do: 'kill' })
    await shop.die('already')
    await shop.start()
  }
  // Ten in a second at most.
  await vi.waitFor(async () => expect((await look())?.state).toBe('sent'), {
    timeout: 60_000 + READERS * 200,
    interval: 500,
  })

  const keys = received.map(({ raw }) => readMessage(raw).headers['message-id'])
  expect(new Set(received.flatMap(({ to }) => to)).size).toBe(READERS)
  // A message that was sent when the shop died goes again under the same name, by which programs show it once.
  expect(new Set(keys).size).toBe(READERS)
  expect(keys.length).toBeLessThanOrEqual(READERS + KILLS)
  expect(mostWaiting).toBeLessThanOrEqual(MOST_WAITING)
  figure(task, `${KILLS} kills, ${READERS} readers: each reached, 0 twice, at most ${mostWaiting} waiting`)
})
