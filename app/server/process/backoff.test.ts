import { expect, test } from 'vitest'
import { openBackoff } from './backoff.ts'

test('workers that die at once are replaced ever later, and one that worked is replaced soon', () => {
  const pauseAfter = openBackoff()
  const pauses = [0, 10, 10, 10, 10, 10, 10, 3_600_000, 3_600_000, 10].map(pauseAfter)
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 32_000, 1_000, 1_000, 2_000])
})
