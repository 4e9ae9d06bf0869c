import { filtersOf } from '#contract/filters.ts'
import { redactSecret } from '../http/secret-urls.ts'

const LISTS = /^\/(shop|search|category)(\/|$)/i
/** Where one is sent on from after signing in. */
const SIGN_INS = /^\/(login|register)\/?$/i

/**
 * The address a page is rendered from: its path without a secret, and the parameters that it depends on, where they mean
 * something and in their order.
 */
export function pageUrl(raw: string) {
  const [path = '/', query] = redactSecret(raw.replace(/^\/{2,}/, '/')).split('?', 2)
  if (!query) return path
  const kept = new URLSearchParams(meantBy(path, new URLSearchParams(query)))
  return kept.size > 0 ? `${path}?${kept}` : path
}

function meantBy(path: string, asked: URLSearchParams): Record<string, string> {
  if (LISTS.test(path)) return filtersOf(asked)
  const redirect = SIGN_INS.test(path) ? asked.get('redirect') : null
  return redirect ? { redirect } : {}
}
