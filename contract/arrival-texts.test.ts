import { expect, test } from 'vitest'
import { arrivalText } from './arrival-texts.ts'

test.for([
  ['2026-12-03', '2026-12-03', 'Arrives Dec 3, 2026'],
  ['2026-12-03', '2026-12-06', 'Arrives Dec 3 to 6, 2026'],
  ['2026-11-30', '2026-12-04', 'Arrives Nov 30 to Dec 4, 2026'],
  ['2026-12-30', '2027-01-04', 'Arrives Dec 30, 2026 to Jan 4, 2027'],
] as const)('from %s to %s: %s', ([from, to, text]) => {
  expect(arrivalText({ from, to }, false)).toBe(text)
})

test('an order that is collected has one day', () => {
  expect(arrivalText({ from: '2026-12-03', to: '2026-12-03' }, true)).toBe('Ready to collect by Dec 3, 2026')
})
