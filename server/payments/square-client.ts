import type { Client } from 'openapi-fetch'
import type { Breaker } from './circuit-breaker.ts'
import type { paths } from './square-api.d.ts'
import type { SquareError } from './square-errors.ts'

/** Milliseconds: for one try and for all tries to authorise, for each of the other calls, and between two probes. */
export const DEADLINES = {
  try: 8_000,
  authorise: 12_000,
  // Together six seconds: who presses Pay is told within the 19 after which the server answers by itself.
  capture: 4_500,
  find: 1_500,
  cancel: 4_000,
  refund: 8_000,
  page: 8_000,
  pause: 300,
  probe: 2_000,
}

/** What every call to Square needs. */
export type Line = { client: Client<paths>; locationId: string; within: typeof DEADLINES; breaker: Breaker }

export type Reply<Body> = { status: number; data: Body | undefined; errors: SquareError[]; retryAfter: number }

/** One call with a deadline for all of it, the body included. Status 0: no answer that could be read. */
export async function ask<Body extends { errors?: SquareError[] }>(
  { breaker }: Line,
  deadline: number,
  call: Call<Body>,
): Promise<Reply<Body>> {
  const reply = await answerTo(deadline, call)
  breaker.saw(reply.status !== 0 && reply.status < 500)
  return reply
}

type Call<Body> = (signal: AbortSignal) => Promise<{ data?: Body; error?: unknown; response: Response }>

async function answerTo<Body extends { errors?: SquareError[] }>(
  deadline: number,
  call: Call<Body>,
): Promise<Reply<Body>> {
  try {
    const { data, error, response } = await call(AbortSignal.timeout(Math.max(deadline, 1)))
    const retryAfter = Number(response.headers.get('retry-after') ?? 0) * 1000 || 0
    const errors = (error as { errors?: SquareError[] } | undefined)?.errors ?? data?.errors ?? []
    return { status: response.status, data: errors.length > 0 ? undefined : data, errors, retryAfter }
  } catch {
    return { status: 0, data: undefined, errors: [], retryAfter: 0 }
  }
}
