import type { AccessRows } from '#server/testing/access-rows.ts'
import type { exports } from '../server/feature.ts'

export const accessRows: AccessRows<(typeof exports)['calls']> = {
  rows: {
    'GET /api/products/export': {},
    'POST /api/exports/products': { status: 201, call: () => ({ url: '/api/exports/products', body: {} }) },
    'POST /api/exports/shop': { status: 201 },
    'GET /api/exports/products/file': {
      status: 404,
      call: () => ({
        url: `/api/exports/products/file?until=4102444800000&key=${'a'.repeat(43)}`,
      }),
    },
    'GET /api/exports/shop/file': {
      status: 404,
      call: () => ({
        url: `/api/exports/shop/file?until=4102444800000&key=${'a'.repeat(43)}`,
      }),
    },
    'GET /api/users/export': {},
    'GET /api/orders/export/items': {},
    'GET /api/orders/export/refunds': {},
  },
}
