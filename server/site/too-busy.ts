import type { FastifyReply } from 'fastify'
import { AppError } from '#server/errors.ts'
import { tooBusyPage } from './standalone-pages.ts'

/** Sends the "too busy" page for 429 and 503. Rethrows every other error. */
export function sendTooBusyPage(reply: FastifyReply, error: unknown) {
  if (!(error instanceof AppError) || ![429, 503].includes(error.status)) throw error
  const { status, message, details } = error
  return reply
    .code(status)
    .header('retry-after', details.retryAfter ?? 1)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(tooBusyPage(message))
}
