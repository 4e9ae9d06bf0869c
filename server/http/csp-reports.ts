import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { openRateLimits } from '../rate-limits/rate-limits.ts'

const text = z.string().max(2_000).default('')
const Report = z.object({
  'csp-report': z.object({ 'document-uri': text, 'effective-directive': text, 'blocked-uri': text }),
})

/** Logs the browsers' reports of content security policy violations. */
export const cspReportRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context }) => {
  const limits = openRateLimits(context)
  app.addContentTypeParser('application/csp-report', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'))
  app.post('/policy-reports', { schema: { hide: true, body: Report } }, async (request, reply) => {
    await limits.count(request, 'policyReport', {})
    const { 'csp-report': report } = request.body
    const { 'document-uri': page, 'effective-directive': directive, 'blocked-uri': blocked } = report
    request.log.warn(
      { page: kindOf(page), directive, blocked: originOf(blocked) },
      'The content security policy of a page blocked something.',
    )
    return reply.code(204).send()
  })
}

/** The first path segment: the rest may be a secret, as in a password reset link. */
const kindOf = (url: string) => (URL.canParse(url) ? `/${new URL(url).pathname.split('/')[1]}` : 'unknown')

/** The origin of the blocked URL, or a keyword like `inline`. */
const originOf = (blocked: string) => (URL.canParse(blocked) ? new URL(blocked).origin : blocked.slice(0, 40))
