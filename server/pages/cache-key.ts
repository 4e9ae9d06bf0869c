import { parseFilters } from '#contract/filters.ts'
import { redactSecret } from '../http/secret-urls.ts'

const LIST_PAGES = /^\/(shop|search|category|collections)(\/|$)/i
/** Pages with a `redirect` parameter. */
const SIGN_IN_PAGES = /^\/(login|register)\/?$/i

/** URL that a page is rendered from: the path without secrets, and in fixed order the parameters the page depends on. */
export function pageUrl(raw: string) {
  const [path = '/', query] = redactSecret(raw.replace(/^\/{2,}/, '/')).split('?', 2)
  if (!query) return path
  const params = new URLSearchParams(relevantParams(path, new URLSearchParams(query)))
  return params.size > 0 ? `${path}?${params}` : path
}

function relevantParams(path: string, asked: URLSearchParams): Record<string, string> {
  if (LIST_PAGES.test(path)) return parseFilters(asked)
  const redirect = SIGN_IN_PAGES.test(path) ? asked.get('redirect') : null
  return redirect ? { redirect } : {}
}
