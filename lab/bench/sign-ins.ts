import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Cluster, startEmbedded } from '#server/platform/db/embedded.ts'
import { runSql } from '#server/testing/cluster.ts'
import type { TableRow } from './figures.ts'
import { roundTo } from './figures.ts'
import { fetchOnce } from './loads.ts'
import { prove, provenRow } from './proofs.ts'
import { type Server, startShopServer } from './servers.ts'
import type { Crowd } from './sign-in-crowd.ts'

const ACCOUNT = { ADMIN_EMAIL: 'admin@bench.example', ADMIN_PASSWORD: 'not a real password' }
const AT_ONCE = 50
/** In turn, so that whatever else the machine does meets both alike. */
const ROUNDS = 8
const MEASURED_MS = 3_000
const PAGE = '/products/zi-zinnia-mug'

/** A product's page while 50 people sign in at once, and the next when one is in, against the same page while nobody does. */
export async function measureSignIns(): Promise<TableRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-bench-'))
  const cluster = await startEmbedded(join(folder, 'postgres'))
  const env = { DATA_DIR: folder, DATABASE_URL: cluster.url, DEMO: '1', LOG_LEVEL: 'error', ...ACCOUNT }
  const shop = await startShopServer(env)
  const crowd = fork(new URL('sign-in-crowd.ts', import.meta.url))
  const signIns = () => signInsOf(crowd, shop)
  try {
    // What runs for the first time is slower.
    await timesDuring(shop, signIns())
    const idle: number[] = []
    const busy: number[] = []
    let signedIn = 0
    const before = { ...(await shop.counts()), sessions: await sessionsIn(cluster) }
    for (let round = 0; round < ROUNDS; round++) {
      idle.push(...(await timesDuring(shop, setTimeout(MEASURED_MS))))
      const work = signIns()
      busy.push(...(await timesDuring(shop, work)))
      signedIn += await work
    }
    const claims = [
      { what: 'sessions', counted: (await sessionsIn(cluster)) - before.sessions, least: signedIn, most: signedIn },
      {
        what: 'pages rendered',
        counted: (await shop.counts()).pages - before.pages,
        least: 0,
        most: Math.floor((idle.length + busy.length) / 100),
      },
    ]
    const busyLine = provenRow(`page, ${AT_ONCE} sign in at once`, async () => {
      prove([...claims, { what: 'sign-ins', counted: signedIn, least: 1 }])
      return {
        what: `page, ${AT_ONCE} sign in at once`,
        'p99 ms': roundTo(p99(busy), 1),
        'against idle': roundTo(p99(busy) / p99(idle), 2),
        'sign-ins/s': roundTo((signedIn / ROUNDS / MEASURED_MS) * 1_000),
      }
    })
    return [
      { what: 'page, nobody signs in', 'p99 ms': roundTo(p99(idle), 1), 'against idle': 1, 'sign-ins/s': 0 },
      await busyLine,
    ]
  } finally {
    crowd.kill()
    await shop.stop()
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const sessionsIn = async ({ url }: Cluster) =>
  Number((await runSql(url, 'select count(*) from sessions')).rows[0]?.count)

/** Keeps that many sign-ins under way; answers how many came to their end. */
async function signInsOf(crowd: ChildProcess, { url }: Server): Promise<number> {
  const body = { email: ACCOUNT.ADMIN_EMAIL, password: ACCOUNT.ADMIN_PASSWORD }
  crowd.send({ url, body, atOnce: AT_ONCE, ms: MEASURED_MS } satisfies Crowd)
  const [count] = await once(crowd, 'message')
  return count
}

/** How long the page took, asked for over and over until `work` is done, in milliseconds. */
async function timesDuring({ url }: Server, work: Promise<unknown>) {
  const times: number[] = []
  let isOver = false
  const over = work.finally(() => (isOver = true))
  while (!isOver) {
    const began = performance.now()
    const { status } = await fetchOnce(url + PAGE, { 'accept-encoding': 'br' })
    if (status !== 200) throw new Error(`${PAGE} was answered with ${status}.`)
    times.push(performance.now() - began)
    await Promise.race([over, setTimeout(5)])
  }
  await over
  return times
}

const p99 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
