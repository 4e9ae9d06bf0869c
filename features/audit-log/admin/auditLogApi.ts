import { AuditPage } from '#contract/admin/audit-log.ts'
import { featureClient } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'
import type { auditCalls } from '../calls.ts'

const { call } = featureClient<typeof auditCalls>()({ AuditPage })

const auditLogApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A page of the audit log; `query` is the query string of the list's URL. */
    auditLog: build.query({
      ...call('GET /api/admin/audit-log', 'AuditPage', (query: string) => ({ query })),
      keepUnusedDataFor: 0,
    }),
  }),
})

export const { useAuditLogQuery } = auditLogApi
