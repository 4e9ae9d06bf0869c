import { afterEach, expect, test, vi } from 'vitest'
import { rateLimitedLog } from './rate-limited-log.ts'

afterEach(() => void vi.useRealTimers())

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
