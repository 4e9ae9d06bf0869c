import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { requirePort } from '#app/server/process/ports.ts'
import { startShop } from '#scripts/start-shop.ts'
import { openMetricsServer } from '#server/platform/monitoring/metrics-server.ts'
import { reportFault } from '#server/shop/alerts/alerts.ts'
import { testDatabase } from '#server/testing/app.ts'
import { waitFor } from '#server/testing/wait-for.ts'
import { openShopMetrics } from './shop-metrics.ts'

/** A running shop without demo, with its metrics. */
async function measuredShop(env: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-metrics-'))
  const port = await requirePort(0, '127.0.0.1')
  const shop = await startShop({ DATA_DIR: folder, DATABASE_URL: '', DEMO: '0', METRICS_PORT: `${port}`, ...env })
  onTestFinished(async () => {
    await shop.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const metrics = (headers = {}) => fetch(`http://127.0.0.1:${port}/metrics`, { headers })
  /** The values of a metric by their labels, all of them together in one number. */
  const value = async (series: string) => {
    const lines = (await (await metrics()).text()).split('\n').filter((line) => line.startsWith(series))
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
  }
  return { ...shop, folder, metrics, value }
}

test('the metrics of all processes are added up, and count requests, cached pages and alerts', async () => {
  const { url, value, metrics } = await measuredShop({ WORKERS: '2' })
  for (let times = 0; times < 6; times++) await (await fetch(`${url}/api/users/${times}`)).text()
  for (let times = 0; times < 20; times++) await (await fetch(`${url}/`)).text()
  const requestCount = (route: string) =>
    value(`boutique_http_request_duration_seconds_count{method="GET",route="${route}"`)
  expect(await requestCount('/api/users/:id')).toBe(6)
  const madeCount = await requestCount('/*')
  expect(madeCount + (await value('boutique_cached_responses_total'))).toBe(20)
  expect(await value('boutique_cached_responses_total')).toBeGreaterThan(0)
  expect(await value('boutique_alert{alert="disk_full"}')).toBeLessThanOrEqual(1)
  expect(await value('boutique_disk_total_bytes')).toBeGreaterThan(1e9)
  expect(await value('nodejs_heap_size_used_bytes')).toBeGreaterThan(1e7)
  const again = await metrics()
  expect(again.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  expect((await fetch(`${url}/metrics`)).status).toBe(404)
})

test('a port of metrics that is taken is named by its own setting', async () => {
  const occupant = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void occupant.close())
  await once(occupant, 'listening')
  const { port } = occupant.address() as AddressInfo
  const refusal = await measuredShop({ METRICS_PORT: `${port}` }).catch((error: Error) => error.message)
  expect(refusal).toContain(`Port ${port} is taken by another program`)
  expect(refusal).toContain(`METRICS_PORT=${port + 1} npm start`)
})

test('PostgreSQL’s log names the request of a slow statement, and the shop’s log the same', async () => {
  const { url, folder, output } = await measuredShop({ LOG_REQUEST_IDS: 'on', LOG_LEVEL: 'info' })
  const database = `postgres://boutique@/postgres?host=${encodeURIComponent(join(folder, 'postgres/sockets'))}`
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  await client.query('begin; lock table users')
  const slow = fetch(`${url}/api/users/profile`, { headers: { authorization: `Bearer ${'x'.repeat(43)}` } })
  await waitFor(async () => expect((await client.query('select from pg_locks where not granted')).rowCount).not.toBe(0))
  // A statement is slow after half a second.
  await setTimeout(1_000)
  await client.end()
  expect((await slow).status).toBe(401)
  const [, id] = /"reqId":"([\w-]{36})"[^\n]*\/api\/users\/profile/.exec(output()) ?? []
  expect(id).toBeTruthy()
  const logs = join(folder, 'postgres/logs')
  await waitFor(async () => {
    const files = await Promise.all((await readdir(logs)).map((file) => readFile(join(logs, file), 'utf8')))
    expect(files.join('')).toMatch(new RegExp(`boutique ${id} LOG: .*duration: `))
  })
})

test('a server of metrics answers those with its token, and reads once for all who ask at once', async () => {
  let reads = 0
  const allAsk = Promise.withResolvers<void>()
  const readFigures = async () => {
    reads += 1
    await allAsk.promise
    if (reads === 2) throw new Error('No database.')
    return 'boutique_alert 0\n'
  }
  const server = await openMetricsServer({
    port: 0,
    host: '127.0.0.1',
    token: 'a secret of Prometheus',
    read: readFigures,
  })
  onTestFinished(() => server.stop())
  const { port } = server.address as AddressInfo
  const get = (token: string, path = '/metrics') =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } })
  expect((await get('another secret')).status).toBe(401)
  expect((await get('a secret of Prometheus', '/')).status).toBe(404)
  expect(reads).toBe(0)
  let asking = 0
  const count = (message: unknown) => {
    const { request } = message as { request: IncomingMessage }
    if (request.socket.localPort === port && ++asking === 5) allAsk.resolve()
  }
  subscribe('http.server.request.start', count)
  onTestFinished(() => void unsubscribe('http.server.request.start', count))
  const answers = await Promise.all(Array.from({ length: 5 }, () => get('a secret of Prometheus')))
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
  expect(reads).toBe(1)
  expect((await get('a secret of Prometheus')).status).toBe(503)
})

test('an alert shows in the metrics while it lasts', async () => {
  const { db } = await testDatabase()
  const shop = openShopMetrics(db, { dataDir: tmpdir(), backupDir: undefined })
  const disk = async () => /boutique_alert\{alert="disk_full"\} (\d)/.exec(await shop.metrics())?.[1]
  expect(await disk()).toBe('0')
  await reportFault(db, { kind: 'disk_full', finding: 'Only 4 % of the disk is free.' })
  expect(await disk()).toBe('1')
})
