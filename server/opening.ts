import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded } from './db/embedded.ts'
import type { Env } from './env.ts'

/** What has been opened so far: `closers` end it, the last first; `cutOff` ends requests that take too long. */
export type Opening = { closers: (() => Promise<unknown>)[]; cutOff?: () => void; isStopping: boolean }

/** A step that takes longer than this says that it is under way. */
const QUIET_MS = 300

const BUILT = new URL('../dist/client/.vite/manifest.json', import.meta.url)

/**
 * Everything up to the application, ready to listen: the database, its tables, what an empty shop begins with, the first
 * admin, the card service, the API and the pages. What it opens it enters into `opening`, also when it throws.
 */
export async function openShop(env: Env, isDev: boolean, opening: Opening) {
  if (!isDev && !existsSync(BUILT)) throw new Error('The pages have not been built: start the shop with npm start.')
  // The code is read while the database starts.
  const code = Promise.all([import('./stocking.ts'), import('./serving.ts')])
  code.catch(() => {})
  const url = env.DATABASE_URL ?? (await openCluster(env, opening))
  const [{ stockShop }, { serveShop }] = await code
  const photos = { folder: join(env.DATA_DIR, 'photos') }
  const { db, admin } = await stockShop(env, url, photos, opening)
  const app = await serveShop({ env, url, db, photos, isDev }, opening)
  return { app, admin }
}

async function openCluster(env: Env, { closers }: Opening) {
  const cluster = await step('Starting the database', startEmbedded(join(env.DATA_DIR, 'postgres')))
  closers.push(() => cluster.stop())
  return cluster.url
}

/** The outcome of `work`; while it takes its time, says what it is. */
export async function step<T>(what: string, work: Promise<T>) {
  const timer = setTimeout(() => console.log(`${what} …`), QUIET_MS)
  return work.finally(() => clearTimeout(timer))
}
