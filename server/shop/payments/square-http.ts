// Sends calls by node:http. `fetch` needs several times its CPU for so small a call, most of it for streams of bytes, and a
// shopper who pays waits for two calls.
import type { IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as requestByHttps } from 'node:https'
import { text } from 'node:stream/consumers'
import { Agent as HttpAgent, request as requestByHttp } from '#server/platform/lib/node-http.ts'
import { inSpan } from '#server/platform/lib/tracing.ts'

/** Far less than the five seconds after which many servers close an idle connection, also when timers are late. */
const IDLE_MS = 1_000

const connections = { keepAlive: true, timeout: IDLE_MS }
const http = { request: requestByHttp, agent: new HttpAgent(connections) }
const https = { request: requestByHttps, agent: new HttpsAgent(connections) }

/** A call: a path below the address of the API, with what stands in its query or its body. */
export type Call = {
  method: 'GET' | 'POST'
  path: string
  query?: Record<string, string | number | undefined>
  body?: object
}

/** Status, value of the header Retry-After in seconds, and text of an answer. */
type HttpAnswer = { status: number; retryAfter: string | undefined; body: string }

/** Sends a call. Rejects without a whole answer, when its signal aborts, and when the answer is a redirect. */
export type Send = (call: Call, signal: AbortSignal) => Promise<HttpAnswer>

/** What sends calls to the API at that address, with those headers. */
export function openHttp(baseUrl: string, headers: Record<string, string>): Send {
  const base = baseUrl.replace(/\/$/, '')
  return (call, signal) =>
    inSpan(`card service ${call.method} ${routeOf(call.path)}`, () => send(base, headers, call, signal), 'CLIENT')
}

/** The path with a placeholder for each id: those have capitals, digits or underscores, and begin with no `v`. */
const routeOf = (path: string) => path.replaceAll(/\/(?!v\d+\/)[^/]*[^a-z/-][^/]*/g, '/{id}')

async function send(
  base: string,
  headers: Record<string, string>,
  call: Call,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const requestBody = call.body && JSON.stringify(call.body)
  const url = `${base}${call.path}${queryOf(call.query)}`
  const bodyHeaders = requestBody
    ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(requestBody) }
    : {}
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const { request, agent } = url.startsWith('https:') ? https : http
    const options = { method: call.method, agent, signal, headers: { ...headers, ...bodyHeaders } }
    request(url, options, resolve).once('error', reject).end(requestBody)
  })
  const { statusCode: status = 0 } = response
  const body = await text(response)
  if (status >= 300 && status < 400) throw new Error(`The card service redirects (${status}).`)
  return { status, retryAfter: response.headers['retry-after'], body }
}

function queryOf(fields: Call['query'] = {}) {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, String(value))
  return query.size > 0 ? `?${query}` : ''
}
