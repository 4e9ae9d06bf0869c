import { expect, test } from 'vitest'
import { rowsOf, withRows } from './report.ts'

test('a part of a measurement replaces the rows that begin alike, and comes last where it is new', () => {
  const rows = rowsOf(
    '<!-- faults -->\nToday:\n\n| what | pages |\n| --- | ---: |\n| one | 1 of 2 |\n| two |  |\n<!-- end',
  )
  expect(rows).toEqual([
    { what: 'one', pages: '1 of 2' },
    { what: 'two', pages: '' },
  ])
  expect(withRows(rows, [{ what: 'three' }, { what: 'one', pages: '0 of 9', sales: 3 }])).toEqual([
    { what: 'one', pages: '0 of 9', sales: 3 },
    { what: 'two', pages: '' },
    { what: 'three' },
  ])
})
