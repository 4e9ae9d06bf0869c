import type { ReactNode } from 'react'

export type ReportColumn<Row> = {
  heading: string
  cell(row: Row): ReactNode
  /** Of text, which begins at the left. */
  isText?: boolean
  /** On a narrow page, beside the name of the row. */
  isMain?: boolean
}

type Props<Row> = {
  caption: string
  /** The first one names the row. */
  columns: ReportColumn<Row>[]
  rows: Row[]
  keyOf(row: Row): string
  /** The last row, set apart. */
  total?: Row | undefined
  /** Classes of a row. */
  lookOf?(row: Row): string
}

/** A table of figures with its first column in sight. On a narrow page each row is a card with the columns' headings. */
export function ReportTable<Row>({ caption, columns, rows, keyOf, total, lookOf }: Props<Row>) {
  const [first, ...others] = columns
  if (!first) return null
  const cells = (row: Row) => (
    <>
      <th scope="row" className="sticky left-0 bg-card px-4 py-2 text-left [font-weight:inherit]">
        {first.cell(row)}
      </th>
      {others.map(({ heading, cell, isText, isMain }) => (
        <td
          key={heading}
          data-heading={heading}
          data-main={isMain || undefined}
          className={`px-4 py-2 ${isText ? 'text-left' : ''}`}
        >
          {cell(row)}
        </td>
      ))}
    </>
  )
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard.
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-line bg-card"
    >
      <table className="report w-full text-sm whitespace-nowrap tabular-nums">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-b border-line text-right">
          <tr>
            <th scope="col" className="sticky left-0 bg-card px-4 py-3 text-left">
              {first.heading}
            </th>
            {others.map(({ heading, isText }) => (
              <th key={heading} scope="col" className={`px-4 py-3 ${isText ? 'text-left' : ''}`}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line text-right">
          {rows.map((row) => (
            <tr key={keyOf(row)} className={lookOf?.(row)}>
              {cells(row)}
            </tr>
          ))}
        </tbody>
        {total && (
          <tfoot className="border-t-2 border-line text-right font-semibold">
            <tr>{cells(total)}</tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}
