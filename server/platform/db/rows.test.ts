import { expect, test } from 'vitest'
import { onlyRow } from './rows.ts'

test('the only row is returned, and no row or two of them are a fault', () => {
  expect(onlyRow(['row'])).toBe('row')
  for (const rows of [[], ['row', 'row']]) expect(() => onlyRow(rows)).toThrow(`and there are ${rows.length}.`)
})
