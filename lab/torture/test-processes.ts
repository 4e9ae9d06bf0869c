// The setup of the races: one database, one simulator, and one or several processes of the shop, to which requests go in
// rotation.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningShop, startShop } from '#scripts/start-shop.ts'
import { readEnv } from '#server/env.ts'
import { openGateway } from '#server/shop/payments/open-gateway.ts'
import { freshDatabase } from '#server/testing/app.ts'
import { user } from '#server/testing/factories.ts'
import { startSimulatorProcess } from '#server/testing/simulator-controls.ts'
import { SECRET } from '#server/testing/webhooks.ts'

export type TestProcesses = Awaited<ReturnType<typeof startProcesses>>

/** A response and its time in milliseconds. */
export type Reply = { status: number; body: Record<string, unknown>; ms: number }

type Request = { method?: 'GET' | 'PUT'; token?: string; headers?: Record<string, string>; body?: unknown }

/** Starts processes of the shop on a database of their own. `close` stops everything. */
export async function startProcesses(processes: number) {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-races-'))
  const { db, url, drop } = await freshDatabase()
  const simulator = await startSimulatorProcess(url)
  const webhook = { SQUARE_WEBHOOK_URL: SECRET.url, SQUARE_WEBHOOK_SIGNATURE_KEY: SECRET.signatureKey }
  const env = { ...simulator.env, ...webhook, DATABASE_URL: url, DATA_DIR: folder, DEMO: '0', WORKERS: '1' }
  const gateway = await openGateway(readEnv(env), url)
  const shops: RunningShop[] = []
  for (let number = 0; number < processes; number++) shops.push(await startShop({ ...env, LOG_LEVEL: 'fatal' }))
  const tokens: string[] = []
  let requests = 0
  return {
    db,
    url,
    simulator,
    gateway,
    /** Sends a request to the next process in rotation. */
    async call(path: string, { method, token, headers = {}, body }: Request): Promise<Reply> {
      const began = performance.now()
      const reply = await fetch(`${shops[requests++ % processes]?.url}${path}`, {
        method: method ?? 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await reply.text()
      return { status: reply.status, body: text ? JSON.parse(text) : {}, ms: performance.now() - began }
    },
    /** The tokens of `count` shoppers, always the same ones. */
    async shoppers(count: number) {
      while (tokens.length < count) tokens.push((await user(db)).token)
      return tokens.slice(0, count)
    },
    async close() {
      for (const shop of shops) await shop.stop()
      await gateway.close()
      await simulator.stop()
      await drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
