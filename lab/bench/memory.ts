import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startShop } from '#scripts/start-shop.ts'
import type { TableRow } from './figures.ts'
import { roundTo } from './figures.ts'
import { fetchOnce } from './loads.ts'
import { prove, provenRow } from './proofs.ts'
import { proveStart } from './start-proof.ts'

/** BENCH_MINUTES=10 shows whether memory stays flat; by default a load of a few seconds is measured twice. */
const SECONDS = 60 * Number(process.env.BENCH_MINUTES ?? 0.2)
const ROUNDS = 2
const CLIENTS = 16
const LEAST_ANSWERS = 100
const REST_MS = 2_000

/** Pages and answers that are in the cache, and such that are not: each search is for another word. */
const ADDRESSES: ((number: number) => string)[] = [
  () => '/',
  () => '/shop',
  (number) => `/search/walnut%20${number}`,
  (number) => `/api/products?keyword=walnut${number}`,
  () => '/api/products',
]

/**
 * Memory of the shop's process, started by the command of `npm start`, in MB: after the first start has filled the demo
 * shop, and after loads of pages, searches and lists. RSS counts shared pages in full, PSS by their share.
 */
export async function measureMemory(): Promise<TableRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-bench-'))
  const shop = await startShop({ DATA_DIR: folder, DATABASE_URL: '', DEMO: '1' })
  try {
    await proveStart(shop.process.pid)
    await setTimeout(REST_MS)
    const rows = [{ what: 'after the first start', ...(await memoryOf(shop.process.pid)) } as TableRow]
    for (let round = 1; round <= ROUNDS; round++) {
      const answers = await load(shop.url, round)
      await setTimeout(REST_MS)
      const memory = await memoryOf(shop.process.pid)
      const what = `after ${roundTo(round * SECONDS)} s of load`
      rows.push(
        await provenRow(what, async () => {
          prove([{ what: 'answers', counted: answers, least: LEAST_ANSWERS }])
          return { what, ...memory, answers }
        }),
      )
    }
    return rows
  } finally {
    await shop.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Answers how many requests were served. Refusals of a full queue do not count. */
async function load(url: string, round: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  const end = performance.now() + SECONDS * 1_000
  let requestNumber = round * 10_000_000
  let answers = 0
  const client = async () => {
    while (performance.now() < end) {
      const number = requestNumber++
      const path = ADDRESSES[number % ADDRESSES.length]?.(number) ?? '/'
      const { status } = await fetchOnce(url + path, { 'accept-encoding': 'br' }, agent)
      if (status === 200) answers++
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  agent.destroy()
  return answers
}

/** Only Linux says how much memory a process has. */
async function memoryOf(pid: number | undefined) {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  const megabytes = (name: string) => roundTo(Number(new RegExp(`^${name}: +(\\d+) kB`, 'm').exec(text)?.[1]) / 1024)
  return { 'RSS MB': megabytes('Rss'), 'PSS MB': megabytes('Pss') }
}
