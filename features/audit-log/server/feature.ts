import { defineFeature } from '#server/shop/feature.ts'
import { auditCalls } from '../calls.ts'
import { auditRequests } from './audit-requests.ts'
import { startDeletingAuditEvents } from './retention.ts'
import { auditRoutes } from './routes.ts'

/** What matters to the safety of the shop, for its admins to read. */
export const auditLog = defineFeature({
  name: 'audit-log',
  calls: auditCalls,
  routes: [auditRoutes],
  observe: (app, { db }) => auditRequests(app, db),
  jobs: [startDeletingAuditEvents],
})
