import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Of one clock tick, in milliseconds: what Linux counts CPU in, for programs. */
const TICK_MS = 10

/**
 * Milliseconds of CPU that the PostgreSQL in this folder has used so far, with all of its processes. NaN where there is
 * no /proc to read it from.
 */
export async function clusterCpu(folder: string): Promise<number> {
  const main = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0] ?? ''
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const all = (await Promise.all(pids.map(ticksOf))).filter((one) => one !== undefined)
  const own = all.find(({ pid }) => pid === main)
  if (!own) return Number.NaN
  const children = all.filter(({ parent }) => parent === main).reduce((sum, { ticks }) => sum + ticks, 0)
  return (own.ticks + own.ended + children) * TICK_MS
}

/** Milliseconds of CPU that a process has used so far, without its children. NaN without /proc. */
export async function processCpu(pid = 0): Promise<number> {
  return ((await ticksOf(String(pid)))?.ticks ?? Number.NaN) * TICK_MS
}

/** The CPU of a process, and of those of its children that have ended. Undefined when it has just ended itself. */
async function ticksOf(pid: string) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name, in brackets, may hold anything: what counts comes behind it.
  const [, parent = '', ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [user, system, endedUser, endedSystem] = rest.slice(9, 13).map(Number)
  if (user === undefined || system === undefined) return undefined
  return { pid, parent, ticks: user + system, ended: (endedUser ?? 0) + (endedSystem ?? 0) }
}
