import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { auditPage } from '#server/shop/audit-log/audit-log.ts'
import { auditCalls } from '../calls.ts'

/** Lists the events of the audit log. */
export const auditRoutes: ApiRoutes = async (app, { context: { db } }) => {
  const route = routesOf(app, auditCalls)

  route('GET /api/admin/audit-log', async ({ query }) => {
    await app.saveAuditEvents()
    return auditPage(db, query)
  })
}
