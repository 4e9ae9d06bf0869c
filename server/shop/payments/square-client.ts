import type { Breaker } from './circuit-breaker.ts'
import type { AnswerBody, SquareError } from './square-api.ts'
import type { Call, Send } from './square-http.ts'

/** Deadlines in milliseconds: of one try and of all tries to authorize, of each other call, and between two probes. */
export const DEADLINES = {
  try: 8_000,
  authorize: 12_000,
  // Together six seconds: a shopper has an answer within the 19 after which the server gives up by itself.
  capture: 4_500,
  find: 1_500,
  cancel: 4_000,
  refund: 8_000,
  page: 8_000,
  pause: 300,
  probe: 2_000,
}

/** The account at Square and what every call needs besides. */
export type SquareClient = { send: Send; locationId: string; deadlines: typeof DEADLINES; breaker: Breaker }

/** HTTP status, body, errors and the milliseconds to wait before the next try. An answer with errors has no body. */
export type Reply = { status: number; data: AnswerBody | undefined; errors: SquareError[]; retryAfter: number }

/**
 * Makes one call, whose deadline in milliseconds includes the body, and reports its outcome to the circuit breaker. Never
 * throws: status 0 is no readable answer.
 */
export async function callSquare({ send, breaker }: SquareClient, deadline: number, call: Call): Promise<Reply> {
  const reply = await replyTo(send, deadline, call)
  breaker.record(reply.status !== 0 && reply.status < 500)
  return reply
}

async function replyTo(send: Send, deadline: number, call: Call): Promise<Reply> {
  // Not AbortSignal.timeout: that one fires, with an error and its stack, also after an answer in time.
  const aborter = new AbortController()
  const timer = setTimeout(() => aborter.abort(), Math.max(deadline, 1))
  try {
    const { status, retryAfter, body } = await send(call, aborter.signal)
    const data = status < 300 ? readBody(body) : refusalOf(body)
    const errors = data?.errors ?? []
    const isGood = status < 300 && errors.length === 0
    return { status, data: isGood ? data : undefined, errors, retryAfter: Number(retryAfter ?? 0) * 1000 || 0 }
  } catch {
    return { status: 0, data: undefined, errors: [], retryAfter: 0 }
  } finally {
    clearTimeout(timer)
  }
}

const readBody = (body: string): AnswerBody | undefined => (body === '' ? undefined : JSON.parse(body))

/** What a refusal says; undefined when something between the shop and Square wrote it, as a page of HTML. */
function refusalOf(body: string) {
  try {
    return readBody(body)
  } catch {
    return undefined
  }
}
