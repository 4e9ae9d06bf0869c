import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { listenForChanges } from '#server/site/listen-for-changes.ts'
import { testDatabase } from '#server/testing/app.ts'
import { product } from '#server/testing/factories.ts'
import { figure, isLong } from '#server/testing/torture.ts'
import { startProxy } from './proxy.ts'

/** Waits until it is so, and answers after how many seconds. */
async function until(isSo: () => boolean) {
  const began = performance.now()
  while (!isSo()) await setTimeout(10)
  return (performance.now() - began) / 1_000
}

test('a connection that goes dead without a word is noticed, and what changed meanwhile is not missed', {
  tags: ['D11'],
}, async ({ task }) => {
  const { db, url } = await testDatabase()
  const proxy = await startProxy(url)
  let noticeCount = 0
  // The long form waits as long as the shop does.
  const pulse = isLong ? undefined : { everyMs: 500, patienceMs: 3_000, serverMs: 30_000 }
  const changes = await listenForChanges(proxy.url, () => noticeCount++, pulse)
  onTestFinished(() => changes.stop())
  await product(db)
  await until(() => noticeCount > 1)
  proxy.swallow()
  const before = noticeCount
  await product(db)
  // Nothing that is kept is trusted from here on.
  const noticeMs = await until(() => !changes.listening())
  expect(noticeCount).toBe(before)
  const again = await until(() => changes.listening())
  expect(noticeCount).toBeGreaterThan(before)
  const count = noticeCount
  await product(db)
  await until(() => noticeCount > count)
  if (isLong) expect(noticeMs).toBeLessThanOrEqual(15)
  figure(task, `noticed after ${noticeMs.toFixed(1)} s, listening again ${again.toFixed(1)} s later`)
})
