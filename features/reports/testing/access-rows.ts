import type { AccessRows } from '#server/testing/access-rows.ts'
import type { reports } from '../server/feature.ts'

export const accessRows: AccessRows<(typeof reports)['calls']> = {
  parts: { money: /^GET \/api\/(reports|dashboard|tax\/thresholds)\b/ },
  rows: {
    'GET /api/tax/thresholds': {},
    'PUT /api/tax/outside-sales/:state/:year': {
      call: () => ({ url: '/api/tax/outside-sales/CO/2026', body: { amount: 12.5, orders: 2 } }),
    },
    'GET /api/reports/sales-tax': { call: () => ({ url: '/api/reports/sales-tax?from=2026-01-01&to=2026-12-31' }) },
    'GET /api/reports/sales-tax/export': {
      call: () => ({ url: '/api/reports/sales-tax/export?from=2026-01-01&to=2026-12-31' }),
    },
    'GET /api/reports/monthly-statement': {
      call: () => ({ url: '/api/reports/monthly-statement?from=2026-11&to=2026-11' }),
    },
    'GET /api/reports/monthly-statement/export': {
      call: () => ({ url: '/api/reports/monthly-statement/export?from=2026-11&to=2026-11' }),
    },
    'GET /api/reports/earnings/:month': { call: () => ({ url: '/api/reports/earnings/2026-11' }) },
    'PUT /api/reports/earnings/:month/costs': { call: () => ({ url: '/api/reports/earnings/2026-11/costs' }) },
    'GET /api/dashboard': {},
  },
}
