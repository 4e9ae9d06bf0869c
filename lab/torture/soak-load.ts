// The load of a soak, at a modest and steady rate: people, and faults of the card service, of its messages and of the
// connections to the database.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/db/client.ts'
import type { SimulatorControls } from '#server/testing/simulator-controls.ts'
import { soakPeople, soakStock } from './soak-people.ts'

type LoadOptions = {
  url: string
  /** The database of the shop, for what it sells, its accounts, and the connections that are cut. */
  db: Database
  /** The `application_name` of the shop's connections. */
  connections: string
  simulator: Pick<SimulatorControls, 'faults'>
  perSecond: number
  /** Milliseconds between two deeds of the rarest kind; the pace of all others follows from it. */
  pace: number
}

type Faults = Parameters<SimulatorControls['faults']>[0]

/** What the card service does wrong, in turn: one kind of fault for half of the time. */
const FAULTS: Faults[] = [
  [{ on: 'createPayment', when: 'before', times: 2, do: { hang: true } }],
  [{ on: 'webhook', times: 20, do: { duplicate: 2 } }],
  [{ on: 'createPayment', when: 'after', times: 3, do: { reset: true } }],
  [{ on: 'completePayment', when: 'before', times: 3, do: { status: 500 } }],
  [{ on: 'webhook', times: 6, do: { reverse: 3 } }],
  [{ on: 'completePayment', when: 'after', times: 2, do: { hang: true } }],
  [{ on: 'any', times: 3, do: { status: 429, retryAfter: 1 } }],
  [{ on: 'webhook', times: 10, do: { lose: true } }],
  [{ on: 'createPayment', when: 'after', times: 2, do: { html: 502 } }],
  [{ on: 'any', do: { reset: true } }],
  [{ on: 'completePayment', when: 'after', times: 3, do: { cutOff: true } }],
]

/**
 * Starts the load. `counts` says how often each deed ended how, `runAt` makes it so many times as fast as it began, and
 * `stop` ends it and waits for what is under way.
 */
export async function startSoakLoad({ url, db, connections, simulator, perSecond, pace }: LoadOptions) {
  const counts: Record<string, number> = {}
  const note = (deed: string, ending: string | number) => {
    const key = `${deed} ${ending}`
    counts[key] = (counts[key] ?? 0) + 1
  }
  const people = soakPeople(url, await soakStock(db), note)
  const stopping = new AbortController()
  const underWay = new Set<Promise<unknown>>()
  const deeds: { ms: number; begin(): void }[] = []
  let speed = 1
  let timers: NodeJS.Timeout[] = []
  const stopTimers = () => {
    for (const timer of timers) clearInterval(timer)
  }
  const runAt = (times: number) => {
    stopTimers()
    speed = times
    timers = deeds.map(({ ms, begin }) => setInterval(begin, ms / speed))
  }
  const every = (ms: number, deed: string, work: (number: number) => Promise<unknown>) => {
    let number = 0
    const begin = () => {
      const task: Promise<void> = work(number++)
        .then(() => {})
        .catch((error: Error) => note(deed, error.message.slice(0, 80)))
        .finally(() => underWay.delete(task))
      underWay.add(task)
    }
    deeds.push({ ms, begin })
  }
  every(1_000 / perSecond, 'checkout', people.checkOut)
  every(500, 'page', people.page)
  every(1_000, 'search', people.search)
  every(pace / 60, 'admin', people.readAsSeller)
  every(pace / 36, 'leaver', () => people.leave(stopping.signal))
  every(pace / 18, 'edit', people.edit)
  every(pace / 12, 'sign-in', people.signIn)
  every(pace / 9, 'fault', async (number) => {
    await simulator.faults(FAULTS[number % FAULTS.length] ?? [])
    await sleep(pace / 18 / speed, undefined, { signal: stopping.signal }).catch(() => {})
    await simulator.faults([])
    note('fault', 'made')
  })
  every(pace / 3, 'cut', async () => note('cut', await cutSome(db, connections)))
  every(pace / 3, 'upload', people.upload)
  every(pace, 'import', people.importOnce)
  runAt(1)
  return {
    counts,
    runAt,
    async stop() {
      stopTimers()
      stopping.abort()
      await Promise.all(underWay)
      await simulator.faults([])
    },
  }
}

/** Ends two of the connections with that name, whatever they are at. Answers how many it ended. */
async function cutSome(db: Database, name: string): Promise<number> {
  const { rows } = await db.execute<{ cut: boolean }>(sql`
    select pg_terminate_backend(pid) as cut from (
      select pid from pg_stat_activity where application_name = ${name} order by random() limit 2) as chosen`)
  return rows.filter(({ cut }) => cut).length
}
