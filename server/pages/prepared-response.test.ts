import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { openPreparedSender, prepareResponse } from './prepared-response.ts'

const HEADERS = ['content-type', 'text/plain', 'etag', '"a"', 'vary', 'accept-encoding', 'content-length', '5']
const BODY = Buffer.from('hello')

/** What a server sends for one request, with the date left out. */
async function sentFor(request: string, answer: (response: ServerResponse, keepAliveTimeout: number) => void) {
  const server = createServer((_, response) => answer(response, server.keepAliveTimeout))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const closed = once(socket, 'close')
  let sent = ''
  socket.on('data', (data) => (sent += data)).write(request)
  await expect.poll(() => sent).toContain('\r\n\r\n')
  server.closeIdleConnections()
  await closed
  server.close()
  return sent.replace(/^Date: .{29}\r$/m, 'Date')
}

const REQUEST = 'GET / HTTP/1.1\r\nhost: shop\r\n\r\n'

test.for([
  ['GET', REQUEST, 200],
  ['HEAD', REQUEST.replace('GET', 'HEAD'), 200],
  ['GET on a connection that closes', REQUEST.replace('host', 'connection: close\r\nhost'), 200],
  ['GET of HTTP/1.0', REQUEST.replace('1.1', '1.0'), 200],
  ['GET, not modified', REQUEST, 304],
] as const)('a prepared response is what Node sends: %s', async ([, request, status]) => {
  const [headers, bytes] = status === 304 ? [HEADERS.slice(0, 6), undefined] : [HEADERS, BODY]
  const prepared = prepareResponse(status, headers, bytes)
  const sent = await sentFor(request, (response, timeout) => openPreparedSender(timeout)(response, prepared))
  expect(sent).toContain('Date\n')
  expect(sent).toBe(await sentFor(request, (response) => response.writeHead(status, headers).end(bytes)))
})

test('a connection takes one prepared response after the other', async () => {
  const server = createServer((_, response) => openPreparedSender(5_000)(response, prepareResponse(200, HEADERS, BODY)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (let index = 0; index < 20; index++) expect(await (await fetch(url)).text()).toBe('hello')
  server.closeAllConnections()
  server.close()
})
