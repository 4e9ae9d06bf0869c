import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import type { TableRow } from './figures.ts'

const DOCUMENTS = ['lab/reports/performance.md', 'lab/reports/scaling.md']

/**
 * Replaces the table of that measurement in the document that has its place, with the machine and the date; of a part of
 * the measurement only the rows that begin alike. Throws without a place.
 */
export function writeTable(name: string, lines: TableRow[], { isPart = false } = {}) {
  const place = new RegExp(`(<!-- ${name} -->\n).*?(<!-- end of ${name} -->)`, 's')
  const path = DOCUMENTS.find((one) => place.test(readFileSync(one, 'utf8')))
  if (path === undefined) throw new Error(`Neither ${DOCUMENTS.join(' nor ')} has a place for ${name}.`)
  const document = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    document.replace(place, (before, begin, end) => {
      const table = tableOf(isPart ? withRows(rowsOf(before), lines) : lines)
      return `${begin}${machine()}\n\n${table}\n${end}`
    }),
  )
}

/** The rows of the first table in a text. */
export function rowsOf(text: string): TableRow[] {
  const cellsOf = (line: string) =>
    line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim())
  const [columns = [], , ...rows] = text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map(cellsOf)
  return rows.map((cells) => Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])))
}

/** The rows with those in the place of the ones that begin alike; new ones come last. */
export function withRows(rows: TableRow[], lines: TableRow[]): TableRow[] {
  const first = (row: TableRow) => String(Object.values(row)[0])
  const newer = new Map(lines.map((line) => [first(line), line]))
  const keptRows = rows.map((row) => newer.get(first(row)) ?? row)
  return [...keptRows, ...lines.filter((line) => !keptRows.includes(line))]
}

function machine() {
  const processors = cpus()
  const date = new Date().toLocaleDateString('en-US', { dateStyle: 'long' })
  return `${date}, ${processors.length} cores of ${processors[0]?.model.trim()}, Node ${process.versions.node}:`
}

function tableOf(lines: TableRow[]) {
  const columns = [...new Set(lines.flatMap((line) => Object.keys(line)))]
  const row = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`
  const rule = columns.map((_, index) => (index === 0 ? '---' : '---:'))
  return [row(columns), row(rule), ...lines.map((line) => row(columns.map((column) => line[column] ?? '')))].join('\n')
}
