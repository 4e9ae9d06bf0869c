import { KEY_SCOPES, type KeyScope } from '#contract/api-keys.ts'
import type { Call } from '#contract/calls/define-calls.ts'

/**
 * The scopes of which an API key needs one to make a call; none when no key may. `read` reads everything that keys may
 * read.
 */
export function keyScopesOf(method: string, { access, scope }: Pick<Call, 'access' | 'scope'>): KeyScope[] {
  if (access === 'anyone' || access.startsWith('signed-in') || access.startsWith('recent')) return []
  const isRead = method === 'GET' || method === 'HEAD'
  return KEY_SCOPES.filter((one) => one === scope || (one === 'read' && isRead))
}
