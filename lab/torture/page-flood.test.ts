import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { figure, runs } from '#server/testing/torture.ts'
import { p99 } from './clients.ts'
import type { PageAnswers, PageFlood } from './page-crowd.ts'
import { expectSoundStage, openStage, waitUntilSettled } from './stage.ts'
import { type Checkout, expectJournalHolds, startTraffic } from './traffic.ts'

const PER_SECOND = 20
const VISITORS = 400

/** Visitors of that many networks; `end` answers how many got each status. */
function startFlood(url: string) {
  const crowd = fork(new URL('page-crowd.ts', import.meta.url))
  onTestFinished(() => void crowd.kill())
  crowd.send({ url, visitors: VISITORS } satisfies PageFlood)
  return async (): Promise<PageAnswers> => {
    const crowdAnswer = once(crowd, 'message')
    crowd.send('end')
    const [answers] = await crowdAnswer
    return answers
  }
}

const durations = (journal: Checkout[]) => journal.map(({ from, until = Number.POSITIVE_INFINITY }) => until - from)

test('every checkout succeeds while many networks load pages and searches that are not in the cache', {
  tags: ['Q14'],
}, async ({ task }) => {
  const stage = await openStage()
  onTestFinished(() => stage.close())
  const shop = await stage.shop({ TRUST_PROXY: '127.0.0.1' })
  const seconds = runs(2, 30)
  const journals: Checkout[][] = []
  let answers: PageAnswers = {}
  for (const isFlooded of [false, true]) {
    const endFlood = isFlooded ? startFlood(shop.url()) : undefined
    if (isFlooded) await setTimeout(1_000)
    const traffic = await startTraffic({ url: shop.url, db: stage.db, perSecond: PER_SECOND })
    await setTimeout(seconds * 1_000)
    journals.push(await traffic.stop())
    answers = (await endFlood?.()) ?? answers
  }
  const all = journals.flat()
  expect(all.map(({ said }) => said)).toEqual(all.map(() => 'COMPLETED'))
  expect(answers['pages 200'] ?? 0).toBeGreaterThan(0)
  expect(answers['pages 503'] ?? 0).toBeGreaterThan(0)
  await waitUntilSettled(stage)
  await expectJournalHolds(all, stage.db)
  await expectSoundStage(stage)
  const [idle = 0, floodedMs = 0] = journals.map((journal) => Math.round(p99(durations(journal))))
  const counts = Object.entries(answers).map(([what, count]) => `${count} × ${what}`)
  figure(
    task,
    `${PER_SECOND} checkouts/s for ${seconds} s: p99 ${idle} ms; beside ${VISITORS} visitors (${counts.join(', ')}): ` +
      `p99 ${floodedMs} ms, all ${all.length} completed`,
  )
})
