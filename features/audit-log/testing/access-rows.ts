import type { AccessRows } from '#server/testing/access-rows.ts'
import type { auditLog } from '../server/feature.ts'

export const accessRows: AccessRows<(typeof auditLog)['calls']> = {
  rows: {
    'GET /api/admin/audit-log': {},
  },
}
