import type { AccessRows } from '#server/testing/access-rows.ts'
import type { adminSearch } from '../server/feature.ts'

export const accessRows: AccessRows<(typeof adminSearch)['calls']> = {
  rows: {
    'GET /api/admin/search': { call: () => ({ url: '/api/admin/search?q=pen' }) },
  },
}
