import { expect, test } from 'vitest'
import { NOT_MEASURED, prove, provenRow } from './proofs.ts'

const line = { what: 'page, rendered', 'requests/s': 60 }
const proofOf = (actualCount: number, most?: number) =>
  provenRow(line.what, async () => {
    prove([{ what: 'pages rendered', counted: actualCount, least: 60, ...(most === undefined ? {} : { most }) }])
    return line
  })

test.for([
  [60, 60],
  [61, undefined],
  [70, 80],
] as const)('a line that did what it says has its figures: %s', async ([actualCount, most]) => {
  expect(await proofOf(actualCount, most)).toEqual(line)
})

test.for([
  [1, 60, 'expected 60 pages rendered, counted 1.'],
  [61, 60, 'expected 60 pages rendered, counted 61.'],
  [0, undefined, 'expected at least 60 pages rendered, counted 0.'],
  [81, 80, 'expected 60 to 80 pages rendered, counted 81.'],
  [Number.NaN, undefined, 'expected at least 60 pages rendered, counted NaN.'],
] as const)('a line that did something else has a sentence instead: %s', async ([actualCount, most, sentence]) => {
  const row = await proofOf(actualCount, most)
  expect(row).toEqual({ what: line.what, [NOT_MEASURED]: `This line did not do what it says: ${sentence}` })
})

test('a measurement that breaks is not a line', async () => {
  const brokenRow = provenRow('x', () => Promise.reject(new Error('The shop did not open.')))
  await expect(brokenRow).rejects.toThrow('The shop did not open.')
})
