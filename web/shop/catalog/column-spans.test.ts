import { expect, test } from 'vitest'
import { columnSpans } from './column-spans.ts'

test.for([
  [0, []],
  [1, [12]],
  [2, [6, 6]],
  [3, [6, 3, 3]],
  [4, [3, 3, 3, 3]],
  [5, [6, 6, 4, 4, 4]],
  [6, [4, 4, 4, 4, 4, 4]],
  [7, [6, 3, 3, 3, 3, 3, 3]],
] as const)('%i tiles take %j twelfths', ([count, spans]) => {
  expect(columnSpans(count)).toEqual(spans)
})

test('every tile has a place and every row is full, for any number of tiles', () => {
  for (let count = 1; count <= 60; count++) {
    const spans = columnSpans(count)
    expect(spans).toHaveLength(count)
    let filledColumns = 0
    for (const span of spans) {
      filledColumns += span
      expect(filledColumns, `${count} tiles`).toBeLessThanOrEqual(12)
      filledColumns %= 12
    }
    expect(filledColumns, `${count} tiles`).toBe(0)
  }
})
