import { LISTS } from '#web/texts/admin.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectField } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { Table } from './DataTable.tsx'
import { Drawer } from './Drawer.tsx'
import type { ListAddress } from './list-address.ts'

type Option<Value extends string> = readonly [value: Value, word: string]

/** A choice of which rows a list shows. */
export type Filter<Value extends string = string> = {
  /** Its parameter in the address. */
  name: string
  label: string
  /** The first is that of an address without the parameter. */
  options: readonly [Option<Value>, ...Option<Value>[]]
  /** Other parameters that a change removes, because they mean nothing beside it. */
  clears?: readonly string[]
}

/** The options of a filter whose values are fixed, in this order. */
export const choices = <Value extends string>(words: Readonly<Record<Value, string>>) =>
  Object.entries(words) as unknown as Filter<Value>['options']

/** The chosen value of a filter; the first one for an address without it or with an unknown one. */
export function chosen<Value extends string>({ name, options }: Filter<Value>, { read }: ListAddress) {
  return (options.find(([value]) => value === read(name)) ?? options[0])[0]
}

const isSet = ({ name, options }: Filter, { read }: ListAddress) => !['', options[0][0]].includes(read(name))

type Props = { filters: readonly Filter[]; sorting: Filter | null; address: ListAddress; isAlone: boolean }

/**
 * The filters of a list and its order. On a narrow page they are behind one button, which says how many are set; a filter
 * that has the row for itself (`isAlone`) is not.
 */
export function ListFilters({ filters, sorting, address, isAlone }: Props) {
  const count = filters.filter((filter) => isSet(filter, address)).length
  const names = filters.flatMap(({ name, clears = [] }) => [name, ...clears])
  const clear = () => address.change(Object.fromEntries(names.map((name) => [name, ''])))
  const [only, ...others] = filters
  if (only && isAlone && others.length === 0 && !sorting) return <Choice filter={only} address={address} />
  return (
    <Drawer
      label={LISTS.filter}
      icon={<Icon name="sliders" />}
      count={count}
      className="max-lg:grid-cols-2 lg:items-end lg:*:max-w-52"
    >
      {[...filters, ...(sorting ? [sorting] : [])].map((filter) => (
        <Choice key={filter.name} filter={filter} address={address} />
      ))}
      {count > 0 && (
        <Button
          type="button"
          variant="quiet"
          onClick={clear}
          className="max-lg:col-span-full max-lg:justify-self-start"
        >
          {LISTS.clearFilters}
        </Button>
      )}
    </Drawer>
  )
}

function Choice({ filter, address }: { filter: Filter; address: ListAddress }) {
  const { name, label, options, clears = [] } = filter
  const change = (value: string) =>
    address.change({
      ...Object.fromEntries(clears.map((other) => [other, ''])),
      [name]: value === options[0][0] ? '' : value,
    })
  return (
    <SelectField label={label} value={chosen(filter, address)} onChange={({ target }) => change(target.value)}>
      {options.map(([value, word]) => (
        <option key={value} value={value}>
          {word}
        </option>
      ))}
    </SelectField>
  )
}

/** The orders in which a table can be shown, its own first; null for one that cannot be sorted. */
export function sortingOf<Row>({ columns, sortedBy, sortedByName }: Table<Row>): Filter | null {
  if (sortedBy === undefined) return null
  const sorted = columns.flatMap(({ heading, sort, kind }): Option<string>[] => {
    const named = LISTS.sorted[kind ?? 'text']
    return sort
      ? [
          [sort, named(heading, false)],
          [`-${sort}`, named(heading, true)],
        ]
      : []
  })
  const reverse: Option<string>[] = sortedByName ? [] : [[sortedBy.replace(/^-/, ''), LISTS.oldestFirst]]
  const others = sorted.filter(([order]) => order !== sortedBy && order !== reverse[0]?.[0])
  return {
    name: 'sort',
    label: LISTS.sortBy,
    options: [[sortedBy, sortedByName ?? LISTS.newestFirst], ...reverse, ...others],
  }
}
