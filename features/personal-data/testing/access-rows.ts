import { newToken } from '#server/shop/accounts/tokens.ts'
import { type AccessRows, linkedOrder, row } from '#server/testing/access-rows.ts'
import type { personalData } from '../server/feature.ts'

let made = 0

export const accessRows: AccessRows<(typeof personalData)['calls']> = {
  rows: {
    'GET /api/personal-data': {},
    'GET /api/personal-data/deletion': {},
    'PUT /api/personal-data/deleted': {
      status: 422,
      call: () => ({ url: '/api/personal-data/deleted', body: { password: 'not this one' } }),
    },
    'POST /api/personal-data/link': {
      call: () => ({
        url: '/api/personal-data/link',
        body: { email: `nobody-${++made}@shopper.example` },
      }),
    },
    'POST /api/personal-data/by-link': {
      status: 410,
      call: () => ({
        url: '/api/personal-data/by-link',
        body: { link: newToken() },
      }),
    },
    'POST /api/personal-data/by-link/file': {
      status: 410,
      call: () => ({
        url: '/api/personal-data/by-link/file',
        body: { link: newToken() },
      }),
    },
    'PUT /api/personal-data/by-link/deleted': {
      status: 410,
      call: () => ({
        url: '/api/personal-data/by-link/deleted',
        body: { link: newToken() },
      }),
    },
    'GET /api/personal-data/users/:id': row({
      call: (_, owner) => ({ url: `/api/personal-data/users/${owner.user.id}` }),
    }),
    'GET /api/personal-data/orders/:id': row({
      make: linkedOrder,
      call: ({ id }) => ({ url: `/api/personal-data/orders/${id}` }),
    }),
  },
}
