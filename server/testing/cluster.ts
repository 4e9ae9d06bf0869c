import { rm } from 'node:fs/promises'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrateUp } from '../db/client.ts'
import { startEmbedded } from '../db/embedded.ts'

declare module 'vitest' {
  interface ProvidedContext {
    clusterUrl: string
  }
}

const FOLDER = `.cache/test-database-${process.pid}`

/** For the whole test run: one PostgreSQL, and in it a migrated database that each test's own is copied from. */
export default async function setup(project: TestProject) {
  await rm(FOLDER, { recursive: true, force: true })
  const cluster = await startEmbedded(FOLDER, { durable: false })
  await ask(cluster.url, 'create database template_shop')
  await migrateUp(databaseUrl(cluster.url, 'template_shop'))
  project.provide('clusterUrl', cluster.url)
  return async () => {
    await cluster.stop()
    await rm(FOLDER, { recursive: true, force: true })
  }
}

/** The URL of another database of the cluster. */
export function databaseUrl(clusterUrl: string, name: string) {
  return clusterUrl.replace('/postgres?', `/${name}?`)
}

/** Runs one statement on a connection of its own. */
export async function ask(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}
