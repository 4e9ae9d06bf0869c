import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Milliseconds of a clock tick, the unit in which Linux tells programs their CPU time. */
const TICK_MS = 10

/** The id of the main process of the PostgreSQL in this folder. */
export const clusterPid = async (folder: string) =>
  Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0])

/**
 * Milliseconds of CPU that the PostgreSQL in this folder has used so far, with all of its processes. NaN where there is
 * no /proc to read it from.
 */
export const clusterCpu = async (folder: string) => (await treeCpu(await clusterPid(folder))).all

/**
 * Milliseconds of CPU that a process and those it has started have used so far: together, with those that have ended,
 * and each by its id. NaN without /proc.
 */
export async function treeCpu(pid: number): Promise<{ all: number; each: Map<number, number> }> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const processTicks = (await Promise.all(pids.map(ticksOf))).filter((one) => one !== undefined)
  const ownTicks = processTicks.filter(({ pid: id }) => Number(id) === pid)
  // Children may have children: each round finds those of the last.
  for (let last = ownTicks; last.length > 0; ownTicks.push(...last))
    last = processTicks.filter((one) => !ownTicks.includes(one) && last.some(({ pid: id }) => id === one.parent))
  const all = ownTicks.reduce((sum, { ticks, ended }) => sum + ticks + ended, 0) * TICK_MS
  return {
    all: ownTicks.length > 0 ? all : Number.NaN,
    each: new Map(ownTicks.map(({ pid: id, ticks }) => [Number(id), ticks * TICK_MS])),
  }
}

/** Milliseconds of CPU that all programs of the machine have used so far, and those that it has been idle. */
export async function machineCpu() {
  const [, ...ticks] = (await readFile('/proc/stat', 'utf8')).split('\n')[0]?.split(/ +/).map(Number) ?? []
  const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, irq = 0, softirq = 0, stolenTicks = 0] = ticks
  const busy = user + nice + system + irq + softirq + stolenTicks
  return { busy: busy * TICK_MS, idle: (idle + waiting) * TICK_MS }
}

/** Milliseconds of CPU that this process has used so far, with the programs that it has started and that have ended. */
export async function ownCpu(): Promise<number> {
  const ownTicks = await ticksOf(String(process.pid))
  return ownTicks ? (ownTicks.ticks + ownTicks.ended) * TICK_MS : Number.NaN
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
