// A process under measurement: the shop, or the shortest answers that Fastify or node:http can give. Asked by its parent,
// it tells how much CPU it has used, what it has done so far and which statements it has sent, and it tells when it empties
// its cache of pages.
import { subscribe } from 'node:diagnostics_channel'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import pg from 'pg'
import type { PageEvent } from '#server/pages/cache.ts'
import { type Statement, statementOf } from '#server/testing/plans.ts'

const counts = { pages: 0, queries: 0 }
const made = new Map<number, Buffer>()

let cleared = 0
subscribe('boutique.pages', (event) => {
  if ((event as PageEvent) === 'made') counts.pages++
  else if (cleared++ === 0) setImmediate(reportCleared)
})

/** One message for all notices that came together: the shop's CPU is measured, not that of telling about it. */
function reportCleared() {
  process.send?.({ kind: 'cleared', times: cleared })
  cleared = 0
}

let recorded: Statement[] | undefined

const { query } = pg.Client.prototype
pg.Client.prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
  counts.queries++
  recorded?.push(statementOf(...(given as Parameters<typeof statementOf>)))
  return Reflect.apply(query, this, given)
} as typeof query

process.on('message', (message) => {
  if (message === 'record') recorded = []
  if (message === 'statements') return process.send?.({ kind: 'statements', statements: recorded })
  if (message !== 'counts') return
  const { user, system } = process.cpuUsage()
  process.send?.({ kind: 'counts', cpu: user + system, ...counts })
})

const [, , name] = process.argv
if (name === 'fastify') await serveByFastify()
else if (name === 'node') serveByNode()
else await import('#server/main.ts')

/** Answers that many bytes at /bytes/N: what it costs to send them is not the shop's. */
async function serveByFastify() {
  const app = Fastify().get('/', async () => ({ hello: 'world' }))
  app.get<{ Params: { length: number } }>('/bytes/:length', ({ params }, reply) => reply.send(bytesOf(params.length)))
  await app.listen({ host: '127.0.0.1', port: 0 })
  console.log(`http://localhost:${(app.server.address() as AddressInfo).port}`)
}

/**
 * The same by node:http alone, 304 without a body at /unchanged, and at /statement the answer of one prepared statement.
 * HEADERS has the headers of answers, by their paths.
 */
function serveByNode() {
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
  const headersOf: Record<string, string[]> = JSON.parse(process.env.HEADERS ?? '{}')
  const server = createServer(({ url = '' }, response) => {
    const headers = headersOf[url] ?? []
    if (url === '/unchanged') return response.writeHead(304, headers).end()
    if (url === '/statement') return void pool.query(STATEMENT).then(({ rows }) => response.end(rows[0].text))
    const bytes = bytesOf(Number(url.slice('/bytes/'.length)))
    return response.writeHead(200, ['content-length', String(bytes.length), ...headers]).end(bytes)
  })
  server.listen(0, '127.0.0.1', () => console.log(`http://localhost:${(server.address() as AddressInfo).port}`))
}

const STATEMENT = { name: 'text', text: 'select $1::text as text', values: ['{}'] }

function bytesOf(length: number) {
  const bytes = made.get(length) ?? Buffer.alloc(Number(length), 'x')
  made.set(length, bytes)
  return bytes
}
