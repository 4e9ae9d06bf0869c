import type { ReactNode } from 'react'
import { LISTS } from '#web/texts/admin.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { ListAddress } from './list-address.ts'

export type Column<Row> = {
  heading: string
  cell(row: Row): ReactNode
  /** The column's word in the `sort` parameter, if the list can be sorted by it. */
  sort?: string
  /** A number is right-aligned, with tabular digits. */
  kind?: 'number' | 'day'
  /** Takes the full width of a card on a narrow page. */
  isLong?: boolean
  /** Left out of the cards on a narrow page, because the first cell has it. */
  isOnlyWide?: boolean
}

/** Checkboxes at the start of the rows, for bulk actions. */
export type Selection = { ids: ReadonlySet<string>; toggle(id: string): void; toggleAll(): void }

/** A list as data: what each row shows, and what can be done with it. */
export type Table<Row> = {
  columns: Column<Row>[]
  rows: Row[]
  /** The order of an address without `sort`, if the list can be sorted. */
  sortedBy?: string
  /** Its name, if it is not the newest first. */
  sortedByName?: string | undefined
  /** The name of a row for screen readers. */
  nameOf(row: Row): string
  /** What a narrow page shows beside or below the first cell, in place of the others below their headings. */
  facts?(row: Row): ReactNode
  selection?: Selection | undefined
  /** The actions of a row. */
  actions?(row: Row): ReactNode
}

type Props<Row> = Table<Row> & { caption: string; address?: ListAddress }

/** The rows of an admin list: a table, or cards on a narrow page. */
export function DataTable<Row extends { _id: string }>(props: Props<Row>) {
  const { caption, columns, rows, actions, selection } = props
  return (
    <div
      className={`rounded-lg border border-line bg-card px-5 shadow-sm md:overflow-x-auto ${selection?.ids.size ? COVERED : ''}`}
    >
      {selection && rows.length > 1 && (
        <div className="border-b border-line py-1 md:hidden">
          <SelectAll rows={rows} selection={selection} isLabelShown />
        </div>
      )}
      <table className="block w-full text-sm md:table">
        <caption className="sr-only">{caption}</caption>
        <thead className="hidden md:table-header-group">
          <tr>
            {selection && (
              <th scope="col" className="w-10 py-3 pr-2">
                <SelectAll rows={rows} selection={selection} />
              </th>
            )}
            {columns.map((column) => (
              <Heading key={column.heading} column={column} {...props} />
            ))}
            {actions && (
              <th scope="col" className="py-3 text-right">
                <span className="sr-only">{LISTS.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody className="block divide-y divide-line md:table-row-group">
          {rows.map((row) => (
            <TableRow key={row._id} row={row} {...props} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A column heading; a click sorts by it, another click reverses the order. `aria-sort` has the current order. */
function Heading<Row>({
  column: { heading, sort, kind },
  address,
  sortedBy,
}: { column: Column<Row> } & Pick<Props<Row>, 'address' | 'sortedBy'>) {
  const isNumber = kind === 'number'
  const now = address?.read('sort', sortedBy)
  const direction = now === sort ? 'ascending' : now === `-${sort}` ? 'descending' : undefined
  return (
    <th
      scope="col"
      aria-sort={sort ? (direction ?? 'none') : undefined}
      className={`py-3 whitespace-nowrap ${isNumber ? 'pr-6 text-right' : 'pr-4 text-left'}`}
    >
      {sort ? (
        <button
          type="button"
          onClick={() => address?.change({ sort: direction === 'ascending' ? `-${sort}` : sort })}
          className={`inline-flex min-h-11 items-center gap-1 hover:text-accent ${isNumber ? 'flex-row-reverse' : ''}`}
        >
          {heading}
          <Icon
            name="down"
            className={`size-3.5 ${direction ? 'text-accent' : 'opacity-0'} ${direction === 'ascending' ? 'rotate-180' : ''}`}
          />
        </button>
      ) : (
        heading
      )}
    </th>
  )
}

/** What has the focus is not behind the bar for selected rows. */
const COVERED = '[&_*]:scroll-mb-48'

const CELL = 'min-w-0 break-words md:table-cell md:py-3 md:align-middle'
const LABELLED =
  'max-md:grid max-md:content-start max-md:justify-items-start before:text-xs before:text-muted before:content-[attr(data-label)] md:before:hidden'
const WHOLE = 'col-span-2'

function TableRow<Row extends { _id: string }>({
  row,
  columns,
  actions,
  selection,
  nameOf,
  facts,
}: { row: Row } & Props<Row>) {
  return (
    <tr className="relative grid grid-cols-2 gap-x-4 gap-y-2 py-3 md:table-row">
      {selection && (
        <td className="absolute top-3 right-0 md:static md:table-cell md:py-3 md:pr-2 md:align-middle">
          <SelectBox
            label={LISTS.select(nameOf(row))}
            isOn={selection.ids.has(row._id)}
            onToggle={() => selection.toggle(row._id)}
          />
        </td>
      )}
      {columns.map(({ heading, cell, kind, isLong, isOnlyWide }, index) => (
        <td
          key={heading}
          data-label={heading}
          className={`${CELL} ${index === 0 ? `${WHOLE} pr-12 font-medium max-md:flex max-md:flex-wrap max-md:gap-x-4 max-md:gap-y-1 md:font-normal` : isOnlyWide || facts ? 'hidden' : LABELLED} ${isLong ? WHOLE : ''} ${kind === 'number' ? 'tabular-nums md:pr-6 md:text-right' : 'md:pr-4'}`}
        >
          {cell(row)}
          {index === 0 && facts && <div className="contents font-normal md:hidden">{facts(row)}</div>}
        </td>
      ))}
      {actions && (
        <td className={`${WHOLE} md:table-cell md:py-2 md:align-middle`}>
          <div className="flex flex-wrap items-center gap-x-6 md:flex-nowrap md:justify-end md:gap-x-4">
            {actions(row)}
          </div>
        </td>
      )}
    </tr>
  )
}

type SelectAllProps<Row> = { rows: Row[]; selection: Selection; isLabelShown?: boolean }

function SelectAll<Row extends { _id: string }>({ rows, selection, isLabelShown }: SelectAllProps<Row>) {
  const isAll = rows.length > 0 && rows.every(({ _id }) => selection.ids.has(_id))
  if (!isLabelShown) return <SelectBox label={LISTS.selectAll} isOn={isAll} onToggle={selection.toggleAll} />
  return (
    <label className="flex min-h-11 items-center justify-between gap-3 text-sm font-medium">
      {LISTS.selectAll}
      {/* As wide as the boxes of the rows. */}
      <span className="grid size-8 place-items-center">
        <input type="checkbox" checked={isAll} onChange={selection.toggleAll} className="size-5" />
      </span>
    </label>
  )
}

const SelectBox = ({ label, isOn, onToggle }: { label: string; isOn: boolean; onToggle(): void }) => (
  <label className="grid size-8 place-items-center">
    <span className="sr-only">{label}</span>
    <input type="checkbox" checked={isOn} onChange={onToggle} className="size-5" />
  </label>
)
