import { setTimeout as sleep } from 'node:timers/promises'
import type { TableRow } from '#lab/bench/figures.ts'
import { admin, product } from '#server/testing/factories.ts'
import { FIRST_CENTS, type Sight, watchPrices } from '#server/testing/price-sightings.ts'
import { appUrl, shopUrl } from './apps.ts'
import { openBooks } from './books.ts'
import { type Cluster, openCluster } from './cluster.ts'
import { FAULTS } from './faults.ts'
import { APPS } from './network.ts'

const PATHS = ['/products/walnut-pen', '/api/products/walnut-pen']
const PERIOD_MS = 20_000
const SAVE_MS = 500
/** Between two visits of a visitor. */
const PAUSE_MS = 100

/** Saves prices while visitors of every node look at them: undisturbed, in a switchover, and when the primary is killed. */
export async function measureFreshness(signal: AbortSignal): Promise<TableRow[]> {
  const cluster = await openCluster({ signal, onStep: (what) => console.log(`Starting ${what} …`) })
  const books = await openBooks(cluster)
  try {
    const pen = { name: 'Walnut Pen', slug: 'walnut-pen', priceCents: FIRST_CENTS }
    const { id } = await product(books.db, pen)
    const { token } = await admin(books.db)
    const seller = sellerOf(cluster, id, token)
    const rows: TableRow[] = []
    for (const [name, what] of Object.entries({
      '': 'nothing happens',
      switchover: 'a planned switchover',
      'primary-killed': 'the primary killed',
    })) {
      signal.throwIfAborted()
      rows.push(await watchFault(cluster, seller, { name, what }))
      console.log(rows.at(-1))
    }
    return rows
  } finally {
    await books.close()
    await cluster.close()
  }
}

type Seller = { savedAt: number[]; refused: number; save(): Promise<void> }

/** A seller who raises the price by a cent again and again; a price is known by its number. */
function sellerOf({ network }: Cluster, id: string, token: string): Seller {
  const seller: Seller = {
    savedAt: [0],
    refused: 0,
    async save() {
      const number = seller.savedAt.length
      const status = await fetch(`${shopUrl(network)}/api/products/${id}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ price: (FIRST_CENTS + number) / 100 }),
        signal: AbortSignal.timeout(30_000),
      }).then(
        (reply) => reply.status,
        () => 0,
      )
      // One that was not answered may be saved all the same, so its number is not used again.
      seller.savedAt.push(status === 200 ? performance.now() : Number.POSITIVE_INFINITY)
      if (status !== 200) seller.refused++
    },
  }
  return seller
}

async function watchFault(cluster: Cluster, seller: Seller, { name, what }: { name: string; what: string }) {
  await cluster.whole()
  await seller.save()
  await sleep(2_000)
  const [first, refusedBefore] = [seller.savedAt.length, seller.refused]
  const places = APPS.flatMap((app) => PATHS.map((path) => appUrl(cluster.network, app) + path))
  const visitors = watchPrices(places, PAUSE_MS)
  let isOver = false
  const saving = (async () => {
    while (!isOver) {
      await seller.save()
      await sleep(SAVE_MS)
    }
  })()
  await sleep(PERIOD_MS / 4)
  const mend = await FAULTS[name]?.strike(cluster)
  await sleep(PERIOD_MS)
  await mend?.()
  await cluster.whole()
  isOver = true
  await saving
  await sleep(2_000)
  const { sights, refused } = await visitors.stop()
  if (sights.some(({ save }) => !(save >= 0 && save < seller.savedAt.length)))
    throw new Error('Visitors saw a page without the price of the piece.')
  return {
    what,
    'prices saved': seller.savedAt.slice(first).filter(Number.isFinite).length,
    'saves refused': seller.refused - refusedBefore,
    'pages and JSON seen': sights.length,
    'visits refused': refused,
    'longest time an old price was shown': `${(longestStale(sights, seller.savedAt) / 1000).toFixed(2)} s`,
  }
}

/** For how long after a later price was saved somebody asked and still got an older one, in milliseconds. */
export function longestStale(sights: Sight[], savedAt: number[]): number {
  const nextSaved: number[] = []
  let soonest = Number.POSITIVE_INFINITY
  for (let save = savedAt.length - 1; save >= 0; save--) {
    nextSaved[save] = soonest
    soonest = Math.min(soonest, savedAt[save] ?? Number.POSITIVE_INFINITY)
  }
  return Math.max(0, ...sights.map(({ asked, save }) => asked - (nextSaved[save] ?? Number.POSITIVE_INFINITY)))
}
