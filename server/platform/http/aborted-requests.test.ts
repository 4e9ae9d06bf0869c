import '#app/testing/program.ts'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as after } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { servePages } from '#server/site/pages.ts'
import { testApp } from '#server/testing/app.ts'
import { figure, runs } from '#server/testing/torture.ts'
import { waitFor } from '#server/testing/wait-for.ts'

/** A shop with limits that listens, and its log. */
async function openShop() {
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const { app, shop } = await testApp({ rateLimits: true }, { logLevel: 'warn', logTo })
  await servePages(app, { ...shop, fresh: () => true, owns: [] })
  let [arrivals, working] = [0, 0]
  app.server.on('request', (_, response) => {
    arrivals++
    working++
    response.once('close', () => working--)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    app,
    lines,
    port: (app.server.address() as AddressInfo).port,
    arrived: () => arrivals,
    working: () => working,
  }
}

const head = (start: string, body = '') =>
  `${start} HTTP/1.1\r\nHost: shop.test\r\nX-Forwarded-For: 203.0.113.9\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`

const SIGN_IN = head('POST /api/users/login', JSON.stringify({ email: 'pat@shop.example', password: 'not it, no' }))

/** Sends this and resets the connection, as `SO_LINGER` with zero does, after some milliseconds. */
async function abort(port: number, requestText: string, ms: number) {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  socket.write(requestText)
  await after(ms)
  socket.resetAndDestroy()
}

test.for([
  ['a page', (n: number) => head(`GET /search/${n}`), 1],
  ['a page that is no page', (n: number) => head(`GET /shop/nowhere-${n}`), 1],
  ['a list', (n: number) => head(`GET /api/products?pageNumber=${n}`), 1],
  ['a product', (n: number) => head(`GET /api/products/piece-${n}`), 1],
  ['the plain checkout', (n: number) => head(`GET /checkout/${n}`), 1],
  ['a sign-in', () => SIGN_IN, 1],
  ['a pipeline of pages', (n: number) => head(`GET /search/${n}`), 400],
  ['a pipeline of sign-ins', () => SIGN_IN, 400],
] as const)(
  '%s whose client went leaves nothing in the log',
  { tags: ['Q15'] },
  async ([what, requestText, times], { task }) => {
    const { port, lines, arrived, working } = await openShop()
    const count = runs(30, 1_000)
    const group = 10
    for (let from = 0; from < count; from += group)
      await Promise.all(
        Array.from({ length: group }, (_, n) => {
          const pipeline = Array.from({ length: times }, (_, step) => requestText((from + n) * times + step)).join('')
          return abort(port, pipeline, n % 5)
        }),
      )
    // What has arrived is worked on a while after its client went.
    await waitFor(() => expect([arrived() > 0, working()]).toEqual([true, 0]))
    // What reached a limit is told, at most twenty times a minute.
    expect(lines.filter((line) => !line.includes('reached a rate limit'))).toEqual([])
    expect(lines.length).toBeLessThanOrEqual(20)
    figure(
      task,
      `${what}, ${count} connections reset with ${times} requests each: ${lines.join('').length} bytes of log`,
    )
  },
)

test('a file that breaks off before its first byte is answered as any other error', async () => {
  const lines: string[] = []
  const { app } = await testApp({}, { logLevel: 'warn', logTo: { write: (line) => void lines.push(line) } })
  const ofFile = { 'content-type': 'image/svg+xml', 'content-encoding': 'br', 'cache-control': 'max-age=60' }
  const brokenBody = () =>
    new Readable({
      read() {
        this.destroy(new Error('Broken file'))
      },
    })
  app.get('/file', (_, reply) => reply.headers(ofFile).send(brokenBody()))
  const { statusCode, headers, body } = await app.inject('/file')
  expect(statusCode).toBe(500)
  expect(JSON.parse(body)).toMatchObject({ code: 'internal' })
  expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  expect(headers).not.toHaveProperty('content-encoding')
  expect(lines).toEqual([expect.stringContaining('Broken file')])
})

test('an error that anybody can repeat is logged twenty times a minute, and then counted', {
  tags: ['Q15'],
}, async ({ task }) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const lines: string[] = []
  const { app } = await testApp({}, { logLevel: 'warn', logTo: { write: (line) => void lines.push(line) } })
  app.get('/broken', async () => {
    throw new Error(`Broken ${Math.random()}`)
  })
  app.get('/other', async () => {
    throw new Error('Broken elsewhere')
  })
  const count = runs(200, 5_000)
  for (let call = 0; call < count; call++) expect((await app.inject('/broken')).statusCode).toBe(500)
  expect((await app.inject('/other')).statusCode).toBe(500)
  expect(lines).toHaveLength(21)
  expect(lines.at(-1)).toContain('Broken elsewhere')
  vi.advanceTimersByTime(60_000)
  expect(lines.slice(21).map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ leftOut: count - 20 })])
  figure(task, `${count} times the same error: ${lines.join('').length} bytes of log`)
})
