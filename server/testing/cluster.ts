import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/platform/db/client.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { migrateDatabase } from '#server/shop/database/migrate.ts'
import { insertSettings } from '#server/shop/settings/settings.ts'
import { memoryFolder } from './memory-folder.ts'
import { TRADING_SETTINGS } from './trading-settings.ts'

declare module 'vitest' {
  interface ProvidedContext {
    clusterUrl: string
  }
}

/** Global setup: one PostgreSQL cluster with two migrated databases, of which each test copies one: a new shop, and a trading one. */
export default async function setup(project: TestProject) {
  const folder = join(memoryFolder() ?? tmpdir(), `boutique-test-database-${process.pid}`)
  await rm(folder, { recursive: true, force: true })
  const cluster = await startEmbedded(folder, { durable: false })
  await runSql(cluster.url, 'create database template_shop')
  await migrateDatabase(databaseUrl(cluster.url, 'template_shop'))
  await runSql(cluster.url, 'create database template_trading template template_shop')
  const trading = openDatabase(databaseUrl(cluster.url, 'template_trading'))
  await insertSettings(trading, TRADING_SETTINGS)
  await trading.$client.end()
  project.provide('clusterUrl', cluster.url)
  return async () => {
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The URL of another database of the cluster. */
export function databaseUrl(clusterUrl: string, name: string) {
  return clusterUrl.replace('/postgres?', `/${name}?`)
}

/** Runs one statement on its own connection. */
export async function runSql(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The number of this database's queries that wait for a lock. */
export async function lockedQueries(url: string): Promise<number> {
  const { rows } = await runSql(
    url,
    `select count(*)::int as waiting from pg_stat_activity
     where wait_event_type = 'Lock' and datname = current_database()`,
  )
  return rows[0].waiting
}
