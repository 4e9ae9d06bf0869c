// Visitors who load pages at a fixed rate, in a process of their own. It answers how long each load took by path, in
// milliseconds, and how many were not answered 200.
import { Agent } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { fetchOnce } from './loads.ts'

/** The URL of the shop, and how many loads of each path a second. */
export type PageVisits = { url: string; perSecond: Record<string, number>; ms: number }
export type PageTimes = { times: Record<string, number[]>; refused: number }

process.on('message', async ({ url, perSecond, ms }: PageVisits) => {
  const agent = new Agent({ keepAlive: true })
  const times: PageTimes['times'] = Object.fromEntries(Object.keys(perSecond).map((path) => [path, []]))
  let refused = 0
  const load = async (path: string) => {
    const began = performance.now()
    const { status } = await fetchOnce(url + path, { 'accept-encoding': 'br' }, agent)
    if (status === 200) times[path]?.push(performance.now() - began)
    else refused++
  }
  const visit = async (path: string, rate: number) => {
    const began = performance.now()
    const loads: Promise<void>[] = []
    for (let due = began; due < began + ms; due += 1_000 / rate) {
      await setTimeout(Math.max(0, due - performance.now()))
      loads.push(load(path))
    }
    await Promise.all(loads)
  }
  await Promise.all(Object.entries(perSecond).map(([path, rate]) => visit(path, rate)))
  agent.destroy()
  process.send?.({ times, refused } satisfies PageTimes)
})
