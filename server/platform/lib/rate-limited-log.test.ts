import { afterEach, expect, test, vi } from 'vitest'
import { rateLimitedLog } from './rate-limited-log.ts'

afterEach(() => void vi.useRealTimers())

test('a flood of one kind of lines leaves the others their own, of which there is an end', () => {
  vi.useFakeTimers()
  const lines: string[] = []
  const log = rateLimitedLog(2, (leftOut) => lines.push(`${leftOut} more`))
  const flood = (kind: string) => {
    for (let line = 0; line < 10; line++) log(() => lines.push(kind), kind)
  }
  flood('one')
  flood('other')
  expect(lines).toEqual(['one', 'one', 'other', 'other'])
  for (let kind = 0; kind < 1_000; kind++) flood(String(kind))
  expect(lines.length).toBeLessThanOrEqual(2 * 101)
})

test('of a flood of lines the first ones are written, and the others are counted once a minute', () => {
  vi.useFakeTimers()
  const lines: string[] = []
  const log = rateLimitedLog(2, (leftOut) => lines.push(`${leftOut} more`))
  const flood = (count: number) => {
    for (let line = 0; line < count; line++) log(() => lines.push('line'))
  }
  flood(1_000)
  expect(lines).toEqual(['line', 'line'])
  vi.advanceTimersByTime(60_000)
  expect(lines).toEqual(['line', 'line', '998 more'])
  flood(1)
  vi.advanceTimersByTime(60_000)
  expect(lines).toEqual(['line', 'line', '998 more', 'line'])
})
