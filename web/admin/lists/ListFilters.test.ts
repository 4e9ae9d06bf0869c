import { expect, test } from 'vitest'
import type { Column } from './DataTable.tsx'
import { chosen, type Filter, sortingOf } from './ListFilters.tsx'
import type { ListAddress } from './list-address.ts'

const addressOf = (query: string) =>
  ({ read: (name, otherwise = '') => new URLSearchParams(query).get(name) ?? otherwise }) as ListAddress

const STATE: Filter = {
  name: 'state',
  label: 'State',
  options: [
    ['open', 'Open'],
    ['closed', 'Closed'],
  ],
}

test.for([
  ['', 'open'],
  ['state=closed', 'closed'],
  ['state=no-such-state', 'open'],
] as const)('in a list at ?%s the chosen state is %s', ([query, value]) => {
  expect(chosen(STATE, addressOf(query))).toBe(value)
})

const COLUMNS: Column<unknown>[] = [
  { heading: 'Number', cell: () => null, sort: 'number', kind: 'number' },
  { heading: 'Name', cell: () => null, sort: 'name' },
  { heading: 'Photo', cell: () => null },
]
const NAMED = [
  ['name', 'Name, A to Z'],
  ['-name', 'Name, Z to A'],
]

const NUMBERED = [
  ['number', 'Number, lowest first'],
  ['-number', 'Number, highest first'],
]

test.for([
  [{ sortedBy: '-created' }, [['-created', 'Newest first'], ['created', 'Oldest first'], ...NUMBERED, ...NAMED]],
  [{ sortedBy: '-number' }, [['-number', 'Newest first'], ['number', 'Oldest first'], ...NAMED]],
  [{ sortedBy: 'number', sortedByName: 'As in the file' }, [['number', 'As in the file'], NUMBERED[1], ...NAMED]],
] as const)('a table with %j can be sorted by each of its columns once', ([order, options]) => {
  const table = { columns: COLUMNS, rows: [], nameOf: () => '', ...order }
  expect(sortingOf(table)?.options).toEqual(options)
})
