/** The outcome of a request: an HTTP status, `unreached` (connection refused), or `lost` (perhaps sent, not answered). */
export type Ending = number | 'unreached' | 'lost'

export type Outcome = { ending: Ending; body: Record<string, unknown> }
export type Call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  /** Sent as it is when it is bytes, else as JSON. */
  body?: object,
  headers?: Record<string, string>,
) => Promise<Outcome>

type Settings = { signal?: AbortSignal | undefined; headers?: Record<string, string> }

const PATIENCE_MS = 120_000

/**
 * Calls a shop that may die or be away at any instant, as the bearer of `token` unless it is empty. Never throws. `url`
 * is asked each time; `signal` ends the browser's side, and `headers` go with each request.
 */
export function callerOf(url: () => string, token: string, { signal, headers = {} }: Settings = {}): Call {
  const always = { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers }
  return async (method, path, body, more = {}) => {
    try {
      const isBytes = body instanceof Uint8Array
      const type: Record<string, string> = body && !isBytes ? { 'content-type': 'application/json' } : {}
      const reply = await fetch(url() + path, {
        method,
        headers: { ...always, ...type, ...more },
        ...(body ? { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) } : {}),
        signal: AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), ...(signal ? [signal] : [])]),
      })
      return { ending: reply.status, body: parseBody(await reply.text()) }
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { code?: string }
      return { ending: code === 'ECONNREFUSED' ? 'unreached' : 'lost', body: {} }
    }
  }
}

/** The JSON of an answer; empty when it is not JSON. */
function parseBody(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
