import { z } from 'zod'
import { defineCalls } from '#contract/calls/define-calls.ts'
import { RATE_LIMITS } from '#server/platform/lib/texts.ts'
import { definePolicies, HOUR } from '#server/platform/rate-limits/define-policies.ts'
import { openRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { type ApiRoutes, routesOf } from './routing.ts'

const CSP_POLICIES = definePolicies({
  policyReport: { sentence: RATE_LIMITS.policyReport, per: { address: { most: 30, seconds: HOUR } } },
})

const text = z.string().max(2_000).default('')
const Report = z.object({
  'csp-report': z.object({ 'document-uri': text, 'effective-directive': text, 'blocked-uri': text }),
})

export const cspReportCalls = defineCalls({ 'POST /api/policy-reports': { access: 'anyone', body: Report } })

/** Logs the browsers' reports of content security policy violations. */
export const cspReportRoutes: ApiRoutes = async (app, { context }) => {
  const limits = openRateLimits(context)
  app.addContentTypeParser('application/csp-report', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'))
  routesOf(app, cspReportCalls)('POST /api/policy-reports', async (request, reply) => {
    await limits.count(request, CSP_POLICIES.policyReport, {})
    const { 'csp-report': report } = request.body
    const { 'document-uri': page, 'effective-directive': directive, 'blocked-uri': blockedUrl } = report
    request.log.warn(
      { page: kindOf(page), directive, blocked: originOf(blockedUrl) },
      'The content security policy of a page blocked something.',
    )
    return reply.code(204).send()
  })
}

/** The first path segment: the rest may be a secret, as in a password reset link. */
const kindOf = (url: string) => (URL.canParse(url) ? `/${new URL(url).pathname.split('/')[1]}` : 'unknown')

/** The origin of the blocked URL, or a keyword like `inline`. */
const originOf = (blockedUrl: string) =>
  URL.canParse(blockedUrl) ? new URL(blockedUrl).origin : blockedUrl.slice(0, 40)
