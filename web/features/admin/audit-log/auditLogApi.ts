import type { AuditPage } from '#contract/admin/audit-log.ts'
import { api } from '../../../api.ts'
import { decoded } from '../wire.ts'

const auditLogApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A page of the audit log; `query` is the query string of the list's URL. */
    auditLog: build.query<AuditPage, string>({
      query: (query) => ({ url: `/api/admin/audit-log?${query}` }),
      transformResponse: decoded('AuditPage'),
      keepUnusedDataFor: 0,
    }),
  }),
})

export const { useAuditLogQuery } = auditLogApi
