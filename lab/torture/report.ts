import { readFileSync, writeFileSync } from 'node:fs'
import { ROWS } from './rows.ts'

/** A test of a row: what it measured, and whether it passed. */
export type Proof = { rows: string[]; isPassed: boolean; name: string; figure: string | undefined }

const PAGE = 'lab/reports/reliability.md'

/** Prints a line for each row and puts it into lab/reports/reliability.md; other rows stay as they are. */
export function writeFigures(rows: string[], proofs: Proof[]) {
  let page = readFileSync(PAGE, 'utf8')
  for (const row of rows) {
    const line = lineOf(row, proofs)
    console.log(line)
    page = withLine(page, row, line)
  }
  writeFileSync(PAGE, page)
}

/** The page with the line of that row in its place: a new one stands below the row before it. */
export function withLine(page: string, row: string, line: string): string {
  const lineFor = (name: string) => new RegExp(`^\\| ${name} \\|.*$`, 'm')
  if (lineFor(row).test(page)) return page.replace(lineFor(row), () => line)
  const names = Object.keys(ROWS)
  const above = names.slice(0, names.indexOf(row)).findLast((name) => lineFor(name).test(page))
  if (!above) throw new Error(`${PAGE} has no row before ${row}.`)
  return page.replace(lineFor(above), (before) => `${before}\n${line}`)
}

/** The row of the report: what was measured, and how many of its tests failed. */
export function lineOf(row: string, all: Proof[]): string {
  const { what = '', limits } = ROWS[row] ?? {}
  const proofs = all.filter(({ rows }) => rows.includes(row))
  const failureCount = proofs.filter(({ isPassed }) => !isPassed).length
  const figures = proofs.map(({ figure }) => figure).filter((figure) => figure !== undefined)
  const plain = proofs.length === 0 ? 'not run' : `${proofs.length} ${proofs.length === 1 ? 'test' : 'tests'}`
  const outcome = [
    failureCount > 0 ? `**${failureCount} failed**` : [],
    figures.length > 0 ? figures : plain,
    limits ?? [],
  ]
    .flat()
    .join('; ')
  return `| ${row} | ${what} | ${outcome} |`
}
