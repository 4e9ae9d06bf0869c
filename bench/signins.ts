import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { median, rounded } from './figures.ts'
import { fetchOnce } from './loads.ts'
import type { Line } from './main.ts'
import { type Server, startServer } from './servers.ts'

const AT_ONCE = 50
const ROUNDS = 3
const IDLE_MS = 3_000
const PAGE = '/products/zi-zinnia-mug'

/** A product's page while 50 people sign in at once, against the same page while nobody does. */
export async function measureSignIns(): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-bench-'))
  const account = { ADMIN_EMAIL: 'admin@bench.example', ADMIN_PASSWORD: 'not a real password' }
  const shop = await startServer('shop', {
    DATA_DIR: folder,
    DATABASE_URL: '',
    DEMO: '1',
    LOG_LEVEL: 'error',
    ...account,
  })
  try {
    const signIns = () => Promise.all(Array.from({ length: AT_ONCE }, () => signIn(shop)))
    // What runs for the first time is slower.
    await timesDuring(shop, signIns())
    const idle: number[] = []
    const busy: number[] = []
    const took: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      idle.push(p99(await timesDuring(shop, setTimeout(IDLE_MS))))
      const began = performance.now()
      busy.push(p99(await timesDuring(shop, signIns())))
      took.push(performance.now() - began)
    }
    return [
      { what: 'page, nobody signs in', 'p99 ms': rounded(median(idle), 1), 'against idle': 1, 'took ms': IDLE_MS },
      {
        what: `page, ${AT_ONCE} sign in at once`,
        'p99 ms': rounded(median(busy), 1),
        'against idle': rounded(median(busy) / median(idle), 2),
        'took ms': rounded(median(took)),
      },
    ]
  } finally {
    await shop.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function signIn({ url }: Server) {
  const answer = await fetch(`${url}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@bench.example', password: 'not a real password' }),
  })
  if (!answer.ok) throw new Error(`Signing in: ${answer.status}`)
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
