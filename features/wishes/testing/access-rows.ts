import type { AccessRows } from '#server/testing/access-rows.ts'
import type { wishes } from '../server/feature.ts'

export const accessRows: AccessRows<(typeof wishes)['calls']> = {
  rows: {
    'PUT /api/wishes': { call: () => ({ url: '/api/wishes', body: { added: [], removed: [] } }) },
    'GET /api/wishes/products': {
      call: () => ({ url: '/api/wishes/products?ids=0198a0f2-7c1e-7000-8000-0000000000b1' }),
    },
  },
}
