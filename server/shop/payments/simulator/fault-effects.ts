import type { FastifyReply } from 'fastify'
import type { ErrorCategory, ErrorCode, SquareError } from '../square-api.ts'
import type { OperationName } from './operations.ts'
import type { Answer } from './types.ts'

/** A fault effect that replaces the answer, spoils it or holds it back. */
export type EndingEffect =
  | { hang: true }
  | { reset: true }
  | { stall: true }
  | { cutOff: true }
  | { html: number }
  | { status: number; errors?: SquareError[]; retryAfter?: number }
  | { empty: true }

/**
 * What a fault does to a request. Times are in milliseconds; `wait` ends when the faults are replaced; `alter` are fields of
 * the payment, refund or location.
 */
export type FaultEffect =
  | EndingEffect
  | { delay: number }
  | { wait: true }
  | { alter: Record<string, unknown> }
  | { decline: string }
  | { lag: number }
  | { repeatRow: true }
  | { pageSize: number }
  | { pending: true }
  | { lose: true }
  | { duplicate: number }
  | { reverse: number }
  | { first: true }

export type Phase = 'before' | 'after'

/** Takes the effects of the faults that apply now, and uses each of them up once. None follows an ending effect. */
export type TakeEffects = (on: OperationName | 'webhook', when: Phase) => FaultEffect[]

const ENDINGS = ['hang', 'reset', 'stall', 'cutOff', 'html', 'status', 'empty']

/** Whether the effect decides the answer, so that no other can follow. */
export const isEnding = (effect: FaultEffect): effect is EndingEffect => ENDINGS.some((name) => name in effect)

/** Sends the answer, or what an ending effect makes of it. Returns at once, even when no answer will ever be sent. */
export function deliver(reply: FastifyReply, { status, body }: Answer, ending?: EndingEffect) {
  if (!ending) return void reply.code(status).send(body)
  if ('empty' in ending) return void reply.code(200).send({})
  if ('html' in ending) return void reply.code(ending.html).type('text/html').send('<html><h1>Out of order</h1></html>')
  if ('status' in ending) return refuse(reply, ending)
  const { raw } = reply.hijack()
  if ('reset' in ending) raw.socket?.resetAndDestroy()
  if ('stall' in ending) raw.writeHead(status, { 'content-type': 'application/json' }).flushHeaders()
  if ('cutOff' in ending) raw.writeHead(status, { 'content-type': 'application/json' }).end(half(body))
}

function refuse(reply: FastifyReply, { status, errors, retryAfter }: Extract<EndingEffect, { status: number }>) {
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  reply.code(status).send({ errors: errors ?? [errorOf(status)] })
}

const half = (body: object) => {
  const text = JSON.stringify(body)
  return text.slice(0, Math.ceil(text.length / 2))
}

const ERRORS: Record<number, [ErrorCategory, ErrorCode]> = {
  401: ['AUTHENTICATION_ERROR', 'UNAUTHORIZED'],
  403: ['AUTHENTICATION_ERROR', 'FORBIDDEN'],
  404: ['INVALID_REQUEST_ERROR', 'NOT_FOUND'],
  408: ['API_ERROR', 'REQUEST_TIMEOUT'],
  409: ['INVALID_REQUEST_ERROR', 'CONFLICT'],
  429: ['RATE_LIMIT_ERROR', 'RATE_LIMITED'],
  502: ['API_ERROR', 'BAD_GATEWAY'],
  503: ['API_ERROR', 'SERVICE_UNAVAILABLE'],
  504: ['API_ERROR', 'GATEWAY_TIMEOUT'],
}

const UNKNOWN_FAULT = ['API_ERROR', 'INTERNAL_SERVER_ERROR'] as const

function errorOf(status: number): SquareError {
  const byRange = status < 500 ? (['INVALID_REQUEST_ERROR', 'BAD_REQUEST'] as const) : UNKNOWN_FAULT
  const [category, code] = ERRORS[status] ?? byRange
  return { category, code, detail: `The simulator was told to answer ${status}.` }
}
