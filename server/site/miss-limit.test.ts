import { afterEach, expect, test, vi } from 'vitest'
import { openMissLimit } from './miss-limit.ts'

afterEach(() => void vi.useRealTimers())

const admittedCount = (admits: (network: string) => boolean, network: string, times: number) =>
  Array.from({ length: times }, () => admits(network)).filter(Boolean).length

test('a network may cause 300 misses at once, then three a second, independent of others', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const admits = openMissLimit()
  expect(admittedCount(admits, '198.51.100.1', 400)).toBe(300)
  expect(admittedCount(admits, '198.51.100.2', 10)).toBe(10)
  vi.advanceTimersByTime(10_000)
  expect(admittedCount(admits, '198.51.100.1', 100)).toBe(30)
  vi.advanceTimersByTime(3_600_000)
  expect(admittedCount(admits, '198.51.100.1', 400)).toBe(300)
})

test('a crawler with three requests a second is never refused', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const admits = openMissLimit()
  for (let second = 0; second < 2_000; second++) {
    expect(admittedCount(admits, '198.51.100.3', 3)).toBe(3)
    vi.advanceTimersByTime(1_000)
  }
})

test('a network that has not caused a miss for a while is forgotten', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const networks = new Map()
  const admits = openMissLimit(networks)
  for (let network = 0; network < 1_000; network++) {
    admits(`network ${network}`)
    vi.advanceTimersByTime(1_000)
  }
  expect(networks.size).toBeLessThanOrEqual(101)
})

test('the number of stored networks is bounded, and those that have used up theirs stay', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const networks = new Map()
  const admits = openMissLimit(networks)
  expect(admittedCount(admits, '198.51.100.4', 400)).toBe(300)
  for (let network = 0; network < 50_000; network++) admits(`network ${network}`)
  expect(networks.size).toBeLessThanOrEqual(10_000)
  expect(admits('198.51.100.4')).toBe(false)
})
