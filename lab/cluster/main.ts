// `npm run cluster`: the shop on several nodes of this machine until Ctrl-C, with a prompt to break parts of it.
// `npm run cluster -- faults` breaks them one after the other under load and measures what shoppers saw (with names of
// faults.ts only those), `-- deploy` replaces the shop node by node by a newer build, `-- freshness` for how long an old
// price is shown. `--write` puts the tables into lab/reports/scaling.md, where it stands what is where.
import { createInterface } from 'node:readline/promises'
import type { TableRow } from '#lab/bench/figures.ts'
import { writeTable } from '#lab/bench/report.ts'
import { openCluster } from './cluster.ts'
import { FAULTS } from './faults.ts'
import { measureFreshness } from './freshness.ts'
import { measureFaults } from './measure.ts'
import { commandsFor, howTo } from './prompt.ts'

const FAULT_NAMES = Object.keys(FAULTS)
const stopping = new AbortController()
const { signal } = stopping
const args = process.argv.slice(2)
const isWritten = args.includes('--write')
const [verb, ...names] = args.filter((word) => word !== '--write')

if (!verb) await serve()
else if (verb === 'faults' || verb === 'deploy')
  await report('faults', measureFaults(verb === 'deploy' ? [verb] : faultsNamed(names), signal), FAULT_NAMES.length)
else if (verb === 'freshness') await report('freshness', measureFreshness(signal))
else fail(`There is no ${verb}: choose faults, deploy, freshness or nothing.`)

async function serve() {
  const opening = openCluster({ isDemo: true, signal, onStep: (what) => console.log(`Starting ${what} …`) })
  stopOnSignals(() => opening.then((cluster) => cluster.close()))
  const cluster = await opening
  console.log(howTo(cluster))
  const obey = commandsFor(cluster)
  // Without a terminal it runs until a signal.
  setInterval(() => {}, 60_000)
  const prompt = createInterface({ input: process.stdin, ...(process.stdin.isTTY ? { output: process.stdout } : {}) })
  prompt.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  for await (const line of prompt) console.log(await obey(line).catch((error: Error) => error.message))
}

/** The rows of the full measurement; a report of fewer rows replaces only those. */
async function report(name: string, measuring: Promise<TableRow[]>, total = 0) {
  stopOnSignals(() => measuring)
  const rows = await measuring
  console.table(rows)
  if (isWritten) writeTable(name, rows, { isPart: rows.length < total })
}

function faultsNamed(words: string[]) {
  const unknownNames = words.filter((name) => !Object.hasOwn(FAULTS, name))
  if (unknownNames.length > 0) fail(`There is no ${unknownNames.join(', ')}: choose from ${FAULT_NAMES.join(', ')}.`)
  return words.length > 0 ? words : FAULT_NAMES
}

/** Stops everything at the first signal; `close` may throw because something was stopped under way. */
function stopOnSignals(close: () => Promise<unknown>) {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, async () => {
      if (signal.aborted) return
      stopping.abort()
      console.log('Stopping …')
      await close().catch(() => {})
      process.exit(0)
    })
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
