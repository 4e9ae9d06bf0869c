import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { migrateDatabase } from '#server/shop/database/migrate.ts'
import { openDatabase } from './client.ts'
import { startEmbedded } from './embedded.ts'
import { isServing } from './own-port.ts'
import { untilAvailable } from './until-available.ts'

test('a process that has just found the database running gets it, though the one that started it ends', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-embedded-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const data = join(folder, 'postgres')
  const ending = await startEmbedded(data, { durable: false })
  const starting = await startEmbedded(data, { durable: false })
  expect(starting.startedHere).toBe(false)
  await ending.stop()
  starting.supervise()
  await untilAvailable(() => migrateDatabase(starting.url))
  await starting.stop()
})

/** A database as Windows has it: with a port, since Node knows no unix sockets there. */
async function databaseWithPort() {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-embedded-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const data = join(folder, 'postgres')
  const start = () => startEmbedded(data, { durable: false, hasPort: true })
  const cluster = await start()
  onTestFinished(() => cluster.stop())
  return { folder, data, cluster, start }
}

test('a database with a port asks for its password, and is found and started again like another one', async () => {
  const { cluster, start } = await databaseWithPort()
  const other = await start()
  expect(other).toMatchObject({ url: cluster.url, startedHere: false })
  const stranger = openDatabase(cluster.url.replace(/:[^:@]+@/, ':guess@'), 1)
  onTestFinished(() => stranger.$client.end())
  await expect(stranger.execute('select 1')).rejects.toMatchObject({ cause: { code: '28P01' } })
  await cluster.stop()
  const restarted = await start()
  expect(restarted).toMatchObject({ url: cluster.url, startedHere: true })
  await migrateDatabase(restarted.url)
})

test('a copy of a folder is not taken for the database whose port and password it has', async () => {
  const { folder, data, cluster } = await databaseWithPort()
  await cp(data, join(folder, 'copy'), { recursive: true })
  expect(await isServing(cluster.url, data)).toBe(true)
  expect(await isServing(cluster.url, join(folder, 'copy'))).toBe(false)
})
