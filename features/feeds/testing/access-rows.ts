import type { AccessRows } from '#server/testing/access-rows.ts'
import type { feeds } from '../server/feature.ts'

export const accessRows: AccessRows<(typeof feeds)['calls']> = {
  rows: {
    'GET /api/feeds': {},
    'PUT /api/feeds': { call: () => ({ url: '/api/feeds', body: { assistantsMayRead: true } }) },
  },
}
