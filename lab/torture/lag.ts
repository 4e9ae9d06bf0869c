// Loaded into a shop before it starts: writes how late its event loop is, for those who watch it from outside.
import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const { LAG_FILE } = process.env
if (LAG_FILE) {
  const lag = monitorEventLoopDelay({ resolution: 10 })
  lag.enable()
  setInterval(() => {
    writeFileSync(LAG_FILE, JSON.stringify({ p99: lag.percentile(99) / 1e6, most: lag.max / 1e6 }))
    lag.reset()
  }, 500).unref()
}
