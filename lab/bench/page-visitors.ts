// Visitors who load pages at a fixed rate, in a process that does nothing else.
import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { fetchOnce } from './loads.ts'

/** The URL of the shop and the id of its process, and how many loads of each path a second. */
export type PageVisits = { url: string; pid: number | undefined; perSecond: Record<string, number>; ms: number }
/**
 * How long a load took, how long of it the shop's main thread ran and how long it waited for a core, and how long the
 * visitors' did, in milliseconds. The last three are NaN without Linux.
 */
export type PageLoad = { took: number; ran: number; waited: number; visitorWaited: number }
/** The loads by path, and how many were not answered 200. */
export type PageLoads = { loads: Record<string, PageLoad[]>; refused: number }

process.on('message', async ({ url, pid, perSecond, ms }: PageVisits) => {
  const agent = new Agent({ keepAlive: true })
  const loads: PageLoads['loads'] = Object.fromEntries(Object.keys(perSecond).map((path) => [path, []]))
  let refusals = 0
  const load = async (path: string) => {
    const [shop, ownTimes] = [coreTimes(pid), coreTimes(process.pid)]
    const began = performance.now()
    const { status } = await fetchOnce(url + path, { 'accept-encoding': 'br' }, agent)
    const took = performance.now() - began
    const [shopNow, ownNow] = [coreTimes(pid), coreTimes(process.pid)]
    const times = { ran: shopNow.ran - shop.ran, waited: shopNow.waited - shop.waited }
    if (status === 200) loads[path]?.push({ took, ...times, visitorWaited: ownNow.waited - ownTimes.waited })
    else refusals++
  }
  const visit = async (path: string, rate: number) => {
    const began = performance.now()
    const all: Promise<void>[] = []
    for (let due = began; due < began + ms; due += 1_000 / rate) {
      await setTimeout(Math.max(0, due - performance.now()))
      all.push(load(path))
    }
    await Promise.all(all)
  }
  await Promise.all(Object.entries(perSecond).map(([path, rate]) => visit(path, rate)))
  agent.destroy()
  process.send?.({ loads, refused: refusals } satisfies PageLoads)
})

/** How long the main thread of a process has run so far, and waited for a core, in milliseconds. */
function coreTimes(pid: number | undefined) {
  try {
    const [ran = 0, waitNs = 0] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ').map(Number)
    return { ran: ran / 1e6, waited: waitNs / 1e6 }
  } catch {
    return { ran: Number.NaN, waited: Number.NaN }
  }
}
