import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AuditPage, AuditQuery } from '#contract/admin/audit-log.ts'
import type { Context } from '../context.ts'
import { auditPage } from './audit-log.ts'

/** Lists the events of the audit log. */
export const auditRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context: { db } }) => {
  app.get('/', { schema: { querystring: AuditQuery, response: { 200: AuditPage } } }, async ({ query }) => {
    await app.saveAuditEvents()
    return auditPage(db, query)
  })
}
