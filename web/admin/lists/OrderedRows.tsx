import type { ReactNode } from 'react'
import { MOVING } from '#web/texts/admin.ts'
import { Movers } from './Movers.tsx'
import type { useMoving } from './use-moving.ts'

type Props<Row> = {
  label: string
  rows: Row[]
  moving: ReturnType<typeof useMoving<Row>>
  keyOf(row: Row): string
  nameOf(row: Row): string
  /** A row, beside its buttons. */
  children(row: Row): ReactNode
}

/** The rows of a list in the order that the seller gives them, each with the buttons that move it. */
export function OrderedRows<Row>({ label, rows, moving: { list, moved, move }, keyOf, nameOf, children }: Props<Row>) {
  return (
    <>
      <ol
        ref={list}
        tabIndex={-1}
        aria-label={label}
        className="divide-y divide-line rounded-lg border border-line bg-card px-5 shadow-sm"
      >
        {rows.map((row, index) => (
          <li key={keyOf(row)} className="flex items-start gap-3 py-3 md:items-center md:gap-5">
            <Movers
              name={nameOf(row)}
              isFirst={index === 0}
              isLast={index === rows.length - 1}
              onMove={(by) => move(index, by)}
              className="-ml-3 max-md:flex-col"
            />
            {children(row)}
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {moved && MOVING.moved(nameOf(moved.row), moved.to + 1, rows.length)}
      </p>
    </>
  )
}
