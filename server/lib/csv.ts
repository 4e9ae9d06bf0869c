export type Cell = string | number | boolean | null

/**
 * Rows as a CSV file (RFC 4180) with a byte order mark for spreadsheets. A text that a spreadsheet would run as a
 * formula gets an apostrophe (OWASP, CSV injection); numbers stay.
 */
export const toCsv = (headings: string[], rows: Cell[][]): string => `\uFEFF${csvLines([headings, ...rows])}`

/** More rows for a file that `toCsv` began. */
export const csvLines = (rows: Cell[][]): string => rows.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')

// Also after spaces and quotes, which some programs strip first; and the full-width characters.
const FORMULA = /^[\s"']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^'*[\t\r\n]/

/** The text of a cell that `toCsv` wrote: without the apostrophe before what would be a formula, and no other one. */
export const textOfCell = (cell: string) => (cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell)

function cellOf(cell: Cell) {
  if (typeof cell === 'number') return String(cell)
  const text = String(cell ?? '')
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
