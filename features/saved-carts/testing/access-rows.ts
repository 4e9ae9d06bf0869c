import { randomUUID } from 'node:crypto'
import type { AccessRows } from '#server/testing/access-rows.ts'
import type { savedCarts } from '../server/feature.ts'

export const accessRows: AccessRows<(typeof savedCarts)['calls']> = {
  rows: {
    'PUT /api/saved-carts/:device': {
      call: () => ({ url: `/api/saved-carts/${randomUUID()}`, body: { items: [] } }),
    },
  },
}
