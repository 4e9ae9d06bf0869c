import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import type { TableRow } from './figures.ts'

const DOCUMENT = 'docs/performance.md'

/** Replaces the table of that measurement in docs/performance.md, with the machine and the date. Throws without its place. */
export function writeTable(name: string, lines: TableRow[]) {
  const document = readFileSync(DOCUMENT, 'utf8')
  const place = new RegExp(`(<!-- ${name} -->\n).*?(<!-- end of ${name} -->)`, 's')
  if (!place.test(document)) throw new Error(`${DOCUMENT} has no place for ${name}.`)
  writeFileSync(
    DOCUMENT,
    document.replace(place, (_, begin, end) => `${begin}${machine()}\n\n${tableOf(lines)}\n${end}`),
  )
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
