import assert from 'node:assert/strict'

/** The row of a statement that always returns exactly one: an insert of one row, an aggregate. */
export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  assert(row !== undefined && rows.length === 1, `One row was expected, and there are ${rows.length}.`)
  return row
}
