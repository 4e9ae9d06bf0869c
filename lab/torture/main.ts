// Faults and attacks in their long form: `npm run lab -- torture K7 C1` runs those rows, without a number all of them. Each
// row's figure is printed and kept in lab/reports/reliability.md. With `--short` they run in their short form, also those
// that `npm test` leaves out, and the report stays as it is.
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { playwrightSpecs, vitestFiles } from '#scripts/test-reports.ts'
import { lineOf, type Proof, writeFigures } from './report.ts'
import { ROWS } from './rows.ts'

const VITEST = '.cache/torture-vitest.json'
const PLAYWRIGHT = '.cache/torture-playwright.json'

const words = process.argv.slice(2)
const isShort = words.includes('--short')
const rowNames = words.filter((word) => word !== '--short')
const unknownNames = rowNames.filter((row) => !Object.hasOwn(ROWS, row))
if (unknownNames.length > 0) {
  console.error(`There is no row ${unknownNames.join(', ')}: they are listed in lab/torture/rows.ts.`)
  process.exit(1)
}
const rows = rowNames.length > 0 ? rowNames : Object.keys(ROWS)
mkdirSync('.cache', { recursive: true })
const proofs = [...proofsInVitest(rows), ...proofsInBrowser(rows)]
const failures = proofs.filter(({ isPassed }) => !isPassed)
if (isShort) for (const row of rows) console.log(lineOf(row, proofs))
else writeFigures(rows, proofs)
for (const { rows: of, name } of failures) console.error(`✗ ${of.join(' ')} ${name}`)
process.exitCode = failures.length > 0 ? 1 : 0

function proofsInVitest(rows: string[]): Proof[] {
  run('vitest', VITEST, [
    'run',
    ...filesWith(rows),
    `--tagsFilter=${rows.join(' || ')}`,
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${VITEST}`,
  ])
  return vitestFiles(VITEST)
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, tags }) => ['passed', 'failed'].includes(status) && tags.some((tag) => rows.includes(tag)))
    .map(({ status, tags, title, meta }) => ({
      rows: tags,
      isPassed: status === 'passed',
      name: title,
      figure: meta.figure,
    }))
}

/** The test files that may have those rows, so that no others are loaded: the tags of some in this folder are in tables. */
function filesWith(rows: string[]) {
  const names = rows.map((row) => `'${row}'`)
  const isWanted = (file: string) => names.some((name) => readFileSync(file, 'utf8').includes(name))
  const files = globSync('{app,contract,features,lab,scripts,server,web}/**/*.test.{ts,tsx}')
  return files.filter((file) => file.startsWith('lab/torture/') || isWanted(file))
}

function proofsInBrowser(rows: string[]): Proof[] {
  run('playwright', PLAYWRIGHT, ['test', '--pass-with-no-tests', '--grep', rows.map((row) => `@${row}\\b`).join('|')])
  return playwrightSpecs(PLAYWRIGHT).map(({ title, ok, tags, tests }) => ({
    rows: tags,
    isPassed: ok,
    name: title,
    figure: tests.flatMap(({ annotations }) => annotations).find(({ type }) => type === 'figure')?.description,
  }))
}

function run(command: string, report: string, args: string[]) {
  rmSync(report, { force: true })
  const env = { ...process.env, TORTURE: isShort ? 'short' : 'long', PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  spawnSync(`node_modules/.bin/${command}`, args, { stdio: 'inherit', env })
}
