import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { median, rounded } from './figures.ts'
import { fetchOnce, post } from './loads.ts'
import type { Line } from './main.ts'
import { type Server, startServer } from './servers.ts'

const ACCOUNT = { ADMIN_EMAIL: 'admin@bench.example', ADMIN_PASSWORD: 'not a real password' }
const AT_ONCE = 50
const ROUNDS = 3
/** As long with as without, or the worst of many would stand against the worst of few. */
const MEASURED_MS = 3_000
const PAGE = '/products/zi-zinnia-mug'

/** A product's page while 50 people sign in at once, and the next when one is in, against the same page while nobody does. */
export async function measureSignIns(): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-bench-'))
  const shop = await startServer('shop', {
    DATA_DIR: folder,
    DATABASE_URL: '',
    DEMO: '1',
    LOG_LEVEL: 'error',
    ...ACCOUNT,
  })
  try {
    // What runs for the first time is slower.
    await timesDuring(shop, signIns(shop))
    const idle: number[] = []
    const busy: number[] = []
    let signedIn = 0
    for (let round = 0; round < ROUNDS; round++) {
      idle.push(p99(await timesDuring(shop, setTimeout(MEASURED_MS))))
      const work = signIns(shop)
      busy.push(p99(await timesDuring(shop, work)))
      signedIn += await work
    }
    return [
      { what: 'page, nobody signs in', 'p99 ms': rounded(median(idle), 1), 'against idle': 1, 'sign-ins/s': 0 },
      {
        what: `page, ${AT_ONCE} sign in at once`,
        'p99 ms': rounded(median(busy), 1),
        'against idle': rounded(median(busy) / median(idle), 2),
        'sign-ins/s': rounded((signedIn / ROUNDS / MEASURED_MS) * 1_000),
      },
    ]
  } finally {
    await shop.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Keeps that many sign-ins under way; answers how many came to their end. */
async function signIns(shop: Server) {
  const end = performance.now() + MEASURED_MS
  const agent = new Agent({ keepAlive: true })
  const body = { email: ACCOUNT.ADMIN_EMAIL, password: ACCOUNT.ADMIN_PASSWORD }
  let count = 0
  const oneAfterTheOther = async () => {
    for (; performance.now() < end; count++) await post(`${shop.url}/api/users/login`, { token: '', body, agent })
  }
  await Promise.all(Array.from({ length: AT_ONCE }, oneAfterTheOther))
  agent.destroy()
  return count
}

/** How long the page took, asked for over and over until `work` is done, in milliseconds. */
async function timesDuring({ url }: Server, work: Promise<unknown>) {
  const times: number[] = []
  let isOver = false
  const over = work.finally(() => (isOver = true))
  while (!isOver) {
    const began = performance.now()
    await fetchOnce(url + PAGE, { 'accept-encoding': 'br' })
    times.push(performance.now() - began)
    await Promise.race([over, setTimeout(5)])
  }
  await over
  return times
}

const p99 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
