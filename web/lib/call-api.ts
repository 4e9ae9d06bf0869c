import type { Problem } from '#contract/errors.ts'
import { parseRoles, ROLES_HEADER } from '#contract/roles.ts'

/**
 * A call of the API. The body may be a promise, as `encoded` returns it. `isAnonymous` calls carry no token even when a user
 * is signed in, such as signing in. The body of `needsPassword` has the current password as `currentPassword` once the
 * dialog has asked for it.
 */
export type ApiRequest = {
  url: string
  method?: 'POST' | 'PUT' | 'DELETE'
  body?: unknown
  isAnonymous?: boolean
  needsPassword?: boolean
}

/** A failed call: the status (0 without a response) and the body, which is plain text for a refused coupon. */
export type ApiFailure = { status: number; data: Problem | string | null }

/** The roles of the account that calls, as the server has them now. */
export type Roles = { isAdmin: boolean; isPacker?: true | undefined; isAPI: boolean }

/**
 * Makes a call, which `signal` aborts. `tell` receives the caller's current roles with every response, errors included.
 * Throws an ApiFailure.
 */
export type CallApi = (
  request: ApiRequest,
  token: string | undefined,
  signal?: AbortSignal,
  tell?: (roles: Roles) => void,
) => Promise<unknown>

/** Calls the API by `fetch`. */
export const callApi: CallApi = async ({ url, method = 'GET', body }, token, signal, tell) => {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (token) headers.authorization = `Bearer ${token}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  const payload = body === undefined ? undefined : JSON.stringify(body)
  const answer = await fetch(url, { method, headers, body: payload, signal })
  const roles = parseRoles(answer.headers.get(ROLES_HEADER))
  if (roles) tell?.(roles)
  const isJson = answer.headers.get('content-type')?.includes('json')
  const data = isJson ? await answer.json() : await answer.text()
  if (!answer.ok) throw Object.assign(new Error(`${answer.status}`), { status: answer.status, data })
  return data
}
