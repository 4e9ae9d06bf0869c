// The shop's process. Nothing is imported before Node's cache of compiled code is on: it halves the time to start.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../.cache/node', import.meta.url)))
const { nameSourcesOfCrashes } = await import('#server/platform/lib/source-stacks.ts')
nameSourcesOfCrashes()
const { runShop } = await import('#app/server/process/run.ts')
await runShop({ isDev: process.argv.includes('--dev') })
