// How openapi-fetch sends a call: by node:http. `fetch` needs several times its CPU for so small a call, most of it for
// streams of bytes, and a shopper who pays waits for two calls.
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

type Init = { method: string; headers: Headers; body?: string; signal: AbortSignal }

/** What openapi-fetch needs of a `Request`. */
class Call {
  readonly url: string
  readonly method: string
  readonly init: Init

  constructor(url: string, init: Init) {
    this.url = url
    this.method = init.method
    this.init = init
  }
}

/** Sends a call. Rejects without a whole answer, when its signal aborts, and when the answer is a redirect. */
const send = ({ url, init }: Call) =>
  inSpan(`card service ${init.method} ${routeOf(url)}`, () => answerTo(url, init), 'CLIENT')

/** The path with a placeholder for each id: those have capitals, digits or underscores, and begin with no `v`. */
const routeOf = (url: string) => new URL(url).pathname.replaceAll(/\/(?!v\d+\/)[^/]*[^a-z/-][^/]*/g, '/{id}')

async function answerTo(url: string, init: Init) {
  const response = await responseTo(url, init)
  const { statusCode: status = 0, headers } = response
  const body = await text(response)
  if (status >= 300 && status < 400) throw new Error(`The card service redirects (${status}).`)
  return {
    status,
    ok: status >= 200 && status < 300,
    headers: { get: (name: string) => headers[name.toLowerCase()] ?? null },
    text: async () => body,
    json: async () => JSON.parse(body),
  }
}

const responseTo = (url: string, { method, headers, body, signal }: Init) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const { request, agent } = url.startsWith('https:') ? https : http
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const options = { method, agent, signal, headers: { ...Object.fromEntries(headers), ...length } }
    request(url, options, resolve).once('error', reject).end(body)
  })

/** The options of openapi-fetch that make it send by node:http. It needs no more of a request or a response than these have. */
export const overHttp = { Request: Call, fetch: send } as unknown as {
  Request: typeof Request
  fetch(call: Request): Promise<Response>
}
