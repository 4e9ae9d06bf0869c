import type { ReactNode } from 'react'
import { ReportTable } from '../reports/ReportTable.tsx'

type Column<Row> = { heading: string; cell(row: Row): ReactNode; isText?: boolean }

type Props<Row> = {
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  keyOf(row: Row): string
  /** The last row, set apart. */
  total?: Row | undefined
}

/** A report table of these columns, with the total in its last row. */
export function MoneyTable<Row>({ caption, columns, rows, keyOf, total }: Props<Row>) {
  const [first, ...others] = columns
  if (!first) return null
  const cells = (row: Row) => (
    <>
      <th scope="row" className={`sticky left-0 bg-card px-4 py-3 text-left ${row === total ? '' : 'font-medium'}`}>
        {first.cell(row)}
      </th>
      {others.map(({ heading, cell, isText }) => (
        <td key={heading} className={`px-3 py-3 last:pr-4 ${isText ? 'text-left' : ''}`}>
          {cell(row)}
        </td>
      ))}
    </>
  )
  return (
    <ReportTable caption={caption}>
      <thead className="border-b border-line text-right text-muted">
        <tr>
          <th scope="col" className="sticky left-0 bg-card px-4 py-3 text-left font-medium">
            {first.heading}
          </th>
          {others.map(({ heading, isText }) => (
            <th key={heading} scope="col" className={`px-3 py-3 font-medium last:pr-4 ${isText ? 'text-left' : ''}`}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line text-right">
        {rows.map((row) => (
          <tr key={keyOf(row)}>{cells(row)}</tr>
        ))}
      </tbody>
      {total && (
        <tfoot className="border-t-2 border-line text-right font-semibold">
          <tr>{cells(total)}</tr>
        </tfoot>
      )}
    </ReportTable>
  )
}
