/** The outcome of a request: an HTTP status, `unreached` (connection refused), or `lost` (perhaps sent, not answered). */
export type Ending = number | 'unreached' | 'lost'

export type Outcome = { ending: Ending; body: Record<string, unknown> }
export type Call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<Outcome>

const PATIENCE_MS = 120_000

/**
 * Calls a shop that may die or be away at any instant, as the bearer of `token`. Never throws. `url` is asked each time;
 * `signal` ends the browser's side.
 */
export function callerOf(url: () => string, token: string, signal?: AbortSignal): Call {
  return async (method, path, body) => {
    try {
      const reply = await fetch(url() + path, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), ...(signal ? [signal] : [])]),
      })
      return { ending: reply.status, body: read(await reply.text()) }
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { code?: string }
      return { ending: code === 'ECONNREFUSED' ? 'unreached' : 'lost', body: {} }
    }
  }
}

/** The JSON of an answer; empty when it is not JSON. */
function read(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
