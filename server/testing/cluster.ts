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

/** The connection of each process to its cluster. It does not keep the process alive, and closes when it is idle for long. */
const connections = new Map<string, pg.Pool>()

/**
 * Runs one statement on the connection that this process has to the cluster. A connection costs as much CPU as a copy of
 * a database, so that those who make many copies share one.
 */
export async function runClusterSql(clusterUrl: string, statement: string) {
  const connection = connections.get(clusterUrl) ?? openConnection(clusterUrl)
  return connection.query(statement)
}

function openConnection(clusterUrl: string) {
  const connection = new pg.Pool({ connectionString: clusterUrl, max: 1, allowExitOnIdle: true })
  // Without an error listener a broken idle connection would crash the process.
  connection.on('error', () => {})
  connections.set(clusterUrl, connection)
  return connection
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
