// Loaded into a process before it starts: writes how much memory it uses after a collection and what it holds open, for
// those who watch it from outside.
import { renameSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

/** Bytes of memory, open handles by their kind, and how late the event loop was, in milliseconds. */
export type Probe = {
  at: number
  rss: number
  /** JavaScript objects, before and after a full collection. */
  heap: number
  heapInUse: number
  /** The part of `heapInUse` that V8 has compiled: bytecode, machine code and what belongs to them. */
  code: number
  /** Buffers outside the heap, after the collection. */
  buffers: number
  handles: Record<string, number>
  lagP99: number
  /** Seconds of CPU since the process began. */
  cpu: number
}

const { PROBE_FILE, PROBE_MS } = process.env

if (PROBE_FILE && isMainThread) {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const lag = monitorEventLoopDelay({ resolution: 10 })
  lag.enable()
  setInterval(() => {
    const lagP99 = lag.percentile(99) / 1e6
    const { rss, heapUsed: heap } = process.memoryUsage()
    collect()
    const { heapUsed: heapInUse, external: buffers } = process.memoryUsage()
    const code = codeInUse()
    const { user, system } = process.cpuUsage()
    const cpu = (user + system) / 1e6
    const probe: Probe = { at: Date.now(), rss, heap, heapInUse, code, buffers, handles: handles(), lagP99, cpu }
    writeFileSync(`${PROBE_FILE}.new`, JSON.stringify(probe))
    // A reader never sees half of it.
    renameSync(`${PROBE_FILE}.new`, PROBE_FILE)
    lag.reset()
  }, Number(PROBE_MS)).unref()
}

const CODE_PATTERN = /^(code|trusted)_/
const codeInUse = () =>
  getHeapSpaceStatistics()
    .filter(({ space_name }) => CODE_PATTERN.test(space_name))
    .reduce((sum, { space_used_size }) => sum + space_used_size, 0)

function handles() {
  const counts: Record<string, number> = {}
  for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}
