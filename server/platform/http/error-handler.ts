import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { AppError } from '#server/errors.ts'
import { isInvalidText, isUnavailable } from '#server/platform/db/errors.ts'
import { STATUS_CODES } from '#server/platform/lib/node-http.ts'
import { INVALID_FIELDS, NOT_FOUND, REQUESTS } from '#server/platform/lib/texts.ts'
import { RETRY_AFTER_SECONDS } from './overload.ts'

type Refusal = { message: string; code: string }

/**
 * Fastify's error handler: sends an AppError as it is, validation errors with the shop's messages, and internal errors
 * without any detail.
 */
export function handleError(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof AppError) {
    const { message, code, details } = error
    const { retryAfter = error.status === 503 ? RETRY_AFTER_SECONDS : undefined } = details
    if (typeof retryAfter === 'number') reply.header('retry-after', retryAfter)
    if (error.status === 401) reply.header('www-authenticate', CHALLENGE)
    return reply.code(error.status).send({ message, code, ...details })
  }
  // A malformed id is one that nothing has.
  if (error.validationContext === 'params') return reply.code(404).send(REFUSALS[404])
  if (hasZodFastifySchemaValidationErrors(error)) {
    const issues = error.validation.map(issueOf)
    const message = issues[0]?.message ?? REQUESTS.malformed
    return reply.code(400).send({ message, code: 'invalid_request', issues })
  }
  const status = databaseStatus(error) ?? error.statusCode ?? 500
  const refusal = REFUSALS[status]
  if (refusal && status < 500) return reply.code(status).send(refusal)
  // The work for a client that went fails for that reason alone.
  if (!request.raw.socket.destroyed) request.log.error(error)
  if (status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS)
  dropFileHeaders(reply)
  return reply.code(refusal ? status : 500).send(refusal ?? FAULT)
}

/** A file that breaks off before its first byte has set its headers, by which Fastify would not make JSON of an error. */
function dropFileHeaders(reply: FastifyReply) {
  reply.removeHeader('content-encoding')
  reply.raw.removeHeader('content-encoding')
  reply.type('application/json; charset=utf-8').header('cache-control', 'no-store')
}

type ConnectionError = Error & { code?: string }

/**
 * Answers a connection without a complete HTTP request: too slow, too large or malformed. It writes to the socket,
 * since there is no reply object.
 */
export const clientErrorHandler = (headers: Record<string, string>) => (error: ConnectionError, socket: Socket) => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const status = STATUS_OF_CODE[error.code ?? ''] ?? 400
  const body = JSON.stringify(REFUSALS[status])
  const responseHeaders = {
    ...headers,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(responseHeaders).map(([name, value]) => `${name}: ${value}`)
  if (socket.writable) socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
  socket.destroySoon()
}

const STATUS_OF_CODE: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** Has a parameter, as RFC 6750 asks for. Browsers show no dialog for it. */
const CHALLENGE = 'Bearer realm="shop"'

const FAULT: Refusal = { message: REQUESTS.failed, code: 'internal' }

/** What requests are refused with that no route has seen to, by status. */
export const REFUSALS: Record<number, Refusal> = {
  400: { message: REQUESTS.malformed, code: 'invalid_request' },
  404: { message: NOT_FOUND.address, code: 'not_found' },
  405: { message: REQUESTS.methodNotAllowed, code: 'method_not_allowed' },
  408: { message: REQUESTS.tooSlow, code: 'too_slow' },
  413: { message: REQUESTS.tooLarge, code: 'too_large' },
  414: { message: REQUESTS.addressTooLong, code: 'too_long' },
  415: { message: REQUESTS.contentType, code: 'unsupported_media_type' },
  429: { message: REQUESTS.tooMany, code: 'rate_limited' },
  431: { message: REQUESTS.headersTooLarge, code: 'too_large' },
  503: { message: REQUESTS.busy, code: 'busy' },
}

/** The status of a database error; undefined for an internal error. */
function databaseStatus(error: Error): number | undefined {
  if (isInvalidText(error)) return 400
  return isUnavailable(error) ? 503 : undefined
}

/** A problem of a schema at this path (`/items/0/qty`), in a sentence for a person. */
export function issueOf({
  instancePath,
  message = INVALID_FIELDS.invalid,
}: {
  instancePath: string
  message?: string
}) {
  const path = instancePath.slice(1).replaceAll('/', '.')
  const isFragment = /^[a-z]/.test(message)
  return { path, message: isFragment ? `${INVALID_FIELDS.subject(path)} ${message}` : message }
}

// Where a schema has no sentence of its own, zod's messages are for programmers: these are the ends of ours.
z.config({
  customError(issue) {
    if (issue.code === 'invalid_type')
      return issue.input === undefined
        ? INVALID_FIELDS.missing
        : INVALID_FIELDS.wrongType(INVALID_FIELDS.types[issue.expected] ?? INVALID_FIELDS.otherType)
    if (issue.code === 'too_small') return INVALID_FIELDS.tooSmall
    if (issue.code === 'too_big') return INVALID_FIELDS.tooBig
    return INVALID_FIELDS.invalid
  },
})
