import { AuditPage, AuditQuery } from '#contract/admin/audit-log.ts'
import { defineCalls } from '#contract/calls/define-calls.ts'

export const auditCalls = defineCalls({
  'GET /api/admin/audit-log': {
    access: 'admin',
    id: 'listAuditEvents',
    summary: 'List sign-ins, refusals, exports and changes of rights',
    query: AuditQuery,
    answer: AuditPage,
  },
})
