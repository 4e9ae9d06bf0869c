import cluster from 'node:cluster'
import { type Env, isOpenToOthers, isTraced, readEnv, requireIntendedPayments, takesRealMoney } from '#server/env.ts'
import { printable } from '#server/errors.ts'
import { untilAvailable } from '#server/platform/db/until-available.ts'
import { requestsCeased } from '#server/platform/http/drain.ts'
import { withSources } from '#server/platform/lib/source-stacks.ts'
import { addEnteredSettings, enteredSettings } from '#server/shop/settings/entered-settings.ts'
import { openShop, openStorage, requireBuild } from './open-shop.ts'
import { type Opening, stopEarly } from './opening.ts'
import { portProblem, requirePort } from './ports.ts'
import { saveConfiguration } from './saved-configuration.ts'
import { loadSettings } from './settings-file.ts'
import { AT_START } from './texts.ts'
import { workersAllowed, workersWanted } from './worker-count.ts'

/** What a worker asks of the primary process. */
const RESTART = 'restart'

/** Ctrl-C reaches the shop twice, from the terminal and from npm. Only a later second one stops at once. */
const ECHO_MS = 1_000

/**
 * Opens the shop and serves it until SIGINT or SIGTERM. When it cannot start, prints the reason as a sentence and exits
 * with code 1.
 */
export async function runShop({ isDev }: { isDev: boolean }) {
  // A failed log write, as on a full disk, must not stop the shop.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const opening: Opening = { closers: [], stopping: new AbortController() }
  const environment = { ...process.env }
  if (cluster.isWorker) opening.restart = () => void process.send?.(RESTART)
  else if (process.execve && process.platform !== 'win32' && !isDev)
    opening.restart = () => void restart(opening, serving, environment)
  const serving = serve(opening, isDev)
  stopOnSignals(opening, serving)
  try {
    await serving
  } catch (error) {
    if (opening.stopping.signal.aborted) return
    console.error(withSources(printable(error)))
    await closeAll(opening)
    await stopCluster(opening)
    process.exit(1)
  }
}

async function serve(opening: Opening, isDev: boolean) {
  const env = await checkedEnv()
  if (isTraced(env)) {
    const { startTracing } = await import('#server/platform/monitoring/start-tracing.ts')
    const tracing = startTracing(env)
    opening.closers.push(() => tracing.stop())
  }
  const workers = workersWanted(env.WORKERS)
  const isShared = workers > 1 && !isDev && cluster.isPrimary
  const admin = isShared ? await serveByWorkers(env, workers, opening) : await serveHere(env, isDev, opening)
  if (cluster.isWorker) return
  await saveConfiguration(env, process.env)
  if ('link' in admin)
    console.log(`Sign in for the first time with this link: ${new URL(admin.link, env.SHOP_URL).href}`)
  else console.log(`Sign in as ${admin.email}. Forgot the password? npm run shop -- reset-password ${admin.email}`)
  if (!takesRealMoney(env)) console.log('This is a demo shop: payments are simulated, and no money moves.')
  if (!env.DATABASE_URL && isOpenToOthers(env)) console.log(AT_START.embeddedDatabase)
  console.log(`The shop is open at ${env.SHOP_URL}`)
}

async function serveHere(env: Env, isDev: boolean, opening: Opening) {
  const { app, admin } = await openShop(env, isDev, opening)
  await app.listen({ port: env.PORT, host: env.HOST }).catch((error) => {
    throw portProblem(error, env.PORT, env.HOST)
  })
  // The first to run: the shop serves on, no longer ready, until the load balancer has noticed.
  opening.closers.push(() => requestsCeased(app, env.DRAIN_SECONDS * 1_000))
  return admin
}

/** The primary process opens what the workers share: the database, the photos and the port. */
async function serveByWorkers(env: Env, workerCount: number, opening: Opening) {
  requireBuild()
  const { url, db, photos, admin } = await openStorage(env, opening)
  const [{ startWorkers }, { prewarmVariants }] = await Promise.all([
    import('./workers.ts'),
    import('#server/platform/media/prewarm.ts'),
  ])
  const allowance = { wanted: workerCount, isAuto: env.WORKERS === 'auto', isPooled: Boolean(env.DATABASE_DIRECT_URL) }
  const count = await untilAvailable(() => workersAllowed(db, allowance))
  if (env.METRICS_PORT) {
    const { serveMetrics } = await import('./serve-metrics.ts')
    await serveMetrics(env, db, opening)
  }
  cluster.on('message', (_, message) => message === RESTART && opening.restart?.())
  await startWorkers({ count, port: env.PORT, env: { DATABASE_URL: env.DATABASE_URL ?? url, DEMO: '0' } }, opening)
  if (env.WARM_PHOTOS) {
    const warming = prewarmVariants(photos)
    stopEarly(opening, { stop: async () => void warming.stop() })
  }
  return admin
}

/** The configuration with a port that was free a moment ago, so that a taken port is reported before the slow steps. */
async function checkedEnv() {
  // A worker has the environment of the primary process.
  if (cluster.isWorker) return readEnv(process.env)
  for (const warning of loadSettings(process.env)) console.warn(warning)
  const { DATA_DIR } = readEnv({ DATA_DIR: process.env.DATA_DIR })
  addEnteredSettings(process.env, await enteredSettings(DATA_DIR))
  const env = readEnv(process.env)
  requireIntendedPayments(env)
  const port = await requirePort(env.PORT, env.HOST)
  return port === env.PORT ? env : readEnv({ ...process.env, PORT: String(port) })
}

function stopOnSignals(opening: Opening, serving: Promise<unknown>) {
  let stopRequests = 0
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, async () => {
      if (opening.stopping.signal.aborted) return Date.now() - stopRequests > ECHO_MS ? process.exit(1) : undefined
      stopRequests = Date.now()
      await stop(opening, serving)
      process.exit(0)
    })
}

async function stop(opening: Opening, serving: Promise<unknown>) {
  opening.stopping.abort()
  await closeAll(opening)
  // A stop while the shop opens: the current step fails or adds one more closer.
  await serving.catch(() => {})
  await closeAll(opening)
  await stopCluster(opening)
}

/** Stops the shop and lets a new one take the place of this process, so that whatever watches it notices nothing. */
async function restart(opening: Opening, serving: Promise<unknown>, environment: NodeJS.ProcessEnv) {
  if (opening.stopping.signal.aborted) return
  await stop(opening, serving)
  const words = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  process.execve?.(process.execPath, words, environment)
}

/** Closes everything in reverse order. One that fails does not stop the others. */
async function closeAll({ closers }: Opening) {
  for (let close = closers.pop(); close; close = closers.pop())
    await close().catch((error) => console.error(withSources(error)))
}

const stopCluster = async ({ cluster }: Opening) => cluster?.stop().catch((error) => console.error(withSources(error)))
