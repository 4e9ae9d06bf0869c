import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { handleError } from './error-handler.ts'
import { limitSlowResponses } from './slow-responses.ts'

/** A server whose responses are too slow after a moment. `finish` has all handlers answer. */
async function openServer() {
  const app = Fastify()
  onTestFinished(() => app.close())
  app.setErrorHandler(handleError)
  limitSlowResponses(app, { longestMs: 20, everyMs: 5 })
  const { promise, resolve: finish } = Promise.withResolvers<void>()
  const answer = () => promise.then(() => 'done')
  app.get('/', answer)
  app.post('/', answer)
  app.post('/patient', { config: { longestMs: 60_000 } }, answer)
  app.get('/stream', (_, reply) => {
    reply.raw.write('begun ')
    reply.hijack()
    void promise.then(() => reply.raw.end('done'))
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const post = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
  return { finish, get: (path: string) => fetch(url + path), post: (path: string) => fetch(url + path, post) }
}

test('a response that takes too long is 503, with and without a body in its request', async () => {
  const { get, post, finish } = await openServer()
  for (const answer of [await get('/'), await post('/')]) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await answer.json()).toMatchObject({ code: 'busy' })
  }
  finish()
})

test('a route may take as long as it says, and a response that has begun is left alone', async () => {
  const { get, post, finish } = await openServer()
  const [patient, stream] = [post('/patient'), get('/stream')]
  // The limit has run out for these by now.
  expect((await get('/')).status).toBe(503)
  expect((await post('/')).status).toBe(503)
  finish()
  expect(await (await patient).text()).toBe('done')
  expect(await (await stream).text()).toBe('begun done')
})
