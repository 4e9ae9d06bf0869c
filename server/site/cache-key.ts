import { parseFilters } from '#contract/filters.ts'
import { redactSecret } from '#server/shop/secrets/secret-urls.ts'

const LIST_PAGES_PATTERN = /^\/(shop|search|category|collections)(\/|$)/i
/** Pages with a `redirect` parameter. */
const SIGN_IN_PAGES_PATTERN = /^\/(login|register)\/?$/i

/** URL that a page is rendered from: the path without secrets, and in fixed order the parameters the page depends on. */
export function pageUrl(raw: string) {
  const [path = '/', query] = redactSecret(raw.replace(/^\/{2,}/, '/')).split('?', 2)
  if (!query) return path
  const params = new URLSearchParams(relevantParams(path, new URLSearchParams(query)))
  return params.size > 0 ? `${path}?${params}` : path
}

function relevantParams(path: string, query: URLSearchParams): Record<string, string> {
  if (LIST_PAGES_PATTERN.test(path)) return parseFilters(query)
  const redirect = SIGN_IN_PAGES_PATTERN.test(path) ? query.get('redirect') : null
  return redirect ? { redirect } : {}
}
