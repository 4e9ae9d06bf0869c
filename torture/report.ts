import { readFileSync, writeFileSync } from 'node:fs'
import { ROWS } from './rows.ts'

/** A test of a row: what it measured, and whether it passed. */
export type Proof = { rows: string[]; isPassed: boolean; name: string; figure: string | undefined }

const PAGE = 'docs/reliability.md'

/** Prints a line for each row and puts it into docs/reliability.md; other rows stay as they are. */
export function writeFigures(rows: string[], proofs: Proof[]) {
  let page = readFileSync(PAGE, 'utf8')
  for (const row of rows) {
    const line = lineOf(
      row,
      proofs.filter((proof) => proof.rows.includes(row)),
    )
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

function lineOf(row: string, proofs: Proof[]) {
  const { what = '', limits } = ROWS[row] ?? {}
  const failed = proofs.filter(({ isPassed }) => !isPassed).length
  const figures = proofs.map(({ figure }) => figure).filter((figure) => figure !== undefined)
  const plain = proofs.length === 0 ? 'not run' : `${proofs.length} ${proofs.length === 1 ? 'test' : 'tests'}`
  const outcome = [failed > 0 ? `**${failed} failed**` : [], figures.length > 0 ? figures : plain, limits ?? []]
    .flat()
    .join('; ')
  return `| ${row} | ${what} | \`npm run torture -- ${row}\` | ${outcome} |`
}
