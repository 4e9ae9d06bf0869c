// Measurements by name: `npm run lab -- bench start pages`; without a name, all of them. They report and never judge:
// what a figure means depends on the machine, so most of them are ratios to a reference of the same run. A line proves by
// counts that it did what it says; one that did not has a sentence instead of figures, and the run fails.
// `--write` puts the tables into lab/reports/performance.md, or lab/reports/scaling.md.

import { measureCheckouts } from './checkouts.ts'
import { measureDrop } from './drops.ts'
import type { TableRow } from './figures.ts'
import { measureFlood } from './floods.ts'
import { measureGrowth } from './growth.ts'
import { measureLine } from './lines.ts'
import { measureLists } from './lists.ts'
import { measureMemory } from './memory.ts'
import { measurePages } from './pages.ts'
import { measureProcesses } from './processes.ts'
import { NOT_MEASURED } from './proofs.ts'
import { measureRenderings } from './renderings.ts'
import { writeTable } from './report.ts'
import { measureSales } from './sales.ts'
import { measureSignIns } from './sign-ins.ts'
import { measureStart } from './starts.ts'

const MEASUREMENTS: Record<string, () => Promise<TableRow[]>> = {
  start: measureStart,
  memory: measureMemory,
  pages: measurePages,
  renderings: measureRenderings,
  checkouts: measureCheckouts,
  signins: measureSignIns,
  lists: measureLists,
  flood: measureFlood,
  sales: measureSales,
  drop: measureDrop,
  line: measureLine,
  growth: measureGrowth,
  processes: measureProcesses,
}

const args = process.argv.slice(2)
const isWritten = args.includes('--write')
const names = args.filter((name) => name !== '--write')
const unknownNames = names.filter((name) => !Object.hasOwn(MEASUREMENTS, name))
if (unknownNames.length > 0) {
  console.error(
    `There is no measurement ${unknownNames.join(', ')}: choose from ${Object.keys(MEASUREMENTS).join(', ')}.`,
  )
  process.exit(1)
}
for (const [name, measure] of Object.entries(MEASUREMENTS)) {
  if (names.length > 0 && !names.includes(name)) continue
  console.log(`\n${name}`)
  const lines = await measure()
  console.table(lines.filter((line) => !(NOT_MEASURED in line)))
  for (const line of lines.filter((one) => NOT_MEASURED in one)) {
    console.error(`${line.what}: ${line[NOT_MEASURED]}`)
    process.exitCode = 1
  }
  if (isWritten) writeTable(name, lines)
}
