import { newToken } from '#server/shop/accounts/tokens.ts'
import type { AccessRows } from '#server/testing/access-rows.ts'
import type { reviews } from '../server/feature.ts'

const NEW_REVIEWS = { name: 'Ann', reviews: [{ line: 0, stars: 5 }] }

export const accessRows: AccessRows<(typeof reviews)['calls']> = {
  parts: { catalog: / \/api\/reviews\b/ },
  rows: {
    'POST /api/reviews/opened': {
      status: 410,
      call: () => ({ url: '/api/reviews/opened', body: { link: newToken() } }),
    },
    'PUT /api/reviews/written': {
      status: 410,
      call: () => ({ url: '/api/reviews/written', body: { link: newToken(), ...NEW_REVIEWS } }),
    },
    'POST /api/reviews/photos': { status: 410, call: () => ({ url: '/api/reviews/photos', body: {} }) },
    'GET /api/reviews': {},
    'PUT /api/reviews/:id': {
      status: 404,
      call: () => ({ url: `/api/reviews/${crypto.randomUUID()}`, body: { reply: 'Thank you.' } }),
    },
    'GET /api/review-settings': {},
    'PUT /api/review-settings': { call: () => ({ url: '/api/review-settings', body: { isOn: true, days: 7 } }) },
  },
}
