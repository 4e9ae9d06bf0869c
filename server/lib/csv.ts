type Cell = string | number | boolean | null

/**
 * Rows as a CSV file (RFC 4180), with the mark by which spreadsheets know UTF-8. A text that a spreadsheet would take
 * for a formula is prefixed with an apostrophe (OWASP, CSV injection); numbers are left as they are.
 */
export const toCsv = (headings: string[], rows: Cell[][]): string => `\uFEFF${csvLines([headings, ...rows])}`

/** More rows of a file that `toCsv` has begun. */
export const csvLines = (rows: Cell[][]): string => rows.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')

// Also after spaces and quotes, which some programs take away first; and the full-width signs.
const FORMULA = /^[\s"']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/

function cellOf(cell: Cell) {
  if (typeof cell === 'number') return String(cell)
  const text = String(cell ?? '')
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
