// `npm run cluster`: the shop on several nodes of this machine until Ctrl-C, with a prompt to break parts of it.
// docs/scaling.md says what stands where.
import { createInterface } from 'node:readline/promises'
import { openCluster } from './cluster.ts'
import { commandsFor, howTo } from './prompt.ts'

const stopping = new AbortController()
const { signal } = stopping
const opening = openCluster({ isDemo: true, signal, onStep: (what) => console.log(`Starting ${what} …`) })
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, async () => {
    if (signal.aborted) return
    stopping.abort()
    console.log('Stopping …')
    await opening.then((cluster) => cluster.close()).catch(() => {})
    process.exit(0)
  })
const cluster = await opening
console.log(howTo(cluster))
const obey = commandsFor(cluster)
// Without a terminal it runs until a signal.
setInterval(() => {}, 60_000)
const prompt = createInterface({ input: process.stdin, ...(process.stdin.isTTY ? { output: process.stdout } : {}) })
prompt.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
for await (const line of prompt) console.log(await obey(line).catch((error: Error) => error.message))
