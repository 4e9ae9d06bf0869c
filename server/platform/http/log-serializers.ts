import { DrizzleQueryError } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { nameSources } from '#server/platform/lib/source-stacks.ts'

type LoggedError = {
  type: string
  message: string
  code?: unknown
  constraint?: unknown
  stack: string
  cause?: LoggedError
}

/** An error for the log: what failed and where, without parameter values or row contents. */
export function errorForLog(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'Thrown, but not an error.', stack: '' }
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return {
    type: error.name,
    message: error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : error.message,
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    stack: framesOf(error),
    ...(error.cause ? { cause: errorForLog(error.cause) } : {}),
  }
}

/** Only the stack frames: a stack begins with the message, which for a query ends with its parameters. */
function framesOf({ stack = '' }: Error) {
  const start = stack.indexOf('\n    at ')
  return start < 0 ? '' : nameSources(stack.slice(start + 1))
}

/** A request for the log, as Fastify serializes it, with secrets removed from the URL by `redact`. */
export const requestForLog = ({ method, url, host, ip, socket }: FastifyRequest, redact: (url: string) => string) => ({
  method,
  url: redact(url),
  host,
  remoteAddress: ip,
  remotePort: socket?.remotePort,
})
