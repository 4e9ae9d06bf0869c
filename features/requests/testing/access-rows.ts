import { newToken } from '#server/shop/accounts/tokens.ts'
import { type AccessRows, row } from '#server/testing/access-rows.ts'
import { product } from '#server/testing/factories.ts'
import type { requests } from '../server/feature.ts'
import { productRequest } from './factories.ts'

let made = 0

export const accessRows: AccessRows<(typeof requests)['calls']> = {
  parts: { orders: / \/api\/requests\b/ },
  rows: {
    'POST /api/requests': row({
      status: 201,
      make: ({ db }) => product(db),
      call: ({ id }) => ({
        url: '/api/requests',
        body: { kind: 'sister', product: id, email: `wishes-${++made}@shopper.example` },
      }),
    }),
    'POST /api/requests/confirmed': {
      status: 410,
      call: () => ({ url: '/api/requests/confirmed', body: { link: newToken() } }),
    },
    'POST /api/requests/ended': {
      status: 410,
      call: () => ({ url: '/api/requests/ended', body: { link: newToken() } }),
    },
    'GET /api/requests': {},
    'PUT /api/requests/:id/answer': row({
      make: ({ db }) => productRequest(db, { kind: 'sister' }),
      call: ({ id }) => ({ url: `/api/requests/${id}/answer`, body: { answer: 'no', words: 'Sorry, no.' } }),
    }),
  },
}
