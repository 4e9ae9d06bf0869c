import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { limitConcurrency, limitConcurrencyByKey } from './limit-concurrency.ts'

test('no more than so many run at once, and all get their turn', async () => {
  const inTurn = limitConcurrency(2)
  let running = 0
  let most = 0
  const work = async (name: number) => {
    most = Math.max(most, ++running)
    await setTimeout(1)
    running--
    return name
  }
  const done = await Promise.all([1, 2, 3, 4, 5].map((name) => inTurn(() => work(name))))
  expect([done, most, running]).toEqual([[1, 2, 3, 4, 5], 2, 0])
})

test('work that fails gives its place on', async () => {
  const inTurn = limitConcurrency(1)
  const failing = inTurn(() => Promise.reject(new Error('broken')))
  const next = inTurn(async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
})

test('a task that finds too many waiting fails at once', async () => {
  const inTurn = limitConcurrency(1, 1)
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = inTurn(() => promise)
  const second = inTurn(async () => {})
  await expect(inTurn(async () => {})).rejects.toMatchObject({ code: 'busy' })
  resolve()
  await Promise.all([first, second])
})

test('fair turns go round the keys, one at a time of each', async () => {
  const inTurn = limitConcurrencyByKey(2, 3)
  const began: string[] = []
  const running = new Set<string>()
  const work = (key: string, name: string) =>
    inTurn(key, async () => {
      began.push(name)
      expect(running.has(key), `${key} runs once at a time`).toBe(false)
      running.add(key)
      expect(running.size).toBeLessThanOrEqual(2)
      await setTimeout(5)
      running.delete(key)
      return name
    })
  const greedy = ['a1', 'a2', 'a3', 'a4'].map((name) => work('a', name))
  const modest = [work('b', 'b1'), work('c', 'c1')]
  await expect(work('a', 'a5')).rejects.toMatchObject({ code: 'busy', details: { retryAfter: 1 } })
  expect(await Promise.all([...greedy, ...modest])).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'c1'])
  expect(began.indexOf('c1')).toBeLessThan(began.indexOf('a3'))
  expect(began.indexOf('b1')).toBeLessThan(began.indexOf('a2'))
  expect(await work('a', 'a6')).toBe('a6')
})

test('of fair turns, work that fails gives its place on', async () => {
  const inTurn = limitConcurrencyByKey(1, 1)
  const failing = inTurn('a', () => Promise.reject(new Error('broken')))
  const next = [inTurn('a', async () => 'same key'), inTurn('b', async () => 'another')]
  await expect(failing).rejects.toThrow('broken')
  expect(await Promise.all(next)).toEqual(['same key', 'another'])
})

test('of fair turns with a rest, a key that waits for more rests as long as its last work took', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const inTurn = limitConcurrencyByKey(1, 5, 10, 60)
  const began: [name: string, at: number][] = []
  const start = performance.now()
  const work = (key: string, name: string, ms: number) =>
    inTurn(key, async () => {
      began.push([name, performance.now() - start])
      await new Promise((resolve) => globalThis.setTimeout(resolve, ms))
    })
  const all = [work('a', 'a1', 40), work('a', 'a2', 100), work('a', 'a3', 10), work('b', 'b1', 10)]
  await vi.runAllTimersAsync()
  await Promise.all(all)
  // b1 has its turn while a rests; after a2 the rest is at its longest.
  expect(began).toEqual([
    ['a1', 0],
    ['b1', 40],
    ['a2', 80],
    ['a3', 240],
  ])
  const alone = work('a', 'a4', 10)
  await vi.runAllTimersAsync()
  await alone
  expect(began.at(-1)).toEqual(['a4', 250])
})
