import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { limitConcurrency, limitConcurrencyByKey } from './limit-concurrency.ts'

test('at most two tasks run at a time, and each returns its result', async () => {
  const limit = limitConcurrency(2, 5)
  let running = 0
  let most = 0
  const work = async (name: number) => {
    most = Math.max(most, ++running)
    await setTimeout(1)
    running--
    return name
  }
  const names = await Promise.all([1, 2, 3, 4, 5].map((name) => limit(() => work(name))))
  expect([names, most, running]).toEqual([[1, 2, 3, 4, 5], 2, 0])
})

test('a task that fails makes room for the next', async () => {
  const limit = limitConcurrency(1, 1)
  const failing = limit(() => Promise.reject(new Error('broken')))
  const next = limit(async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
})

test('a task beyond the queue fails at once as busy', async () => {
  const limit = limitConcurrency(1, 1)
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = limit(() => promise)
  const second = limit(async () => {})
  await expect(limit(async () => {})).rejects.toMatchObject({ code: 'busy' })
  resolve()
  await Promise.all([first, second])
})

test('keys alternate, and one task of each key runs at a time', async () => {
  const limit = limitConcurrencyByKey(2, 3)
  const began: string[] = []
  const running = new Set<string>()
  const work = (key: string, name: string) =>
    limit(key, async () => {
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

test('a task of a key that fails makes room for the next of every key', async () => {
  const limit = limitConcurrencyByKey(1, 1)
  const failing = limit('a', () => Promise.reject(new Error('broken')))
  const next = [limit('a', async () => 'same key'), limit('b', async () => 'another')]
  await expect(failing).rejects.toThrow('broken')
  expect(await Promise.all(next)).toEqual(['same key', 'another'])
})

test('a task that throws before its first await rejects and makes room', async () => {
  const limit = limitConcurrencyByKey(1, 1)
  const throwing = () => {
    throw new Error('broken')
  }
  await expect(limit('a', throwing)).rejects.toThrow('broken')
  expect(await limit('a', async () => 'next')).toBe('next')
})

test('at most so many tasks of all keys run or wait', async () => {
  const limit = limitConcurrencyByKey(1, 5, 2)
  const { promise, resolve } = Promise.withResolvers<void>()
  const two = [limit('a', () => promise), limit('b', async () => {})]
  await expect(limit('c', async () => {})).rejects.toMatchObject({ code: 'busy' })
  resolve()
  await Promise.all(two)
  expect(await limit('c', async () => 'done')).toBe('done')
})

test('a key with more waiting tasks pauses as long as its last task took', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const limit = limitConcurrencyByKey(1, 5, 10, 60)
  const began: [name: string, at: number][] = []
  const start = performance.now()
  const work = (key: string, name: string, ms: number) =>
    limit(key, async () => {
      began.push([name, performance.now() - start])
      await new Promise((resolve) => globalThis.setTimeout(resolve, ms))
    })
  const all = [work('a', 'a1', 40), work('a', 'a2', 100), work('a', 'a3', 10), work('b', 'b1', 10)]
  await vi.runAllTimersAsync()
  await Promise.all(all)
  // b1 runs while a pauses; the pause after a2 is the longest allowed.
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
