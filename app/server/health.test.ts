import { expect, test } from 'vitest'
import { openDatabase } from '#server/platform/db/client.ts'
import { testApp } from '#server/testing/app.ts'

test('a shop whose database answers is alive and ready', async () => {
  const { get } = await testApp()
  expect((await get('/healthz')).statusCode).toBe(200)
  const ready = await get('/readyz')
  expect(ready.statusCode).toBe(200)
  expect(ready.headers['cache-control']).toBe('no-store')
})

test('a shop without its database is alive, but not ready', async () => {
  const { get } = await testApp({ db: openDatabase('postgres://shop@/shop?host=/nowhere') })
  expect((await get('/healthz')).statusCode).toBe(200)
  expect((await get('/readyz')).statusCode).toBe(503)
})
