import { setTimeout as sleep } from 'node:timers/promises'
import type { TableRow } from '#lab/bench/figures.ts'
import { type Books, checkBooks, openBooks, reconcileAll } from './books.ts'
import { type Cluster, openCluster } from './cluster.ts'
import { FAULTS, type Fault } from './faults.ts'
import { type Load, startLoad } from './load.ts'
import { rowOf, seconds } from './outcome.ts'
import { setSynchronous } from './patroni.ts'

const BEFORE_MS = 5_000
const BROKEN_MS = 25_000
const AFTER_MS = 8_000

/** Breaks these parts of a fresh cluster one after the other, under load. A fault that cannot be measured has no row. */
export async function measureFaults(names: string[], signal: AbortSignal): Promise<TableRow[]> {
  const cluster = await openCluster({ isDemo: true, signal, onStep: (what) => console.log(`Starting ${what} …`) })
  try {
    const books = await openBooks(cluster)
    const rows: TableRow[] = []
    for (const name of names) {
      const fault = FAULTS[name]
      if (!fault || (fault.cuts && !cluster.network.canCut)) continue
      signal.throwIfAborted()
      const row = await measureFault(cluster, books, fault)
      console.log(row)
      rows.push(row)
    }
    await books.close()
    return rows
  } finally {
    await cluster.close()
  }
}

/** Load for some seconds, then the fault, then its mending, and then the books. */
async function measureFault(cluster: Cluster, books: Books, fault: Fault): Promise<TableRow> {
  if (fault.isAsynchronous) {
    if (cluster.isSynchronous) await setSynchronous(cluster.network, false)
    cluster.isSynchronous = false
  }
  await cluster.whole()
  const load = await startLoad(cluster.network, books.db)
  await sleep(BEFORE_MS)
  const struckAt = Date.now()
  const result = await breakAndMend(cluster, fault, load)
  const endedAt = Date.now()
  const bookCheck = await checkBooks(books, result.checkouts)
  if (bookCheck.violated.length > 0) console.error(bookCheck.violated.join('\n'))
  return {
    ...rowOf(fault.what, { struckAt, endedAt, ...result, ...bookCheck }),
    ...(bookCheck.lost > 0 ? { 'found at the card service': await reconcileAll(books) } : {}),
    ...(fault.isOver ? { took: seconds(result.overAt - struckAt) } : {}),
  }
}

async function breakAndMend(cluster: Cluster, fault: Fault, load: Load) {
  let overAt = Number.NaN
  try {
    const mend = await fault.strike(cluster)
    overAt = Date.now()
    if (!fault.isOver) await sleep(BROKEN_MS)
    await mend()
    await cluster.whole()
    await sleep(AFTER_MS)
  } catch (error) {
    await load.stop()
    throw error
  } finally {
    await cluster.network.heal()
  }
  return { overAt, ...(await load.stop()) }
}
