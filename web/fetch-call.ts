import { parseRoles, ROLES_HEADER } from '#contract/roles.ts'
import type { CallApi } from './api.ts'

/** Makes the calls of the browser's store with `fetch`. Throws the status and the answer of a failed call. */
export const fetchCall: CallApi = async ({ url, method = 'GET', body }, token, signal, tell) => {
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
