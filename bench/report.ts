import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import type { TableRow } from './figures.ts'

const DOCUMENTS = ['docs/performance.md', 'docs/scaling.md']

/** Replaces the table of that measurement in the document that has its place, with the machine and the date. Throws without one. */
export function writeTable(name: string, lines: TableRow[]) {
  const place = new RegExp(`(<!-- ${name} -->\n).*?(<!-- end of ${name} -->)`, 's')
  const path = DOCUMENTS.find((one) => place.test(readFileSync(one, 'utf8')))
  if (path === undefined) throw new Error(`Neither ${DOCUMENTS.join(' nor ')} has a place for ${name}.`)
  const document = readFileSync(path, 'utf8')
  writeFileSync(
    path,
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
