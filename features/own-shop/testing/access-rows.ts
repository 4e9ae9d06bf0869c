import { type AccessRows, row } from '#server/testing/access-rows.ts'
import type { ownShop } from '../server/feature.ts'
import { openOwnShop } from '../server/own-shop.ts'

export const accessRows: AccessRows<(typeof ownShop)['calls']> = {
  rows: {
    'GET /api/own-shop': {},
    'PUT /api/own-shop': { call: () => ({ url: '/api/own-shop', body: { welcomeStep: 1 } }) },
    'POST /api/own-shop': row({ make: ({ db }) => openOwnShop(db) }),
  },
}
