import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { waitFor } from '#server/testing/wait-for.ts'
import { type PreparedResponse, prepareResponse, writePrepared } from './prepared-response.ts'

const HEAD = { 'content-type': 'text/plain', etag: '"a"', vary: 'accept-encoding' }
const HEADERS = { ...HEAD, 'content-length': '5' }
const BODY = Buffer.from('hello')
const KEEP_ALIVE_MS = 5_000

/** What a server sends for one request, with the date left out. */
async function sentFor(request: string, answer: (response: ServerResponse) => void) {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (_, response) => answer(response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const closing = once(socket, 'close')
  let text = ''
  socket.on('data', (data) => (text += data)).write(request)
  await expect.poll(() => text).toContain('\r\n\r\n')
  server.closeIdleConnections()
  await closing
  server.close()
  return text.replace(/^Date: .{29}\r$/m, 'Date')
}

const REQUEST = 'GET / HTTP/1.1\r\nhost: shop\r\n\r\n'

const CASES = [
  ['GET', REQUEST, 200],
  ['HEAD', REQUEST.replace('GET', 'HEAD'), 200],
  ['GET on a connection that closes', REQUEST.replace('host', 'connection: close\r\nhost'), 200],
  ['GET of HTTP/1.0', REQUEST.replace('1.1', '1.0'), 200],
  ['GET, not modified', REQUEST, 304],
  ['HEAD, not modified', REQUEST.replace('GET', 'HEAD'), 304],
] as const

test.for(CASES)('a prepared response is what Node sends, each time: %s', async ([, request, status]) => {
  const [headers, bytes] = status === 304 ? [HEAD, undefined] : [HEADERS, BODY]
  const preparedBytes = prepareResponse(status, headers, bytes)
  const byNode = await sentFor(request, (response) => response.writeHead(status, headers).end(bytes))
  for (const round of ['first', 'second', 'third'])
    expect(await sentFor(request, (response) => writePrepared(response, preparedBytes)), round).toBe(byNode)
  expect(byNode).toContain('Date\n')
})

test('what is sent again has the date of its second', async () => {
  const url = await listen(prepareResponse(200, HEADERS, BODY))
  const dateOf = async () => {
    const answer = await fetch(url)
    expect(await answer.text()).toBe('hello')
    return Date.parse(answer.headers.get('date') ?? '')
  }
  const first = await dateOf()
  expect(Math.abs(Date.now() - first)).toBeLessThan(60_000)
  await waitFor(async () => expect(await dateOf()).toBeGreaterThan(first))
})

test('a large response is sent again and again', async () => {
  const bytes = Buffer.alloc(2 ** 20, 'x')
  const all = ['a', 'b'].map((etag) => prepareResponse(200, { etag, 'content-length': String(bytes.length) }, bytes))
  const url = await listen(...all)
  for (let number = 0; number < 6; number++) {
    const answer = await fetch(url)
    expect(answer.headers.get('etag')).toBe(number % 2 === 0 ? 'a' : 'b')
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
  }
})

test('a connection takes one prepared response after the other', async () => {
  const response = prepareResponse(200, HEADERS, BODY)
  const url = await listen(response)
  for (let index = 0; index < 20; index++) expect(await (await fetch(url)).text()).toBe('hello')
})

/** A server that sends these responses in turn. */
async function listen(...responses: PreparedResponse[]) {
  let number = 0
  const server = createServer((_, response) => {
    const next = responses[number++ % responses.length]
    if (next) writePrepared(response, next)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
