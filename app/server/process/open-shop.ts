import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { directDatabase, type Env } from '#server/env.ts'
import { operatorError } from '#server/errors.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { makePrivateFolder } from '#server/platform/lib/files.ts'
import { type Opening, reportStep } from './opening.ts'

const BUILT_MANIFEST = new URL('../../../dist/client/.vite/manifest.json', import.meta.url)

/** How long a stopping shop finishes requests. A payment takes at most twenty seconds, and a stop at most thirty. */
const GRACE_MS = 21_000

/**
 * Opens the configured or embedded database and the photo store, with the contents that every shop needs. `onLaunch`
 * runs while the embedded database starts.
 */
export async function openStorage(env: Env, opening: Opening, onLaunch = () => {}) {
  await makePrivateFolder(env.DATA_DIR)
  // Loading code occupies this process, so PostgreSQL is launched before it.
  const load = () => {
    preload(import('./open-storage.ts'))
    onLaunch()
  }
  const url = directDatabase(env)?.url ?? (await openCluster(env, opening, load))
  const { prepareStorage } = await import('./open-storage.ts')
  return { url, ...(await prepareStorage(env, url, opening)) }
}

/** Opens everything up to the application, ready to listen. Adds what it opened to `opening`, also when it throws. */
export async function openShop(env: Env, isDev: boolean, opening: Opening) {
  if (!isDev) requireBuild()
  const { admin, ...stock } = await openStorage(env, opening, () => preload(loadCode(isDev)))
  const { openApp } = await import('./open-app.ts')
  const app = await openApp({ env, isDev, ...stock }, opening)
  opening.closers.push(() => closeInTime(app))
  return { app, admin }
}

/** Takes no more requests and waits for those under way; ends the connections of those that take too long. */
async function closeInTime(app: FastifyInstance) {
  const timer = setTimeout(() => app.server.closeAllConnections(), GRACE_MS)
  await app.close().finally(() => clearTimeout(timer))
}

async function loadCode(isDev: boolean) {
  await import('./open-app.ts')
  if (!isDev) await import('#server/site/pages.ts').then(({ loadRenderer }) => loadRenderer())
}

/** Throws a sentence when the pages are not built. */
export function requireBuild() {
  if (!existsSync(BUILT_MANIFEST))
    throw operatorError('pages_not_built', 'The pages are not built yet. Start the shop with npm start.')
}

/** Whoever imports the code later gets its error. */
const preload = (code: Promise<unknown>) => void code.catch(() => {})

async function openCluster(env: Env, opening: Opening, onLaunch: () => void) {
  const starting = startEmbedded(join(env.DATA_DIR, 'postgres'), { onLaunch })
  const cluster = await reportStep('Starting the database', starting)
  opening.cluster = cluster
  cluster.supervise()
  return cluster.url
}
