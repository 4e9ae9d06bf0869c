import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { rounded } from './figures.ts'
import { fetchOnce } from './loads.ts'
import type { Line } from './main.ts'
import { type Server, startServer } from './servers.ts'
import type { Crowd } from './signing-in.ts'

const ACCOUNT = { ADMIN_EMAIL: 'admin@bench.example', ADMIN_PASSWORD: 'not a real password' }
const AT_ONCE = 50
/** In turn, so that whatever else the machine does meets both alike. */
const ROUNDS = 8
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
  const crowd = fork(new URL('signing-in.ts', import.meta.url))
  const signIns = () => signInsOf(crowd, shop)
  try {
    // What runs for the first time is slower.
    await timesDuring(shop, signIns())
    const idle: number[] = []
    const busy: number[] = []
    let signedIn = 0
    for (let round = 0; round < ROUNDS; round++) {
      idle.push(...(await timesDuring(shop, setTimeout(MEASURED_MS))))
      const work = signIns()
      busy.push(...(await timesDuring(shop, work)))
      signedIn += await work
    }
    return [
      { what: 'page, nobody signs in', 'p99 ms': rounded(p99(idle), 1), 'against idle': 1, 'sign-ins/s': 0 },
      {
        what: `page, ${AT_ONCE} sign in at once`,
        'p99 ms': rounded(p99(busy), 1),
        'against idle': rounded(p99(busy) / p99(idle), 2),
        'sign-ins/s': rounded((signedIn / ROUNDS / MEASURED_MS) * 1_000),
      },
    ]
  } finally {
    crowd.kill()
    await shop.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

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
    await fetchOnce(url + PAGE, { 'accept-encoding': 'br' })
    times.push(performance.now() - began)
    await Promise.race([over, setTimeout(5)])
  }
  await over
  return times
}

const p99 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
