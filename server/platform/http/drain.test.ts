import '#app/testing/program.ts'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { drainOn, requestsCeased } from './drain.ts'
import { prepareResponse, writePrepared } from './prepared-response.ts'

test('a process that is asked to stop serves on, is not ready, and ends each connection with its response', async () => {
  const { app } = await testApp()
  const stopping = new AbortController()
  drainOn(stopping.signal, app)
  // Beside Fastify's, as the page cache sends what it has.
  const others = app.server.listeners('request') as ((...args: unknown[]) => void)[]
  app.server.removeAllListeners('request').on('request', (request, response) => {
    if (request.url === '/cached')
      writePrepared(response, prepareResponse(200, { 'content-length': '2' }, Buffer.from('hi')))
    else for (const other of others) other(request, response)
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const bytesSeen = async () =>
    Promise.all(
      ['/readyz', '/healthz', '/api/products', '/cached'].map(async (path) => {
        const { status, headers } = await fetch(url + path)
        return `${path} ${status} ${headers.get('connection')}`
      }),
    )
  expect(await bytesSeen()).toEqual([
    '/readyz 200 keep-alive',
    '/healthz 200 keep-alive',
    '/api/products 200 keep-alive',
    '/cached 200 keep-alive',
  ])
  stopping.abort()
  expect(await bytesSeen()).toEqual([
    '/readyz 503 close',
    '/healthz 200 close',
    '/api/products 200 close',
    '/cached 200 close',
  ])
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'stopping' })
})

const QUIET_MS = 1_000

test.for([
  ['that still gets requests serves on, but not for ever', '/api/products', ['a while', 'drained']],
  ['that is only asked for its health has drained', '/readyz', ['drained', 'a while']],
] as const)('a process %s', async ([, path, order]) => {
  const { app } = await testApp()
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  // In a thread of its own, so that it asks on while the process is busy.
  const asking = new Worker('setInterval(() => fetch(process.env.URL), 20)', { eval: true, env: { URL: url + path } })
  onTestFinished(async () => void (await asking.terminate()))
  await once(app.server, 'request')
  const events: string[] = []
  await Promise.all([
    requestsCeased(app, QUIET_MS).then(() => events.push('drained')),
    setTimeout(4 * QUIET_MS).then(() => events.push('a while')),
  ])
  expect(events).toEqual(order)
})
