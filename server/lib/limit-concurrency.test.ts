import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { limitConcurrency, limitConcurrencyByKey } from './limit-concurrency.ts'

test('at most two tasks run at a time, and each returns its result', async () => {
  const limited = limitConcurrency(2, 5)
  let running = 0
  let most = 0
  const work = async (name: number) => {
    most = Math.max(most, ++running)
    await setTimeout(1)
    running--
    return name
  }
  const done = await Promise.all([1, 2, 3, 4, 5].map((name) => limited(() => work(name))))
  expect([done, most, running]).toEqual([[1, 2, 3, 4, 5], 2, 0])
})

test('a task that fails makes room for the next', async () => {
  const limited = limitConcurrency(1, 1)
  const failing = limited(() => Promise.reject(new Error('broken')))
  const next = limited(async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
})

test('a task beyond the queue fails at once as busy', async () => {
  const limited = limitConcurrency(1, 1)
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = limited(() => promise)
  const second = limited(async () => {})
  await expect(limited(async () => {})).rejects.toMatchObject({ code: 'busy' })
  resolve()
  await Promise.all([first, second])
})

test('keys alternate, and one task of each key runs at a time', async () => {
  const limited = limitConcurrencyByKey(2, 3)
  const began: string[] = []
  const running = new Set<string>()
  const work = (key: string, name: string) =>
    limited(key, async () => {
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
  const limited = limitConcurrencyByKey(1, 1)
  const failing = limited('a', () => Promise.reject(new Error('broken')))
  const next = [limited('a', async () => 'same key'), limited('b', async () => 'another')]
  await expect(failing).rejects.toThrow('broken')
  expect(await Promise.all(next)).toEqual(['same key', 'another'])
})

test('a task that throws before its first await rejects and makes room', async () => {
  const limited = limitConcurrencyByKey(1, 1)
  const throwing = () => {
    throw new Error('broken')
  }
  await expect(limited('a', throwing)).rejects.toThrow('broken')
  expect(await limited('a', async () => 'next')).toBe('next')
})

test('at most so many tasks of all keys run or wait', async () => {
  const limited = limitConcurrencyByKey(1, 5, 2)
  const { promise, resolve } = Promise.withResolvers<void>()
  const two = [limited('a', () => promise), limited('b', async () => {})]
  await expect(limited('c', async () => {})).rejects.toMatchObject({ code: 'busy' })
  resolve()
  await Promise.all(two)
  expect(await limited('c', async () => 'done')).toBe('done')
})

test('a key with more waiting tasks pauses as long as its last task took', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const limited = limitConcurrencyByKey(1, 5, 10, 60)
  const began: [name: string, at: number][] = []
  const start = performance.now()
  const work = (key: string, name: string, ms: number) =>
    limited(key, async () => {
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
