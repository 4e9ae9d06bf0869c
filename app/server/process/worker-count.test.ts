import { expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { workersAllowed, workersWanted } from './worker-count.ts'

test.for([
  ['auto', 1, 1],
  ['auto', 2, 1],
  ['auto', 3, 3],
  ['auto', 8, 8],
  [1, 8, 1],
  [4, 2, 4],
] as const)('WORKERS=%s on %i cores are %i processes', ([setting, cores, count]) => {
  expect(workersWanted(setting, cores)).toBe(count)
})

test('the processes never need more connections than the database admits', async () => {
  const { db } = await testApp()
  expect(await workersAllowed(db, { wanted: 16, isAuto: true })).toBe(16)
  expect(await workersAllowed(db, { wanted: 64, isAuto: true })).toBe(16)
  expect(await workersAllowed(db, { wanted: 16, isAuto: false })).toBe(16)
  expect(await workersAllowed(db, { wanted: 64, isAuto: true, isPooled: true })).toBe(41)
  await expect(workersAllowed(db, { wanted: 17, isAuto: false })).rejects.toMatchObject({
    code: 'connections_too_few',
    message: 'WORKERS=17 needs 314 connections, and PostgreSQL admits 297. Set WORKERS=16, or raise max_connections.',
  })
})
