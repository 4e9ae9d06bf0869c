import type { Client } from 'openapi-fetch'
import type { Breaker } from './circuit-breaker.ts'
import type { paths } from './square-api.d.ts'
import type { SquareError } from './square-errors.ts'

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

/** The HTTP client of Square's API and what every call needs besides. */
export type SquareClient = { http: Client<paths>; locationId: string; deadlines: typeof DEADLINES; breaker: Breaker }

export type Reply<Body> = { status: number; data: Body | undefined; errors: SquareError[]; retryAfter: number }

/**
 * Makes one call, whose deadline in milliseconds includes the body, and reports its outcome to the circuit breaker. Never
 * throws: status 0 is no readable answer.
 */
export async function callSquare<Body extends { errors?: SquareError[] }>(
  { breaker }: SquareClient,
  deadline: number,
  call: Call<Body>,
): Promise<Reply<Body>> {
  const reply = await replyOf(deadline, call)
  breaker.record(reply.status !== 0 && reply.status < 500)
  return reply
}

type Call<Body> = (signal: AbortSignal) => Promise<{ data?: Body; error?: unknown; response: Response }>

async function replyOf<Body extends { errors?: SquareError[] }>(
  deadline: number,
  call: Call<Body>,
): Promise<Reply<Body>> {
  // Not AbortSignal.timeout: that one fires, with an error and its stack, also after an answer in time.
  const aborter = new AbortController()
  const timer = setTimeout(() => aborter.abort(), Math.max(deadline, 1))
  try {
    const { data, error, response } = await call(aborter.signal)
    const retryAfter = Number(response.headers.get('retry-after') ?? 0) * 1000 || 0
    const errors = (error as { errors?: SquareError[] } | undefined)?.errors ?? data?.errors ?? []
    return { status: response.status, data: errors.length > 0 ? undefined : data, errors, retryAfter }
  } catch {
    return { status: 0, data: undefined, errors: [], retryAfter: 0 }
  } finally {
    clearTimeout(timer)
  }
}
