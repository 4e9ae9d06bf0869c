import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { STATUS_CODES } from '../lib/node-http.ts'

type Headers = Record<string, string>
/** A complete response, headers included, which is sent again and again. */
export type PreparedResponse = { status: number; headers: Headers; head: string; bytes: Buffer | undefined }

declare module 'fastify' {
  interface FastifyInstance {
    /** Sends a prepared response on its connection. */
    sendPrepared: ReturnType<typeof openPreparedSender>
  }
}

/** The response with these headers. */
export function prepareResponse(status: number, headers: Headers, bytes: Buffer | undefined): PreparedResponse {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
  for (const name in headers) head += `${name}: ${headers[name]}\r\n`
  return { status, headers, head, bytes }
}

/** Adds `sendPrepared` to the application. */
export function addPreparedResponses(app: FastifyInstance) {
  app.decorate('sendPrepared', openPreparedSender(app.server.keepAliveTimeout))
}

/** Sends the response without what Fastify does for others, such as its hooks before sending. */
export function sendPrepared(reply: FastifyReply, prepared: PreparedResponse) {
  const { raw, request } = reply
  // Calls from inside the process have no connection. A body that nobody has read is discarded after the response.
  if (raw.socket instanceof Socket && request.raw.complete) {
    reply.hijack().server.sendPrepared(raw, prepared)
    return reply
  }
  for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name)
  return reply.code(prepared.status).headers(prepared.headers).send(prepared.bytes)
}

/** Where Node stores the head of a response, and whether it has sent it. */
type WithHead = ServerResponse & { _header: string; _headerSent: boolean }

/**
 * Returns a function that sends prepared responses. On a connection that stays open it gives Node the head as text:
 * checking and joining the same 15 headers takes a sixth of the time of such a response. What is sent again within the
 * second goes out as one buffer of head and body, which takes another tenth. `prepared-response.test.ts` compares both
 * with what Node writes.
 */
export function openPreparedSender(keepAliveTimeout: number) {
  const messagesNow = openMessages(keepAliveTimeout)
  return (response: ServerResponse, prepared: PreparedResponse) => {
    const { status, headers, head, bytes } = prepared
    response.statusCode = status
    if (!response.shouldKeepAlive) return void response.writeHead(status, headers).end(bytes)
    const messages = messagesNow()
    const message = response.req.method === 'HEAD' ? undefined : messages.of(prepared)
    const sent = response as WithHead
    sent._header = head + messages.endOfHead
    sent._headerSent = message !== undefined
    if (!message || !response.socket) return void response.end(message ?? bytes)
    // By itself, because `end` would send it together with an empty string.
    response.socket.write(message)
    response.end()
  }
}

/** Memory for the messages of one second: 50 pages of 20 kB. */
const MAX_MESSAGE_BYTES = 2 ** 20

/** Returns a function for the messages of the current second. */
function openMessages(keepAliveTimeout: number) {
  const timeout = keepAliveTimeout > 0 ? `Keep-Alive: timeout=${Math.floor(keepAliveTimeout / 1000)}\r\n` : ''
  let second = 0
  let messages = messagesWith('')
  return () => {
    const now = Math.floor(Date.now() / 1000)
    if (now === second) return messages
    second = now
    messages = messagesWith(`Date: ${new Date(now * 1000).toUTCString()}\r\nConnection: keep-alive\r\n${timeout}\r\n`)
    return messages
  }
}

/** Messages, each head and body in one buffer, whose heads end with the headers that Node adds. */
function messagesWith(endOfHead: string) {
  const made = new Map<PreparedResponse, Buffer | undefined>()
  let left = MAX_MESSAGE_BYTES
  return {
    endOfHead,
    /** The message of a response; undefined when it is the first time or there is no memory left. */
    of(prepared: PreparedResponse) {
      const known = made.get(prepared)
      if (known) return known
      const message = made.has(prepared) ? messageOf(prepared, endOfHead, left) : undefined
      made.set(prepared, message)
      left -= message?.length ?? 0
      return message
    },
  }
}

function messageOf({ head, bytes = NOTHING }: PreparedResponse, endOfHead: string, most: number) {
  const lines = Buffer.from(head + endOfHead, 'latin1')
  return lines.length + bytes.length > most ? undefined : Buffer.concat([lines, bytes])
}
const NOTHING = Buffer.alloc(0)
