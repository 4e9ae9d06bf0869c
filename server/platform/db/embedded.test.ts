import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { migrateDatabase } from '#server/shop/database/migrate.ts'
import { startEmbedded } from './embedded.ts'
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
