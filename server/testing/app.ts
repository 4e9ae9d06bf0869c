import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { readEnv } from '#server/env.ts'
import type { Context } from '#server/platform/context.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import type { ServerOptions } from '#server/platform/http/server-options.ts'
import { folderStore } from '#server/platform/media/folder-store.ts'
import type { Deadlines } from '#server/shop/payments/open-gateway.ts'
import { databaseUrl, runClusterSql } from './cluster.ts'
import { testGateway } from './gateway.ts'
import { testedProgram } from './program.ts'

/** The database of a new shop. */
export const NEW_SHOP = 'template_shop'

/** The database of a shop with `TRADING_SETTINGS`. */
export const TRADING_SHOP = 'template_trading'

/** A migrated, empty database for the running test, or a copy of another. Drops it when the test ends. */
export async function testDatabase(template?: string) {
  const { db, url, drop } = await freshDatabase({ template })
  onTestFinished(drop)
  return { db, url }
}

/** As `testDatabase`, for several tests, or without tables. The caller drops it with `drop`. */
export async function freshDatabase({ isEmpty, template }: { isEmpty?: boolean; template?: string | undefined } = {}) {
  const clusterUrl = inject('clusterUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Takes half the time of the default strategy: the files are small and few, and need not survive a crash.
  await runClusterSql(
    clusterUrl,
    `create database ${name} template ${template ?? (isEmpty ? 'template1' : NEW_SHOP)} strategy file_copy`,
  )
  const url = databaseUrl(clusterUrl, name)
  const db = openDatabase(url, 10, { isBatched: process.env.BATCH_STATEMENTS !== 'off' })
  const drop = async () => {
    if (!db.$client.ended) await db.$client.end()
    await runClusterSql(clusterUrl, `drop database ${name} with (force)`)
  }
  return { name, db, url, drop }
}

/** The dependencies of features, in a shop without mail server, webhooks and backups. */
export const testDependencies = (folder: string, url = '') =>
  testedProgram().addedContext({
    ...{ env: readEnv({ DATA_DIR: folder }), url, settingsFile: undefined },
    // Nothing listens there.
    environment: { DATA_DIR: folder, SQUARE_BASE_URL: 'http://127.0.0.1:9' },
  })

type Serving = ServerOptions & { deadlines?: Deadlines; template?: string }

/**
 * The API of a trading shop on its own database, without rate limits and robot check unless asked. `deadlines` are the
 * card service's timeouts, `template` is another database to copy. `token` authenticates a call.
 */
export async function testApp(
  overrides: Partial<Context> = {},
  { deadlines, template = TRADING_SHOP, ...serving }: Serving = {},
) {
  const { db, url } = await testDatabase(template)
  const folder = await mkdtemp(join(tmpdir(), 'boutique-test-'))
  const shop: Context = {
    db,
    shopUrl: 'http://shop.test',
    photos: folderStore({ folder }),
    photosQuota: 100 * 2 ** 20,
    gateway: await testGateway(url, deadlines),
    rateLimits: false,
    robotCheck: { provider: 'off' },
    ...testDependencies(folder, url),
    ...overrides,
  }
  const app = await testedProgram().buildApp(shop, serving)
  onTestFinished(async () => {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  })
  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, token?: string) =>
    app.inject({
      method,
      url: path,
      ...(body === undefined ? {} : { payload: body as object }),
      ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
    })
  return {
    app,
    db,
    url,
    shop,
    /** The folder of the shop's photos. */
    folder,
    get: (path: string, token?: string) => send('GET', path, undefined, token),
    post: (path: string, body?: unknown, token?: string) => send('POST', path, body, token),
    remove: (path: string, token?: string) => send('DELETE', path, undefined, token),
    put: (path: string, body?: unknown, token?: string) => send('PUT', path, body, token),
  }
}
