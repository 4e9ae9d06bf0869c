import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { AppError } from './errors.ts'

type Refusal = { message: string; code: string }

/** Answers whatever was thrown (D4): our own refusals as they are, the framework's in our words, faults without a word of theirs. */
export function answerError(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof AppError) {
    const { message, code, details } = error
    if (typeof details.retryAfter === 'number') reply.header('retry-after', details.retryAfter)
    return reply.code(error.status).send({ message, code, ...details })
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const issues = error.validation.map(issueOf)
    const message = issues[0]?.message ?? 'The request is malformed.'
    return reply.code(400).send({ message, code: 'invalid_request', issues })
  }
  const status = refusedByDatabase(error) ?? error.statusCode ?? 500
  const refusal = REFUSALS[status]
  if (refusal && status < 500) return reply.code(status).send(refusal)
  request.log.error(error)
  return reply.code(refusal ? status : 500).send(refusal ?? FAULT)
}

type Broken = Error & { code?: string }

/**
 * Answers on a connection on which no request has come together: too slow, too large, or no HTTP at all. Written by
 * hand, because there is no reply to send.
 */
export const refuseConnection = (headers: Record<string, string>) => (error: Broken, socket: Socket) => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const status = BROKEN[error.code ?? ''] ?? 400
  const body = JSON.stringify(REFUSALS[status])
  const given = {
    ...headers,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(given).map(([name, value]) => `${name}: ${value}`)
  if (socket.writable) socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
  socket.destroySoon()
}

const BROKEN: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

const FAULT: Refusal = { message: 'Something went wrong on our side. Please try again.', code: 'internal' }

const REFUSALS: Record<number, Refusal> = {
  400: { message: 'The request is malformed.', code: 'invalid_request' },
  404: { message: 'There is no such address.', code: 'not_found' },
  405: { message: 'That method is not allowed here.', code: 'method_not_allowed' },
  408: { message: 'That took too long.', code: 'too_slow' },
  413: { message: 'That is more than we accept in one request.', code: 'too_large' },
  414: { message: 'That address is too long.', code: 'too_long' },
  415: { message: 'That kind of content is not accepted here.', code: 'unsupported_media_type' },
  429: { message: 'Too many requests. Please wait a moment.', code: 'rate_limited' },
  431: { message: 'The headers of the request are too large.', code: 'too_large' },
  503: { message: 'The shop is busy. Please try again in a moment.', code: 'busy' },
}

/** What PostgreSQL says (SQLSTATE, appendix A of its manual) or Node when the database cannot be reached. */
const DATABASE_SAYS: [status: number, codes: RegExp][] = [
  // A zero byte, or bytes that are no UTF-8: no text of ours.
  [400, /^(22021|22P05)$/],
  // Waited too long for a lock or a statement; out of disk, memory or connections; its files fail; shutting down,
  // starting up, reached no more, or read-only.
  [
    503,
    /^(55P03|40P01|53\w{3}|57\w{3}|58\w{3}|08\w{3}|25006|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENOENT|EPIPE)$/,
  ],
]
const NO_CONNECTION =
  /timeout exceeded when trying to connect|Connection terminated|timeout expired|Query read timeout|not queryable/

function refusedByDatabase(error: Error): number | undefined {
  const cause = (error.cause ?? error) as Error & { code?: string }
  if (NO_CONNECTION.test(cause.message)) return 503
  return DATABASE_SAYS.find(([, codes]) => codes.test(cause.code ?? ''))?.[0]
}

function issueOf({ instancePath, message = 'is not right.' }: { instancePath: string; message?: string }) {
  const path = instancePath.slice(1).replaceAll('/', '.')
  const isFragment = /^[a-z]/.test(message)
  return { path, message: isFragment ? `${path ? `The field ${path}` : 'The request'} ${message}` : message }
}

// Where a schema has no sentence of its own, zod's messages are for programmers: these are the ends of ours.
z.config({
  customError(issue) {
    if (issue.code === 'invalid_type')
      return issue.input === undefined ? 'is needed.' : `has to be ${TYPES[issue.expected] ?? 'something else'}.`
    if (issue.code === 'too_small') return 'is too small or too short.'
    if (issue.code === 'too_big') return 'is too large or too long.'
    return 'is not right.'
  },
})

const TYPES: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}
