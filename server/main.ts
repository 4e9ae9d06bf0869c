import { buildApp } from './app.ts'
import { migrateUp, openDatabase } from './db/client.ts'
import { startEmbedded } from './db/embedded.ts'
import { readEnv } from './env.ts'
import { watchChanges } from './pages/changes.ts'
import { servePagesFromSource } from './pages/dev.ts'
import { servePages } from './pages/pages.ts'

const env = readEnv(process.env)
const cluster = env.DATABASE_URL ? undefined : await startEmbedded(`${env.DATA_DIR}/postgres`)
const url = env.DATABASE_URL ?? cluster?.url ?? ''
await migrateUp(url)
const db = openDatabase(url)
const app = await buildApp(
  {
    db,
    shopUrl: env.SHOP_URL,
    photos: { folder: `${env.DATA_DIR}/photos` },
    gateway: { setup: { provider: 'simulator' } },
  },
  { logLevel: env.LOG_LEVEL },
)
let clear = () => {}
const changes = await watchChanges(url, () => clear())
if (process.argv.includes('--dev')) await servePagesFromSource(app)
else clear = (await servePages(app, { fresh: changes.listening })).clear
await app.listen({ port: env.PORT, host: env.HOST })
console.log(`The shop is open at ${env.SHOP_URL}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, async () => {
    await app.close()
    await changes.stop()
    await db.$client.end()
    await cluster?.stop()
    process.exit(0)
  })
