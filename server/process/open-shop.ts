import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded } from '../db/embedded.ts'
import type { Env } from '../env.ts'
import { operatorError } from '../errors.ts'
import { makePrivateFolder } from '../lib/files.ts'
import { type Opening, reportStep } from './opening.ts'

const BUILT = new URL('../../dist/client/.vite/manifest.json', import.meta.url)

/** Opens the configured or embedded database and the photo store, with the contents that every shop needs. */
export async function openStorage(env: Env, opening: Opening) {
  const code = import('./open-storage.ts')
  code.catch(() => {})
  await makePrivateFolder(env.DATA_DIR)
  const url = env.DATABASE_URL ?? (await openCluster(env, opening))
  const { prepareStorage } = await code
  return { url, ...(await prepareStorage(env, url, opening)) }
}

/** Opens everything up to the application, ready to listen. Adds what it opened to `opening`, also when it throws. */
export async function openShop(env: Env, isDev: boolean, opening: Opening) {
  if (!isDev) requireBuild()
  // The code loads while the database starts.
  const code = import('./open-app.ts')
  code.catch(() => {})
  const { admin, ...stock } = await openStorage(env, opening)
  const { openApp } = await code
  const app = await openApp({ env, isDev, ...stock }, opening)
  return { app, admin }
}

/** Throws a sentence when the pages are not built. */
export function requireBuild() {
  if (!existsSync(BUILT))
    throw operatorError('pages_not_built', 'The pages are not built yet. Start the shop with npm start.')
}

async function openCluster(env: Env, { closers }: Opening) {
  const cluster = await reportStep('Starting the database', startEmbedded(join(env.DATA_DIR, 'postgres')))
  closers.push(() => cluster.stop())
  cluster.supervise()
  return cluster.url
}
