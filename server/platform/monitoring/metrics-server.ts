import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { Registry } from 'prom-client'
import { isSameSecret } from '#server/platform/lib/signatures.ts'

type Serving = {
  port: number
  host: string
  /** The bearer token that a request must have; none is needed on loopback. */
  token: string | undefined
  /** The metrics in the text format of Prometheus. */
  read(): Promise<string>
}

/**
 * Serves `GET /metrics` on a port of its own, which the proxy in front of the shop does not pass on. Throws when the
 * port cannot be used.
 */
export async function openMetricsServer({ port, host, token, read }: Serving) {
  let reading: Promise<string> | undefined
  // Several that ask at once share one reading.
  const readOnce = () => {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end()
    if (token && !isSameSecret(bearerOf(request), token))
      return response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
    try {
      const text = await readOnce()
      response
        .writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE, 'cache-control': 'no-store' })
        .end(text)
    } catch {
      // Prometheus shows a target whose metrics cannot be read as down.
      response.writeHead(503).end()
    }
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    address: server.address(),
    async stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const bearerOf = ({ headers }: IncomingMessage) => headers.authorization?.replace(/^Bearer /, '') ?? ''
