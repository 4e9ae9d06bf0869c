import {
  request as ask,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Cdn, PROVIDERS } from '#server/platform/cdn/providers.ts'

type StoredResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer; keys: string[]; until: number }
type Purge = { headers: IncomingHttpHeaders; keys: string[]; at: number }

/**
 * A stand-in for a CDN in front of the shop at `origin`, on a free port. It caches what the headers of that kind of CDN
 * allow, for as long as they say, by URL and Accept-Encoding, and purges by key as that CDN does. Requests with a
 * cookie or an authorization pass by the cache.
 */
export async function startCdn(name: Cdn['name'], origin: () => string) {
  const storedResponses = new Map<string, StoredResponse>()
  const purges: Purge[] = []
  const refusedPurges: Purge[] = []
  let refusal: { status: number; headers?: Record<string, string> } | undefined
  const server = createServer(async (request, response) => {
    const keys = await purgedKeys(name, request)
    if (!keys) return serve({ name, origin: origin(), stored: storedResponses }, request, response)
    const purge = { headers: request.headers, keys, at: performance.now() }
    if (refusal) {
      refusedPurges.push(purge)
      response.writeHead(refusal.status, refusal.headers).end()
      return
    }
    purges.push(purge)
    for (const [url, { keys: ownKeys }] of storedResponses)
      if (ownKeys.some((key) => keys.includes(key))) storedResponses.delete(url)
    response.writeHead(200).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    env: { CDN: name, CDN_PURGE_URL: `${url}/purge`, CDN_PURGE_TOKEN: 'token-of-the-cdn' },
    /** The purges so far, and those that were refused. */
    purges,
    refused: refusedPurges,
    /** What is stored, by URL and encoding. */
    stored: storedResponses,
    /** Has purges refused with that status until it is undefined. */
    refuse(status: number | undefined, headers: Record<string, string> = {}) {
      refusal = status === undefined ? undefined : { status, headers }
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The keys of a purge; undefined for every other request. */
async function purgedKeys(name: Cdn['name'], request: IncomingMessage) {
  if (!request.url?.startsWith('/purge')) return undefined
  if (name === 'varnish') return String(request.headers.xkey).split(' ')
  const body = JSON.parse(String(await bytesOf(request)))
  return (name === 'fastly' ? body.surrogate_keys : body.tags) as string[]
}

type Serving = { name: Cdn['name']; origin: string; stored: Map<string, StoredResponse> }

async function serve({ name, origin, stored }: Serving, request: IncomingMessage, response: ServerResponse) {
  const { method = 'GET', url = '', headers } = request
  const isLookedUp = /^(GET|HEAD)$/.test(method) && !headers.cookie && !headers.authorization
  const key = `${url} ${headers['accept-encoding'] ?? ''}`
  const knownResponse = isLookedUp ? stored.get(key) : undefined
  if (knownResponse && knownResponse.until > performance.now()) return answer(request, response, knownResponse, 'hit')
  const originResponse = await fetchFrom(origin, request)
  const { ageHeader, keysHeader, separator } = PROVIDERS[name]
  const [, seconds = 0] = /max-age=(\d+)/.exec(String(originResponse.headers[ageHeader] ?? '')) ?? []
  const ownResponse = {
    ...originResponse,
    keys: String(originResponse.headers[keysHeader] ?? '').split(separator),
    until: performance.now() + Number(seconds) * 1_000,
  }
  if (isLookedUp && method === 'GET' && Number(seconds) > 0) stored.set(key, ownResponse)
  answer(request, response, ownResponse, 'miss')
}

/** Sends a response without what is for the CDN alone; 304 to a browser that has it. */
function answer(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  originResponse: StoredResponse,
  cache: string,
) {
  const OWN_PATTERN =
    /^(surrogate-control|surrogate-key|cache-tag|xkey|cdn-cache-control|connection|keep-alive|transfer-encoding)$/
  const shownHeaders = Object.entries(originResponse.headers).filter(([name]) => !OWN_PATTERN.test(name))
  const isKnown = originResponse.status === 200 && headers['if-none-match'] === originResponse.headers.etag
  response.writeHead(isKnown ? 304 : originResponse.status, { ...Object.fromEntries(shownHeaders), 'x-cache': cache })
  response.end(method === 'HEAD' || isKnown ? undefined : originResponse.body)
}

function fetchFrom(origin: string, request: IncomingMessage) {
  const { 'if-none-match': _, ...headers } = request.headers
  return new Promise<Pick<StoredResponse, 'status' | 'headers' | 'body'>>((resolve, reject) => {
    const clientRequest = ask(origin + request.url, { method: request.method, headers }, async (incoming) => {
      resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: await bytesOf(incoming) })
    }).once('error', reject)
    request.pipe(clientRequest)
  })
}

async function bytesOf(stream: AsyncIterable<Buffer>) {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}
