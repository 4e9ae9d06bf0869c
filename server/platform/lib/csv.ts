export type Cell = string | number | boolean | null

/**
 * Rows as a CSV file (RFC 4180) with a byte order mark for spreadsheets. What a spreadsheet would run as a formula gets
 * an apostrophe (OWASP, CSV injection); numbers stay.
 */
export const toCsv = (headings: string[], rows: Cell[][]): string => `\uFEFF${csvLines([headings, ...rows])}`

/** More rows for a file that `toCsv` began. */
export const csvLines = (rows: Cell[][]): string => rows.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')

// Programs strip spaces and quotes before a formula, some know full-width characters, and where a list's separator is a
// semicolon, a spreadsheet splits cells there.
const UNSAFE_PATTERN = /(?<=^|[;\t|])(?=(?:[^\S\t]|["'])*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])|^(?='*[\t\r\n])/g
const ESCAPED_PATTERN = /(?<=^|[;\t|])'(?=(?:[^\S\t]|["'])*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])|^'(?='*[\t\r\n])/g

/** The text of a cell that `toCsv` wrote: without the apostrophes before what would be formulas, and no other ones. */
export const textOfCell = (cell: string) => cell.replaceAll(ESCAPED_PATTERN, '')

function cellOf(cell: Cell) {
  if (typeof cell === 'number') return String(cell)
  const safe = String(cell ?? '').replaceAll(UNSAFE_PATTERN, "'")
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
